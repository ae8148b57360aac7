// Rules compiled for play: per seat the camps and the landing masks that fold in every geometric
// rule (foreign tips, target lock), so that move generation only shifts and masks. Immutable after
// construction; shared by all games of a variant. Seats are indices in turn order here.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "sternhalma/board/layout.hpp"
#include "sternhalma/board/zobrist.hpp"
#include "sternhalma/game/rules.hpp"

namespace sternhalma {

inline constexpr int kMaxSeats = 6;

template <class Word>
struct SeatTables {
  using Set = CellSet<Word>;
  using Directed = std::array<Set, kDirections>;

  int colour = 0;
  int partner = -1;  // seat index of the opposite seat in a pairs game
  Set home;          // home camp
  Set target;        // target camp
  Set locked;        // target camp where a target lock holds, else empty
  Set ends;          // cells where a move that starts outside the locked target may end
  // Landing masks by direction. A step's landing is allowed or not by its origin (one cell behind)
  // alone, so one mask serves all marbles. A jump's is not under lock `move`: a marble that starts
  // inside the target stays there, one that starts outside may cross it.
  Directed step;
  Directed jump_outside;  // for a marble that starts outside the locked target
  Directed jump_inside;   // for one that starts inside
  Set entered;            // cells where a chain from outside may land at all
  std::array<std::uint8_t, kMaxCells> distance{};  // steps to the nearest target cell, empty board
};

// One line of cells along an axis, for long jumps: bit i of its occupancy is cells[i].
struct Line {
  std::array<std::uint8_t, 4 * kMaxOrder + 1> cells{};
  int length = 0;
};

// Where a cell lies on each of its three lines.
struct OnLine {
  std::uint8_t line = 0;
  std::uint8_t index = 0;
};

inline constexpr int kMaxLines = kAxes * (4 * kMaxOrder + 1);

template <class Word>
struct Tables {
  explicit Tables(const Rules& rules);

  Rules rules;
  const Star& star;
  const Layout<Word>& layout;
  int seats = 0;
  int sides = 0;  // what takes places: seats, or pairs of them
  std::array<SeatTables<Word>, kMaxSeats> seat;
  std::array<std::array<std::uint64_t, kMaxCells>, kColours> zobrist;
  std::array<std::uint64_t, kMaxSeats> zobrist_turn{};
  std::array<std::uint64_t, kMaxSeats> zobrist_in_play{};

  // Long jumps: axis 0 runs E-W, 1 NE-SW, 2 NW-SE; index grows with direction `axis`.
  std::vector<Line> lines;
  std::array<std::array<OnLine, kAxes>, kMaxCells> on_line{};

  // Jumps over a neighbour from each cell, by (letter, row) of the landing; kNoHop off the star.
  struct Hop {
    std::uint8_t pivot = 0;
    std::uint8_t landing = 0;
  };
  static constexpr std::uint8_t kNoHop = 255;
  std::array<std::array<Hop, kDirections>, kMaxCells> hops{};

  [[nodiscard]] int tip_seat(int colour) const noexcept;
  [[nodiscard]] int side_of(int s) const noexcept {
    return rules.pairs ? (s < seats / 2 ? s : s - seats / 2) : s;
  }

 private:
  void build_seat(int index);
  void build_lines();
  void build_hops();
};

extern template struct Tables<std::uint64_t>;
extern template struct Tables<U128>;

}  // namespace sternhalma
