"""A location says what kind of place it is, and is written the same way again."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verbatim_desktop.domain.locations import (
    GitAddress,
    SourcePlace,
    called,
    place_of,
    without_credential,
)

NAMES = st.text(st.characters(codec="ascii", categories=["L", "N"]), min_size=1, max_size=8)


@pytest.mark.parametrize(
    ("location", "place", "name"),
    [
        ("/srv/docs", SourcePlace.FOLDER, "docs"),
        ("docs/", SourcePlace.FOLDER, "docs"),
        ("ext::sh -c x", SourcePlace.FOLDER, "ext::sh -c x"),
        (r"C:\docs\shop", SourcePlace.FOLDER, "shop"),
        ("/srv/Help Export.ZIP", SourcePlace.ARCHIVE, "Help Export"),
        ("export.tar.gz", SourcePlace.ARCHIVE, "export"),
        ("https://host.example/team/shop.git#docs", SourcePlace.GIT, "shop"),
        ("git@host.example:team/shop.git", SourcePlace.GIT, "shop"),
        ("file:///srv/shop.git#v2:", SourcePlace.GIT, "shop"),
        ("https://host.example/export.zip", SourcePlace.GIT, "export.zip"),
    ],
)
def test_a_place_is_told_by_how_it_is_written(location: str, place: SourcePlace, name: str):
    assert place_of(location) is place
    assert called(location) == name


@given(folder=st.one_of(st.just(""), NAMES), branch=st.one_of(st.just(""), NAMES))
def test_an_address_is_read_back_as_it_was_written(folder: str, branch: str):
    address = GitAddress("https://host.example/a.git", folder, branch)
    assert GitAddress.parse(str(address)) == address


def test_a_folder_with_a_colon_is_no_branch():
    address = GitAddress("https://host.example/a.git", "a:b")
    assert GitAddress.parse(str(address)) == address


def test_no_text_shows_a_credential():
    said = "fatal: could not read https://me:secret@host.example/a.git"
    assert without_credential(said) == "fatal: could not read https://host.example/a.git"
