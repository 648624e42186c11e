"""What leaves this machine and by which way: proxies, trust stores, CA files, redirects."""

from __future__ import annotations

import ssl
from collections.abc import Callable, Generator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.adapters.providers.conftest import KEY, Make
from tests.adapters.providers.wire import PATHS, SAID, Status, Stream, Wire, frames
from verbatim_desktop.adapters.providers.http import is_loopback
from verbatim_desktop.adapters.providers.writer import Writer
from verbatim_desktop.domain.errors import ProviderError
from verbatim_desktop.domain.errors import ProviderFault as Fault
from verbatim_desktop.domain.models import ModelReply, ModelRequest, ProviderName
from verbatim_desktop.ports import Cancellation, Provider

pytestmark = pytest.mark.network_loopback

PROXIES = ("HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy")


def write(provider: Provider) -> ModelReply:
    return provider.write(ModelRequest("i", "q"), lambda _delta: None, Cancellation())


def fault(provider: Provider) -> ProviderError:
    with pytest.raises(ProviderError) as caught:
        write(provider)
    return caught.value


@pytest.fixture(autouse=True)
def no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (*PROXIES, "NO_PROXY", "no_proxy", "SSL_CERT_FILE", "SSL_CERT_DIR"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize(
    ("url", "loopback"),
    [
        ("http://localhost:1234/v1", True),
        ("http://LOCALHOST.", True),
        ("http://api.localhost", True),
        ("https://127.8.9.1/v1", True),
        ("http://[::1]:80", True),
        ("https://localhost.example", False),
        ("https://127.0.0.1.example", False),
        ("http://10.0.0.1", False),
        ("https://api.openai.com/v1", False),
    ],
)
def test_loopback_is_known_by_its_address_not_by_its_looks(url: str, loopback: bool):
    assert is_loopback(url) is loopback


def test_loopback_never_goes_through_a_proxy(
    on_wire: Callable[..., Writer], wire: Wire, api: ProviderName, monkeypatch: pytest.MonkeyPatch
):
    wire.script = [Stream(frames(api))]
    with Wire() as trap:
        trap.script = [Status(500, "trapped")]
        for name in PROXIES:
            monkeypatch.setenv(name, trap.url)
        assert write(on_wire()).text == SAID
        assert trap.seen == []


def test_another_address_goes_through_the_systems_proxy(
    make: Make, wire: Wire, monkeypatch: pytest.MonkeyPatch
):
    wire.script = [Stream(frames(ProviderName.COMPATIBLE))]
    monkeypatch.setenv("HTTP_PROXY", wire.url)
    monkeypatch.setenv("http_proxy", wire.url)
    assert write(make(ProviderName.COMPATIBLE, "http://models.example/v1")).text == SAID
    assert wire.seen[0].path == "http://models.example/v1/chat/completions"


def test_a_proxy_that_refuses_is_said(
    make: Make, wire: Wire, api: ProviderName, monkeypatch: pytest.MonkeyPatch
):
    wire.script = [Status(407, "who are you?")]
    for name in PROXIES:
        monkeypatch.setenv(name, wire.url)
    error = fault(make(api, "https://models.example" + PATHS[api]))
    assert error.fault is Fault.UNREACHABLE
    assert "proxy" in str(error)
    assert KEY not in str(wire.seen)


def test_a_redirect_takes_neither_the_call_nor_the_key_along(
    on_wire: Callable[..., Writer], wire: Wire, api: ProviderName
):
    with Wire() as trap:
        trap.script = [Status(500, "trapped")]
        for status in (301, 302, 303, 307, 308):
            wire.script = [Status(status, "", {"location": trap.url + PATHS[api]})]
            assert fault(on_wire()).fault is Fault.BAD_REPLY
        assert trap.seen == []


# --- TLS -----------------------------------------------------------------------------------------


class Authority(NamedTuple):
    """A certificate authority of the test's own, and a certificate it gave to 127.0.0.1."""

    ca_file: Path
    server_file: Path


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    def name(text: str) -> x509.Name:
        return x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, text)])

    def builder(subject: str, key: ec.EllipticCurvePrivateKey) -> x509.CertificateBuilder:
        now = datetime.now(UTC)
        return (
            x509.CertificateBuilder()
            .subject_name(name(subject))
            .issuer_name(name("Verbatim test CA"))
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - timedelta(days=1))
            .not_valid_after(now + timedelta(days=1))
            # Python 3.13 refuses certificates that do not name their keys.
            .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), False)
            .add_extension(
                x509.AuthorityKeyIdentifier.from_issuer_public_key(ours.public_key()), False
            )
        )

    ours, theirs = (ec.generate_private_key(ec.SECP256R1()) for _ in range(2))
    basic = x509.BasicConstraints(ca=True, path_length=None)
    signs = x509.KeyUsage(
        digital_signature=True,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=True,
        crl_sign=True,
        encipher_only=False,
        decipher_only=False,
    )
    ca = builder("Verbatim test CA", ours).add_extension(basic, critical=True)
    ca = ca.add_extension(signs, critical=True)
    alternative = x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))])
    server = builder("127.0.0.1", theirs).add_extension(alternative, critical=False)
    folder = tmp_path_factory.mktemp("tls")
    pem = serialization.Encoding.PEM
    plain = serialization.NoEncryption()
    whole = server.sign(ours, hashes.SHA256()).public_bytes(pem)
    whole += theirs.private_bytes(pem, serialization.PrivateFormat.PKCS8, plain)
    made = Authority(folder / "ca.pem", folder / "server.pem")
    made.ca_file.write_bytes(ca.sign(ours, hashes.SHA256()).public_bytes(pem))
    made.server_file.write_bytes(whole)
    return made


@contextmanager
def encrypted(authority: Authority) -> Generator[Wire]:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(authority.server_file)
    server = Wire()
    server.socket = context.wrap_socket(server.socket, server_side=True)
    with server:
        yield server


def secure(server: Wire, api: ProviderName) -> str:
    return server.url.replace("http://", "https://") + PATHS[api]


def test_a_certificate_nobody_vouches_for_is_refused(
    make: Make, api: ProviderName, authority: Authority
):
    with encrypted(authority) as server:
        server.script = [Stream(frames(api))]
        error = fault(make(api, secure(server, api)))
    assert error.fault is Fault.UNREACHABLE
    assert "certificate" in str(error)
    assert server.seen == []


def test_a_ca_file_that_is_named_vouches(make: Make, api: ProviderName, authority: Authority):
    with encrypted(authority) as server:
        server.script = [Stream(frames(api))]
        provider = make(api, secure(server, api), ca_file=str(authority.ca_file))
        assert write(provider).text == SAID


def test_the_systems_trust_store_vouches(
    make: Make, api: ProviderName, authority: Authority, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("SSL_CERT_FILE", str(authority.ca_file))
    with encrypted(authority) as server:
        server.script = [Stream(frames(api))]
        assert write(make(api, secure(server, api))).text == SAID


@pytest.mark.parametrize("content", [None, b"this is no certificate"])
def test_a_ca_file_that_cannot_be_used_is_said(
    make: Make, api: ProviderName, tmp_path: Path, content: bytes | None
):
    path = tmp_path / "ca.pem"
    if content:
        path.write_bytes(content)
    error = fault(make(api, "https://127.0.0.1:9" + PATHS[api], ca_file=str(path)))
    assert error.fault is Fault.UNREACHABLE
    assert "CA file" in str(error)
