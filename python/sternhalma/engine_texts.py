"""The English of errors about engines and matches: what `errors` adds to its own texts.

Codes of the kinds `engine` and `arena`. Knows nothing but words.
"""

from __future__ import annotations

TEXTS = {
    ("engine", "unknown-command"): "unknown command {text}",
    ("engine", "no-dialect"): "the first word must be ugi or ccp",
    ("engine", "dialect-twice"): "the dialect is {expected} already",
    ("engine", "too-long"): "a line of more than {expected} bytes is passed over",
    ("engine", "missing"): "{field} is missing",
    ("engine", "passed-over"): "{text} is passed over in {field}",
    ("engine", "bad-value"): "{field} can't be {given}; it takes {expected}",
    ("engine", "unknown-option"): "there is no option {text}",
    ("engine", "two-seats"): (
        "CCP is for white against black with marbles of their own, not for {variant}"
    ),
    ("engine", "no-variant"): "{name} has no option Variant and can't be told to play {variant}",
    ("engine", "unknown-engine"): "there is no engine {text}; there are {expected}",
    ("engine", "options"): "no engine can be made with {given}: {why}",
    ("engine", "start"): "{name} can't be started: {why}",
    ("engine", "died"): "{name} has ended: {why}",
    ("engine", "timeout"): "{name} sent no {expected} within {seconds} s",
    ("engine", "overran"): "{name} took {given} ms where {expected} ms were allowed",
    ("engine", "illegal"): "{name} answered {text}: {why}",
    ("engine", "raised"): "{name} failed: {why}",
    ("engine", "closed"): "{name} has been closed",
    ("arena", "bad-value"): "{field} can't be {given}; it takes {expected}",
    ("arena", "sides"): "engines: {given}; {variant} takes {expected} in one game",
    ("arena", "other-match"): (
        "{file} holds another match: {field} is {given} there and {expected} here"
    ),
    ("arena", "not-ours"): "{file}, line {line}: no game of a match",
    ("arena", "in-use"): "{file} is being written by another run",
    ("arena", "opening"): "no opening of {expected} plies was found for {variant}",
    ("arena", "worker"): "game {game} has ended its worker {given} times",
    ("arena", "extra"): "--scheduler needs the extra cluster: pip install 'sternhalma[cluster]'",
    ("arena", "scheduler"): "no scheduler answers at {text}: {why}",
}
