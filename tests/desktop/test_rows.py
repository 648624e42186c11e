"""Rows that are updated tell a view no more than what changed."""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPersistentModelIndex, Qt

from verbatim_desktop.desktop.models.rows import LEFT, RIGHT, RowsModel


@dataclass(frozen=True)
class Named:
    name: str
    words: str = ""


class NamedModel(RowsModel[Named]):
    def cell(self, row: Named, column: int) -> str:
        return row.words if column else row.name


ROWS = st.lists(
    st.builds(Named, st.sampled_from("abcdefg"), st.sampled_from(("", "new"))),
    max_size=7,
    unique_by=lambda row: row.name,
)


@given(ROWS, ROWS)
def test_a_model_that_is_updated_holds_the_new_rows_and_tells_of_every_difference(old, new):
    model = NamedModel(("Name", "Words"))
    model.show_rows(old)
    view = list(old)  # what a view holds that only hears what it is told
    model.rowsRemoved.connect(lambda _parent, first, last: view.__delitem__(slice(first, last + 1)))
    model.rowsInserted.connect(
        lambda _parent, first, last: view.__setitem__(
            slice(first, first), model.rows()[first : last + 1]
        )
    )
    model.dataChanged.connect(lambda at, _to: view.__setitem__(at.row(), model.rows()[at.row()]))

    moved = model.update_rows(new, lambda row: row.name)

    assert model.rows() == tuple(new) == tuple(view)
    assert moved is ([row.name for row in old] != [row.name for row in new])


def test_a_row_keeps_its_place_in_a_view_where_others_come_and_go(qtmodeltester):
    model = NamedModel(("Name", "Words"))
    qtmodeltester.check(model)
    model.show_rows([Named("a"), Named("b"), Named("c")])
    kept = QPersistentModelIndex(model.index(2, 0))

    model.update_rows([Named("a"), Named("x"), Named("c", "new")], lambda row: row.name)

    assert kept.isValid()
    assert kept.data() == "c"
    assert model.index(kept.row(), 1).data() == "new"
    qtmodeltester.check(model)


def test_heads_are_shown_over_their_columns_and_nowhere_else():
    model, across, role = NamedModel(("Name", ""), {1}), Qt.Orientation.Horizontal, Qt.ItemDataRole

    assert [model.headerData(column, across) for column in range(-1, 3)] == [None, "Name", "", None]
    sides = [model.headerData(column, across, role.TextAlignmentRole) for column in (0, 1)]
    told = [model.headerData(column, across, role.AccessibleTextRole) for column in (0, 1)]
    assert sides == [LEFT, RIGHT]
    assert told == ["Name", "Actions"]
    assert model.headerData(0, across, role.DecorationRole) is None
    assert model.headerData(0, Qt.Orientation.Vertical) is None
