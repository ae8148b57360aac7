"""Text broken in many small ways, for fuzz tests. A seed draws the same mutations everywhere."""

from collections.abc import Sequence
from random import Random

# What the readers know, what looks like it, and what no text should hold.
LETTERS = "wrbkygoWRBKYGO" + "abcdefghijklmnopqxyz" + "0123456789"
SIGNS = "/,-:= \t\n.;+_'\"\\[]{}()#%"
STRANGE = [
    "\0",
    "\x7f",
    "\N{NO-BREAK SPACE}",
    "\N{EN DASH}",
    "\N{CYRILLIC SMALL LETTER O}",
    "\N{ARABIC-INDIC DIGIT THREE}",
    "\N{KELVIN SIGN}",
    "\N{LATIN CAPITAL LETTER I WITH DOT ABOVE}",
    "\N{LINE SEPARATOR}",
    "\N{GRINNING FACE}",
    "\ud800",
    "99999999999999999999",
    "-1",
    "00",
]


def mutated(rng: Random, text: str, others: Sequence[str]) -> str:
    """The text with one to four changes, sometimes spliced with another one."""
    for _ in range(rng.choice((1, 1, 1, 2, 3, 4))):
        text = change(rng, text, others)
    return text


def change(rng: Random, text: str, others: Sequence[str]) -> str:
    """The text with one change somewhere."""
    at = rng.randint(0, len(text))
    end = min(len(text), at + rng.choice((1, 1, 1, 2, 3, 8)))
    cut = text[at:end]
    kind = rng.randrange(10)
    if kind == 0:
        return text[:at] + text[end:]
    if kind == 1:
        return text[:at] + cut + cut + text[end:]
    if kind == 2:
        return text[:at] + cut[::-1] + text[end:]
    if kind == 3:
        return text[:at] + cut.swapcase() + text[end:]
    if kind == 4:
        return text[:at] if rng.random() < 0.5 else text[at:]
    if kind == 5:
        other = rng.choice(others)
        return text[:at] + other[rng.randint(0, len(other)) :]
    if kind == 6:
        words = text.split(" ")
        rng.shuffle(words)
        return " ".join(words)
    piece = rng.choice(STRANGE) if kind == 7 else rng.choice(LETTERS + SIGNS)
    return text[:at] + piece + text[at if rng.random() < 0.5 else end :]
