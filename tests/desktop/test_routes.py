"""Routes by their segments: what tells twins apart, and what is left where room is short."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from verbatim_desktop.desktop.routes import differences, shortened, told_apart

ROUTE = "/app/api-reference/functions/use-search-params#browser"
PARTS = st.lists(st.text("abc", min_size=1, max_size=4), min_size=1, max_size=6)


def fit(route: str, most: int) -> str:
    return shortened(route, lambda text: len(text) <= most)


def test_a_route_gives_way_in_its_middle_by_whole_segments():
    assert fit(ROUTE, 60) == ROUTE
    assert fit(ROUTE, 45) == "/app/…/functions/use-search-params#browser"
    assert fit(ROUTE, 35) == "/app/…/use-search-params#browser"
    assert fit(ROUTE, 30) == "…/use-search-params#browser"
    assert fit(ROUTE, 10) == "…#browser"
    assert fit(ROUTE, 5) == ""


@given(PARTS, st.integers(0, 40))
def test_what_is_left_fits_and_ends_as_the_route_does(parts: list[str], most: int):
    route = "/" + "/".join(parts)
    shown = fit(route, most)
    assert len(shown) <= most
    assert not shown or shown == route or shown.endswith("/" + parts[-1])


def test_twins_are_told_apart_by_the_part_that_differs():
    titles = ["Step 2", "Step 2", "Layouts"]
    names = ["app/guides/migrating", "pages/guides/migrating", "app/layouts"]
    assert told_apart(titles, names) == ("Step 2 (app)", "Step 2 (pages)", "Layouts")
    assert differences(["a/b", "a"]) == ("b", "top")
    assert told_apart(["A", "A"], ["x/y", "x/y"]) == ("A", "A")


@given(st.lists(st.tuples(st.sampled_from("AB"), PARTS), max_size=5))
def test_no_title_is_lost(pairs: list[tuple[str, list[str]]]):
    titles, names = [one for one, _ in pairs], ["/".join(parts) for _, parts in pairs]
    shown = told_apart(titles, names)
    assert [one[0] for one in shown] == titles
