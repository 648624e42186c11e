"""The language models, each behind its maker's SDK.

`registry` makes a provider; `writer` calls it; `retry` tries again; `faults` says what went wrong;
`http` decides what leaves this machine and by which way. One module for each API.
"""
