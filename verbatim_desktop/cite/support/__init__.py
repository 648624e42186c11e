"""The support gate: is a sentence borne out by what it cites? `assess` says, and names faults."""

from verbatim_desktop.cite.support.gate import assess, assess_answer, sentences_of

__all__ = ["assess", "assess_answer", "sentences_of"]
