// Text of positions and moves, both ways. Reading forgives case and blanks, guesses nothing, and
// throws an Error that says what is wrong and where.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sternhalma/game/endings.hpp"
#include "sternhalma/game/error.hpp"
#include "sternhalma/game/state.hpp"

namespace sternhalma {

[[nodiscard]] std::string_view reason_name(Reason reason) noexcept;
[[nodiscard]] std::optional<Reason> find_reason(std::string_view name) noexcept;

// Letters and blanks of ASCII, whatever the locale.
[[nodiscard]] constexpr bool is_blank(char c) noexcept {
  return c == ' ' || (c >= '\t' && c <= '\r');
}
[[nodiscard]] constexpr char to_lower(char c) noexcept {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

// The start position.
template <class Word>
[[nodiscard]] State<Word> start_state(const Tables<Word>& tables);

// A position text of the variant. Throws Error{kPosition}.
template <class Word>
[[nodiscard]] State<Word> read_position(const Tables<Word>& tables, std::string_view text);

template <class Word>
[[nodiscard]] std::string write_position(const State<Word>& state);

// The cells of a move text: "M1 - m3-k5" -> {m1, m3, k5}. Throws Error{kNotation}.
[[nodiscard]] std::vector<int> read_cells(const Star& star, std::string_view text);

// A legal move from its cells (a legal path, or from-to). Throws Error{kNotation, kIllegal, kOver};
// `text` is what the error quotes.
template <class Word>
[[nodiscard]] AnyMove read_move(const State<Word>& state, const std::vector<int>& cells,
                                const std::string& text);

// The canonical path of a legal move: a shortest one, of those the first in (letter, row) order.
// Empty where the move is not legal.
template <class Word>
[[nodiscard]] std::vector<int> canonical_path(const State<Word>& state, const AnyMove& move);

template <class Word>
[[nodiscard]] CellBits to_bits(const Layout<Word>& layout, const CellSet<Word>& set) {
  CellBits bits{};
  layout.for_each(set, [&](int cell) { bits[cell / 64] |= std::uint64_t{1} << (cell % 64); });
  return bits;
}

template <class Word>
[[nodiscard]] CellSet<Word> from_bits(const Layout<Word>& layout, const CellBits& bits) {
  CellSet<Word> set{};
  for (int i = 0; i < 4; ++i) {
    for_each_bit(bits[i], [&](int b) { layout.add(set, 64 * i + b); });
  }
  return set;
}

}  // namespace sternhalma
