"""The little that Qt style sheets do for us: fields, menus, tables, scroll bars, tool tips.

Buttons, chips and badges draw themselves; labels carry their own font and colour.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from string import Template

SHEET = Template("""
QToolTip { background: $base; color: $text; border: 1px solid $control; padding: ${p4}px ${p8}px; }
QFrame#card { background: $base; border: 1px solid $border; border-radius: ${p8}px; }
QFrame#card[emphasis="true"] { border-color: $control; }
QFrame#card[focused="true"] { border: 2px solid $accent; }
QFrame#palette { background: $base; border: 1px solid $control; border-radius: ${p8}px; }
QPlainTextEdit#reading { background: $sunken; border: 1px solid $border; border-radius: ${p6}px;
  padding: ${p8}px; selection-background-color: $cite; }
QFrame#line { background: $border; border: none; }
QWidget#ground { background: $window; }
QWidget#page { background: $base; }
QWidget#rail, QWidget#status { background: $rail; }
QScrollArea { background: transparent; border: none; }
QPlainTextEdit#question {
  background: transparent; border: none; padding: 0; selection-background-color: $cite; }
QTextBrowser, QTextEdit#plain { background: transparent; border: none; }
QLineEdit, QComboBox {
  background: $base; border: 1px solid $control; border-radius: ${p6}px; color: $text;
  padding: 0 ${p8}px; min-height: ${p30}px; selection-background-color: $cite; }
QLineEdit:focus, QComboBox:focus, QTextEdit#field:focus { border: 2px solid $accent;
  padding: 0 ${p7}px; min-height: ${p28}px; }
QLineEdit#bare, QLineEdit#bare:focus { background: transparent; border: none; padding: 0; }
QListView { background: $base; border: none; }
QLineEdit:disabled, QComboBox:disabled { background: $sunken; color: $text3;
  border-color: $border; }
QComboBox::drop-down { border: none; width: ${p24}px; }
QComboBox::down-arrow { image: none; }
QTextEdit#field { background: $base; border: 1px solid $control; border-radius: ${p6}px;
  padding: ${p4}px ${p8}px; selection-background-color: $cite; }
QTextEdit#field:focus { padding: ${p3}px ${p7}px; }
QComboBox QAbstractItemView, QMenu {
  background: $base; border: 1px solid $control; border-radius: ${p8}px; padding: ${p4}px; }
QComboBox QAbstractItemView { selection-background-color: $soft; selection-color: $text; }
QMenu::item { padding: ${p4}px ${p24}px ${p4}px ${p12}px; border-radius: ${p4}px;
  min-height: ${p20}px; }
QMenu::item:selected { background: $soft; }
QMenu::item:disabled { color: $text3; }
QMenu::icon { padding-left: ${p8}px; }
QMenu::separator { height: 1px; background: $border; margin: ${p4}px ${p8}px; }
QMenu::indicator { width: ${p14}px; height: ${p14}px; padding-left: ${p8}px; }
QTableView { background: $base; border: none; }
QTableView:focus { border: none; }
QTableView QTableCornerButton::section { background: $base; border: none; }
QHeaderView { background: $base; border: none; }
QSplitter::handle { background: $border; }
QSplitter#bare::handle { background: transparent; }
QScrollBar:vertical { background: transparent; width: ${p10}px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: ${p10}px; margin: 0; }
QScrollBar::handle { background: $control; border-radius: ${p3}px; margin: ${p2}px; }
QScrollBar::handle:vertical { min-height: ${p32}px; }
QScrollBar::handle:horizontal { min-width: ${p32}px; }
QScrollBar::handle:hover { background: $text3; }
QScrollBar::add-line, QScrollBar::sub-line, QScrollBar::add-page, QScrollBar::sub-page {
  background: transparent; border: none; width: 0; height: 0; }
""")

LENGTHS = (2, 3, 4, 6, 7, 8, 10, 11, 12, 14, 16, 20, 24, 28, 30, 32)


def style_sheet(colors: Mapping[str, str], px: Callable[[float], int]) -> str:
    """The sheet in these colours; px turns a length of the design into pixels."""
    lengths = {f"p{length}": str(px(length)) for length in LENGTHS}
    return SHEET.substitute(colors, **lengths)
