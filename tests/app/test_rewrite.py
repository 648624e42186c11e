"""A model rewrites a draft: what it sees, what it must keep, and what is said where it does not."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.app.rooms import Rooms
from tests.providers import ScriptedProvider
from verbatim_desktop.app import Verbatim
from verbatim_desktop.domain.errors import ProviderFault, UsageError
from verbatim_desktop.domain.messages import Message
from verbatim_desktop.domain.models import ModelRequest
from verbatim_desktop.domain.replies import ReplyDraft
from verbatim_desktop.domain.rewrites import Altered, DiffKind, KeptKind, Rewrite, RewriteStyle
from verbatim_desktop.domain.support import Support
from verbatim_desktop.domain.usage import UsageKind
from verbatim_desktop.ports import Cancellation

STYLE = RewriteStyle.FRIENDLY


@pytest.fixture
def draft(verbatim: Verbatim) -> ReplyDraft:
    return verbatim.composer.draft(Message("How many days does a refund take to reach my card?"))


def echo(request: ModelRequest) -> Sequence[str]:
    """The fenced text again, two characters at a time."""
    lines = request.text.split("\n")
    text = "\n".join(lines[1:-1])
    return [text[at : at + 2] for at in range(0, len(text), 2)]


def rewritten(verbatim: Verbatim, rooms: Rooms, draft: ReplyDraft, *deltas: str) -> Rewrite:
    rooms.scripted = ScriptedProvider(deltas)
    return verbatim.composer.rewrite(draft, STYLE)


def test_no_personal_data_reaches_the_model_and_all_of_it_comes_back(
    verbatim: Verbatim, rooms: Rooms, draft: ReplyDraft
):
    private = "Write to jane@shop.example or call +49 30 901820, IBAN DE89 3704 0044 0532 0130 00."
    typed = verbatim.composer.edit(draft, f"{draft.text}\n\n{private}")
    rooms.scripted = model = ScriptedProvider(echo)
    heard: list[str] = []
    done = verbatim.composer.rewrite(typed, STYLE, deliver=heard.append)
    [request] = model.requests
    for value in ("jane@shop.example", "901820", "0532"):
        assert value not in request.text + request.instructions
        assert value not in "".join(heard)
    assert done.text == typed.text
    assert {part.kind for part in done.diff} == {DiffKind.SAME}
    assert (done.lost, done.added, done.fallback) == ((), (), "")


def test_only_the_selected_part_is_sent_and_changed(
    verbatim: Verbatim, rooms: Rooms, draft: ReplyDraft
):
    start = draft.text.index("A refund takes")
    end = draft.text.index("[1]") + 3
    rooms.scripted = model = ScriptedProvider(["Your card has it: a refund takes 5 days", " [1]."])
    done = verbatim.composer.rewrite(draft, STYLE, start=start, end=end)
    assert draft.text[:start] not in model.requests[0].text
    assert done.text == draft.text[:start] + done.text[done.start : done.end] + draft.text[end:]
    assert done.text[done.start : done.end] == "Your card has it: a refund takes 5 days [1]."
    assert done.before == draft.text[start:end]


def test_what_a_rewrite_loses_and_brings_in_is_named(
    verbatim: Verbatim, rooms: Rooms, draft: ReplyDraft
):
    typed = verbatim.composer.edit(draft, "Run `npm i` 5 times, {{customer.name}} [1].")
    done = rewritten(verbatim, rooms, typed, "Run it 7 times [1] [4].")
    assert set(done.lost) == {
        Altered(KeptKind.CODE, "`npm i`"),
        Altered(KeptKind.NUMBER, "5"),
        Altered(KeptKind.PLACEHOLDER, "{{customer.name}}"),
    }
    assert [change.text for change in done.added] == ["7"]


def test_no_link_of_the_models_own_comes_in(verbatim: Verbatim, rooms: Rooms, draft: ReplyDraft):
    done = rewritten(
        verbatim,
        rooms,
        draft,
        "A refund takes 5 days [1]. [More](https://evil.example/?d=1) ![x](h"
        "ttps://evil.example/i) <img src=//evil.example>",
    )
    assert "evil" not in done.text
    assert done.left_out


def test_each_sentence_is_held_against_what_it_cites_again(
    verbatim: Verbatim, rooms: Rooms, draft: ReplyDraft
):
    done = rewritten(verbatim, rooms, draft, "A refund takes 9 days to reach your card [1].")
    assert [s.assessment.support for s in done.unsupported] == [Support.NOT_SUPPORTED]
    kept = rewritten(verbatim, rooms, draft, "A refund takes 5 days to reach your card [1].")
    assert not kept.unsupported


@pytest.mark.parametrize("fault", [ProviderFault.NO_KEY, ProviderFault.CUT_SHORT])
def test_the_text_is_as_it_was_where_the_model_fails(
    verbatim: Verbatim, rooms: Rooms, draft: ReplyDraft, fault: ProviderFault
):
    rooms.scripted = ScriptedProvider(["Half a sen"], fault=fault)
    done = verbatim.composer.rewrite(draft, STYLE)
    assert done.text == draft.text
    assert fault in done.fallback
    assert done.fault == fault


def test_the_text_is_as_it_was_without_a_model_or_where_it_is_stopped(
    verbatim: Verbatim, rooms: Rooms, draft: ReplyDraft
):
    assert "No model is set" in verbatim.composer.rewrite(draft, STYLE).fallback
    rooms.scripted = ScriptedProvider(["x"])
    stop = Cancellation()
    stop.wish()
    assert "stopped" in verbatim.composer.rewrite(draft, STYLE, cancellation=stop).fallback


def test_a_rewrite_in_no_language_or_of_nothing_is_refused(verbatim: Verbatim, draft: ReplyDraft):
    with pytest.raises(UsageError, match="no language"):
        verbatim.composer.rewrite(draft, RewriteStyle.LANGUAGE)
    with pytest.raises(UsageError, match="nothing to rewrite"):
        verbatim.composer.rewrite(draft, STYLE, start=3, end=3)


def test_drafts_and_rewrites_stand_in_the_usage(
    verbatim: Verbatim, rooms: Rooms, draft: ReplyDraft
):
    rewritten(verbatim, rooms, draft, "A refund takes 5 days [1].")
    wrote, drafted = verbatim.usage.records()
    assert (wrote.kind, wrote.provider, wrote.model) == (UsageKind.REWRITE, "openai", "scripted-1")
    assert (wrote.input_tokens, wrote.cached_tokens, wrote.output_tokens) == (120, 20, 30)
    assert (drafted.kind, drafted.provider) == (UsageKind.REPLY, "none")
    assert drafted.citations == len(draft.citations)
    assert drafted.question == ""
    assert len(drafted.question_hash) == 64
