"""The two line protocols that engines of this game speak: UGI and CCP, and a server for both.

`dialect` owns what both have in common, `ugi` and `ccp` what each adds; each knows its lines from
both ends, so that the server here and the client in `sternhalma.client` can't drift apart.
`docs/protocol.md` is the specification.
"""

from sternhalma.protocol.ccp import Ccp
from sternhalma.protocol.dialect import Dialect, Limits, Report
from sternhalma.protocol.ugi import Ugi

DIALECTS: dict[str, Dialect] = {dialect.word: dialect for dialect in (Ugi(), Ccp())}

__all__ = ["DIALECTS", "Ccp", "Dialect", "Limits", "Report", "Ugi"]
