"""Runs the command line as `python -m sternhalma.cli`."""

import sys

from sternhalma.cli import main

sys.exit(main())
