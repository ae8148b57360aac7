// Moves as the generators write them. A race move is its two cells; a capture move adds the set of
// stones it takes. Cells are cell numbers (see board/geometry.hpp).
#pragma once

#include <array>
#include <cstdint>

#include "sternhalma/board/layout.hpp"

namespace sternhalma {

//  bits 0-7 origin, bits 8-15 target
struct Move {
  std::uint8_t from;
  std::uint8_t to;

  friend constexpr bool operator==(Move, Move) noexcept = default;
};

// No marble has more ends than the star has other cells, no camp more than 28 marbles.
inline constexpr int kMaxMarbles = kMaxOrder * (kMaxOrder + 1) / 2 + kMaxOrder + 1;
// Room for some more, since generators write candidates before they know whether they count; sixteen
// moves are a register of the AVX-512 kernel.
inline constexpr int kSpareMoves = 16;
inline constexpr int kMaxMoves = kMaxMarbles * (kMaxCells - 1) + kSpareMoves;

// A list on the stack, filled by the race generators.
struct MoveList {
  std::array<Move, kMaxMoves> moves;
  int size = 0;

  MoveList() noexcept {}  // leaves the moves uninitialised: a list is made at every node

  void add(int from, int to) noexcept {
    moves[static_cast<std::size_t>(size++)] = {static_cast<std::uint8_t>(from),
                                               static_cast<std::uint8_t>(to)};
  }
  [[nodiscard]] const Move* begin() const noexcept { return moves.data(); }
  [[nodiscard]] const Move* end() const noexcept { return moves.data() + size; }
  [[nodiscard]] Move operator[](int i) const noexcept { return moves[static_cast<std::size_t>(i)]; }
};

template <class Word>
struct CaptureMove {
  std::uint8_t from = 0;
  std::uint8_t to = 0;
  CellSet<Word> taken;
};

// A set of cells by cell number, for any order.
using CellBits = std::array<std::uint64_t, 4>;

// A move of any family and order.
struct AnyMove {
  std::uint8_t from = 0;
  std::uint8_t to = 0;
  CellBits taken{};

  friend bool operator==(const AnyMove&, const AnyMove&) noexcept = default;
};

}  // namespace sternhalma
