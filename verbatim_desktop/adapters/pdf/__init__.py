"""Documents as PDF, drawn by fpdf2 with fonts of this machine."""

from verbatim_desktop.adapters.pdf.draw import draw_pdf

__all__ = ["draw_pdf"]
