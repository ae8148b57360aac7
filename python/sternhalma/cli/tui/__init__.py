"""The full-screen terminal game, one file a concern; `app` is the only way in.

`keys` (what is chosen), `drawing` (the star as characters), `motion` (a move hop by hop), `panel`
(what stands beside the board) and `settings` (what is kept) know no screen library; `board`,
`dialogs`, `screen` and `app` put them on textual. No rule is known here: everything comes from the
table's views and events.
"""
