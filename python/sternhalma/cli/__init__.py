"""The command line: `sternhalma variants | show | moves | perft | play | replay | convert | …`.

One file a command. Imports the public modules of the package only; errors become one line here.
"""

from sternhalma.cli.run import main

__all__ = ["main"]
