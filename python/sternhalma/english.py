"""The one place where codes become English: of errors, events, reasons for moves.

Another language replaces this page. Knows nothing of boards and rules: fields are words, numbers.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    Fields = Mapping[str, object]
    Template = str | Callable[[Fields], str]

_LONGEST = 120  # a longer text is shown without its middle
_COLOURS = {
    "w": "white",
    "r": "red",
    "b": "blue",
    "k": "black",
    "y": "yellow",
    "g": "green",
}


def english(kind: str, code: str, fields: Fields) -> str:
    """The English text of an error; a code without a text shows its fields."""
    template = _TEXTS.get((kind, code))
    shown = {name: _show(name, value) for name, value in fields.items()}
    if template is not None:
        try:
            text = template(shown) if callable(template) else template.format_map(shown)
        except (KeyError, IndexError, TypeError, ValueError):
            template = None
    if template is None:
        text = code + "".join(
            f"{', ' if i else ': '}{name}={value}" for i, (name, value) in enumerate(shown.items())
        )
    return _where(shown) + text if kind == "record" else text


def event_text(code: str, fields: Fields) -> str:
    """What happened at a table, as a sentence without its stop."""
    return english("event", code, fields)


def hint_text(code: str, fields: Fields) -> str:
    """What speaks for a move, as a sentence without its stop."""
    return english("hint", code, fields)


def reason_text(reason: str) -> str:
    """Why a game ended, as the end of a sentence; an unknown reason stands for itself."""
    return _REASONS.get(reason, reason)


def how_text(how: str) -> str:
    """What a seat that left the game did, after its colour; an unknown word stands for itself."""
    return _HOW.get(how, how)


def _show(name: str, value: object) -> object:
    """A field as it stands in a text: quoted and shortened texts, colours in words."""
    if name in ("seat", "owner", "letter", "running"):
        colour = getattr(value, "colour", None)
        return colour or (_COLOURS.get(value, value) if isinstance(value, str) else value)
    if name == "offset" and isinstance(value, int):
        return value + 1  # people count characters from 1
    if name in ("text", "char"):
        return repr(_shortened(value))
    if name in ("field", "given", "move") and isinstance(value, str):
        return _escaped(_shortened(value))
    return _escaped(value) if name == "why" and isinstance(value, str) else value


def _shortened(value: object) -> str:
    """A text without its middle where it is very long."""
    text = value if isinstance(value, str) else repr(value)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST // 2]}...{text[-_LONGEST // 2 :]}"


def _escaped(text: str) -> str:
    """The text with line breaks and other unprintable characters spelled out."""
    return "".join(char if char.isprintable() else repr(char)[1:-1] for char in text)


def _where(shown: Fields) -> str:
    parts = []
    if "file" in shown:
        parts.append(_escaped(str(shown["file"])))
    parts += [f"{name} {shown[name]}" for name in ("line", "column", "move") if name in shown]
    return ", ".join(parts) + ": " if parts else ""


def _near(what: str) -> Callable[[Fields], str]:
    def text(fields: Fields) -> str:
        near = fields.get("near")
        names = [near] if isinstance(near, str) else list(near) if near else []  # type: ignore[call-overload]
        hint = f"; did you mean {' or '.join(names)}?" if names else ""
        return f"unknown {what} {fields['text']}{hint}"

    return text


def _has_place(fields: Fields) -> str:
    place = fields.get("place")
    standing = f"already has place {place}" if isinstance(place, int) else "has already arrived"
    return f"{fields['seat']} {standing} and can't leave the game"


def _by_seat(values: Any) -> str:
    """Each seat with its number: what places and clocks are shown as."""
    return ", ".join(f"{_show('seat', seat)} {value}" for seat, value in values.items())


def _arrived(fields: Fields) -> str:
    place = fields["place"]
    what = "has arrived, the partner has not" if place is None else f"arrives: place {place}"
    return f"{fields['seat']} {what}"


def _warned(fields: Fields) -> str:
    cells, count = ", ".join(fields["cells"]), fields["moves_left"]  # type: ignore[arg-type]
    now = "must leave home now"
    due = f"has {count} more moves to leave home" if count not in (0, 1) else now
    danger = " or is eliminated" if fields["reason"] == "would-eliminate" else ""
    return f"{fields['seat']} {due}{danger}: {cells}"


def _leaves_home(fields: Fields) -> str:
    left, due = fields["left"], fields["moves_left"]
    still = f"{left} still there" if left else "the last one"
    return f"it leaves home from {fields['cell']}, {still}, with {due} moves left"


def _unknown_cell(fields: Fields) -> str:
    cell, text = repr(fields["cell"]), fields["text"]
    where = "" if text in (cell, "''") else f" in {text}"
    return f"{cell}{where} is no cell of the star of order {fields['order']}"


def _number(fields: Fields) -> str:
    field = fields["field"]
    entry = "the round" if field == "round" else f"entry {fields['index']} of {field}"
    return f"{entry}, {fields['text']}, is no number from {fields['expected']}"


def _too_many(fields: Fields) -> str:
    given, expected = fields["given"], fields["expected"]
    return f"{fields['seat']} has {given} marbles, more than the {expected} of a camp"


_TEXTS: dict[tuple[str, str], Template] = {
    ("notation", "blank"): "nothing given where a move or cell is due",
    ("notation", "malformed"): (
        "can't read {text} at character {offset}; moves look like m1-m3-k5, cells like m1"
    ),
    ("notation", "unknown-cell"): _unknown_cell,
    ("notation", "one-cell"): "{text} names one cell only; moves look like m1-m3",
    ("notation", "ambiguous"): (
        "{text} fits {count} moves from {origin} to {target}; name every cell of the path"
    ),
    ("notation", "unknown-seat"): (
        "unknown seat {text}; seats are white (w), red (r), blue (b), black (k), yellow (y), "
        "green (g)"
    ),
    ("illegal", "empty"): "{move}: there is no marble on {cell}",
    ("illegal", "not-yours"): "{move}: the marble on {cell} is {owner}'s, {seat} is to move",
    ("illegal", "occupied"): "{move}: {cell} is occupied",
    ("illegal", "no-jump"): "{move}: no step or jump leads from {origin} to {cell}",
    ("illegal", "mixed"): "{move}: a move is one step or a chain of jumps, never both",
    ("illegal", "repeated"): "{move}: a chain never lands twice on one cell, here {cell}",
    ("illegal", "origin"): "{move}: a chain never lands on its origin {cell}",
    ("illegal", "foreign-tip"): "{move}: no move may end in a foreign tip, and {cell} is in one",
    ("illegal", "closed"): "{move}: foreign tips are closed, and {cell} is in one",
    ("illegal", "leaves-target"): (
        "{move}: a marble in its target camp stays there, and {cell} is outside"
    ),
    ("illegal", "no-step"): "{move}: there are no steps in this game, only jumps that take",
    ("illegal", "not-legal"): "{move}: not a legal move here",
    ("illegal", "row"): "row {row}: {move} is not a legal move of that game",
    ("illegal", "wrong-board"): (
        "{move}: a move of the star of order {order}, the board has order {expected}"
    ),
    ("illegal", "no-seat"): "{seat} does not play in this game",
    ("illegal", "has-place"): _has_place,
    ("position", "fields"): (
        "a position text has {expected} parts with blanks between, {text} has {given}"
    ),
    ("position", "rows"): "the board has {given} rows instead of {expected}",
    ("position", "row-length"): (
        "row {row} of the board, {text}, has {given} cells instead of {expected}"
    ),
    ("position", "board-char"): (
        "row {row} of the board: {char} at character {offset} is no colour letter or number"
    ),
    ("position", "too-many"): _too_many,
    ("position", "not-seated"): (
        "row {row} of the board, character {offset}: {letter} does not play in this variant"
    ),
    ("position", "turn"): "turn {text} is neither a colour letter nor -",
    ("position", "turn-seat"): "{letter} is to move but does not play in this variant",
    ("position", "turn-placed"): "{letter} is to move but has a place",
    ("position", "turn-arrived"): "{letter} is to move but has arrived",
    ("position", "turn-stuck"): "{letter} is to move but can't move",
    ("position", "count"): "entries of {field}: {given} instead of {expected}",
    ("position", "place"): "entry {index} of the places, {text}, is neither -, a nor a number",
    ("position", "place-range"): (
        "entry {index} of the places: {place} is out of range, places are 1 to {expected}"
    ),
    ("position", "number"): _number,
    ("position", "unfinished"): "the game is over, but entry {index} of the places has no place",
    ("position", "sides"): "sides in play: {given}; it takes two for somebody to be to move",
    ("position", "no-race"): "there is no race in the capture family: nobody has a target to fill",
    ("position", "short-of-marbles"): (
        "{seat} has {given} marbles and a target of {expected} cells, so no race to fill it"
    ),
    ("position", "other-variant"): "a position of {given} where one of {expected} is due",
    ("position", "arrived-pairs"): (
        "entry {index} of the places does not fit the partner's: they share a place, and a is for "
        "one that has arrived before the other"
    ),
    ("variant", "unknown-variant"): _near("variant"),
    ("variant", "unknown-field"): _near("switch"),
    ("variant", "bad-value"): "{field} can't be {given}; it takes {expected}",
    ("variant", "twice"): "{field} is set twice",
    ("variant", "malformed"): (
        "can't read {text} at character {offset}; variants look like classic-2 or "
        "classic-2:deadline=none,foreign=open"
    ),
    ("variant", "five-seats"): (
        "there is no {variant} for five seats: one would have nobody opposite"
    ),
    ("variant", "seats-number"): "seats: {given} seats; it takes 2 to 6",
    ("variant", "seats-letter"): "seats: {given!r} is no colour letter; they are w r b k y g",
    ("variant", "seats-twice"): "seats: {letter} stands there twice",
    ("variant", "seats-order"): (
        "seats: {given} is not clockwise from the first mover, that would be {expected}"
    ),
    ("variant", "marbles"): "marbles can't be {given}; this star takes {expected}",
    ("variant", "marbles-row"): (
        "marbles: tip and row are for two opposite seats, not for {given}"
    ),
    ("variant", "reply-seats"): "reply=true is for two seats, not for {given}",
    ("variant", "reply-finish"): "reply=true makes no sense where the first arrival ends the game",
    ("variant", "pairs-seats"): (
        "pairs=true takes two pairs at least and every seat its opposite, not {given}"
    ),
    ("variant", "capture-conflict"): (
        "{field} makes no sense with capture=true; it takes lock=none, foreign=open, "
        "arrival=filled, deadline=none, and reply, pairs and lock_in false"
    ),
    ("record", "json"): "no JSON object: {why}",
    ("record", "encoding"): "not UTF-8 at byte {offset}",
    ("record", "missing"): "{field} is missing",
    ("record", "twice"): "{field} stands there twice",
    ("record", "bad-value"): "{field} can't be {given}; it takes {expected}",
    ("record", "start"): "the start position can't be read: {why}",
    ("record", "variant"): "{why}",
    ("record", "illegal"): "{why}",
    ("record", "quit"): "{why}",
    ("record", "differs"): "{field} is {given} in the record, {expected} by the rules",
    ("record", "tag"): 'can\'t read the tag {text}; tags look like [White "Anna"]',
    ("record", "tag-value"): "the value of {field} is no JSON: {why}",
    ("record", "first-tag"): 'a game begins with a tag such as [Variant "classic-2"], not {text}',
    ("record", "late-tag"): "{field} stands after the first move; tags come before it",
    ("record", "unknown-tag"): _near("tag"),
    ("record", "tag-seat"): "{seat} does not play in {variant}",
    ("record", "round"): "{text} stands where round {expected} is due",
    ("record", "move-due"): "{text} stands where the move of {seat} is due",
    ("record", "pass"): "{seat} moves in this round and can't be passed over",
    ("record", "pass-due"): "{text} stands where -- is due: {seat} has no move in this round",
    ("record", "quit-words"): (
        "{text} is no way to leave a game; it is white resigns, or white runs out of time"
    ),
    ("record", "clock"): "{text} is no clock time; in braces it looks like @4:57.25",
    ("record", "comment"): "a comment is not closed in its line",
    ("record", "brace"): "a closing brace ends no comment",
    ("record", "escape"): "{text} in a comment stands for no character",
    ("record", "stray"): "{text} belongs to no move",
    ("record", "after-end"): "{text} stands after the end of the game",
    ("record", "after-cut"): "{text} stands after a line that was cut off; only a new game may",
    ("record", "unfinished"): "the game is not over, but no * stands after its last move",
    ("record", "torn"): "the text breaks off before the variant of its first game",
    ("record", "no-game"): "no game has been started",
    ("record", "game-open"): "the game before has not been finished",
    ("record", "busy"): "another program is writing games to it",
    ("record", "other-format"): "it holds JSON lines, not text records to append to",
    ("table", "ply"): "the table stands at ply {expected}, not at {given}",
    ("table", "turn"): "it is {owner}'s turn, not {seat}'s",
    ("table", "paused"): "the game is paused",
    ("table", "rated"): "no move is taken back in a rated game",
    ("table", "takebacks"): "no move is taken back at this table",
    ("table", "no-undo"): "there is no move to take back",
    ("table", "pairs-rated"): "pairs play unrated",
    ("table", "clock"): (
        "{text} is no clock; clocks look like 5+3: minutes for the game, seconds for each move"
    ),
    ("table", "family"): _near("family"),
    ("table", "seats-count"): "{variant} is for {expected} seats, not for {given}",
    ("table", "seats-shape"): (
        "{variant} can't be played from {given}; the seats lie as {expected} do, or turned"
    ),
    ("table", "seat-twice"): "{seat} is named twice",
    ("table", "not-seated"): "{seat} does not play in {variant}",
    ("table", "player"): "{seat}'s player, {given}, has no choose(turn)",
    ("table", "player-class"): "{seat}'s player, the class {given}, is no player itself",
    ("table", "no-mapping"): "{field}: a mapping from seats, not {given}",
    ("table", "event"): "no event of a table: {why}",
    ("table", "async"): "{seat}'s player answers later: drive this table with arun()",
    ("table", "outside"): "a human's moves come from outside, through play()",
    ("table", "direction"): "there is no direction {text}; there are {expected}",
    ("table", "bad-value"): "{field} can't be {given}; it takes {expected}",
    ("table", "data"): "no saved table: {why}",
    ("rating", "unknown-player"): _near("player"),
    ("rating", "same-player"): "{text} sits there twice; a rated game takes different players",
    ("rating", "clash"): "game {text} stands in the book with another result",
    ("rating", "bad-value"): "{field} can't be {given}; it takes {expected}",
    ("rating", "book"): "{text} is no rating book: {why}",
    ("event", "moved"): "{seat} plays {move}",
    ("event", "skipped"): "{seat} can't move and is skipped",
    ("event", "arrived"): _arrived,
    ("event", "eliminated"): "{seat} is eliminated: place {place}",
    ("event", "warned"): _warned,
    ("event", "clock"): lambda fields: f"left in milliseconds: {_by_seat(fields['times'])}",
    ("event", "ask"): lambda fields: (
        f"{fields['move']} would eliminate {fields['seat']}: "
        f"{_ASKED.get(str(fields['reason']), fields['reason'])}"
    ),
    ("event", "left"): lambda fields: f"{fields['seat']} {how_text(str(fields['how']))}",
    ("event", "over"): lambda fields: (
        f"the game is over, {reason_text(str(fields['reason']))}: {_by_seat(fields['places'])}"
    ),
    ("event", "failed"): "{seat}'s player has failed: {why}",
    ("event", "undone"): "moves taken back: {count}; {seat} is to move",
    ("event", "paused"): "the game is paused",
    ("event", "resumed"): "the game goes on",
    ("hint", "arrives"): "{seat} arrives",
    ("hint", "keeps"): "it keeps the seat in play, as {count} of {of} moves would not",
    ("hint", "leaves-home"): _leaves_home,
    ("hint", "takes"): lambda fields: (
        f"it takes {fields['count']}{', as many as any move can' if fields['most'] else ''}"
    ),
    ("hint", "longest-chain"): "no chain is longer: {jumps} jumps",
    ("hint", "ladder"): "it climbs a ladder of {jumps} jumps",
    ("hint", "rows"): "it comes {rows} nearer to the target, counted in rows",
    ("hint", "straggler"): "it brings on the marble that is farthest behind, from {cell}",
    ("hint", "opens"): "it opens a way: the best next move gains {rows} rows more",
    ("hint", "denies"): "it takes {rows} rows from the best move of {seat}",
    ("hint", "searched"): "the search found nothing better",
    ("bench", "work"): "no work {given!r} to measure; there is {expected}",
    ("bench", "bad-value"): "{field} can't be {given}; it takes {expected}",
    ("bench", "check"): (
        "{work} of {variant} adds up to {given} instead of {expected}: this build is wrong"
    ),
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
    ("over", "over"): lambda fields: (
        f"the game is over: {reason_text(str(fields.get('reason', 'over')))}"
    ),
}

_REASONS = {
    "arrived": "a side has arrived",
    "eliminated": "a side had not left its home camp in time",
    "blocked": "nobody can move",
    "locked-in": "a marble is locked in for good in its home camp",
    "limit": "the limit of moves or rounds was reached",
    "repetition": "the same position stood for the third time",
    "exhausted": "no jump is possible anywhere",
    "resigned": "a seat resigned",
    "time": "a seat ran out of time",
    "read": "it was over in the position text",
}

_ASKED: dict[str, str] = {
    "still-home": "a marble that has a way out would still be at home",
    "back-home": "no marble may come back home after the deadline",
}

_HOW = {"resigned": "resigns", "time": "runs out of time"}
