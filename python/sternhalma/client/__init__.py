"""Driving an engine that runs as a program and speaks UGI or CCP.

`Engine` for plain code and `AsyncEngine` for asyncio do the same: start the program, talk with a
bound on every wait, and see to it that no process is left behind. What is said stands once, in
`talk`, without any input or output.
"""

from sternhalma.client.aio import AsyncEngine
from sternhalma.client.plain import Engine
from sternhalma.client.talk import Answer, Command, Timeouts

__all__ = ["Answer", "AsyncEngine", "Command", "Engine", "Timeouts"]
