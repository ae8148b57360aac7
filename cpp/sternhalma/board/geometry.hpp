// The star of one order: cells, names, neighbours, tips, camps, distances, symmetries.
// Everything is computed from the formulas of the star; there are no typed-in tables. One `Star` an
// order, built on first use and shared. Knows nothing of rules, marbles or whose turn it is.
//
// A cell has a letter x (a = 1, slanted lines from the left) and a row y (1 at the bottom). The star
// of order k is the union of two triangles:
//
//   up:   x >= k+1, y >= k+1, x+y <= 5k+2        down: x <= 3k+1, y <= 3k+1, x+y >= 3k+2
//
// Cell numbers run over the rows from the top, left to right: 0 is the top (e17 at order 4).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sternhalma {

inline constexpr int kMinOrder = 1;
inline constexpr int kMaxOrder = 6;
inline constexpr int kDirections = 6;
inline constexpr int kTips = 6;
inline constexpr int kSymmetries = 12;
inline constexpr int kMaxCells = 6 * kMaxOrder * (kMaxOrder + 1) + 1;
inline constexpr int kNoCell = -1;

// Directions counter-clockwise from the right; the opposite of d is (d + 3) % 6.
enum Direction : int { kEast, kNorthEast, kNorthWest, kWest, kSouthWest, kSouthEast };
inline constexpr std::array<int, kDirections> kDx = {1, 0, -1, -1, 0, 1};
inline constexpr std::array<int, kDirections> kDy = {0, 1, 1, 0, -1, -1};

// Tips and seat colours share numbers, clockwise from the bottom.
enum Colour : int { kWhite, kRed, kBlue, kBlack, kYellow, kGreen };
inline constexpr std::string_view kColourLetters = "wrbkyg";

[[nodiscard]] constexpr int opposite_tip(int tip) noexcept { return (tip + 3) % kTips; }
[[nodiscard]] constexpr int opposite_direction(int direction) noexcept {
  return (direction + 3) % kDirections;
}

class Star {
 public:
  // The star of `order`, which must be in 1..6.
  [[nodiscard]] static const Star& of(int order);

  [[nodiscard]] int order() const noexcept { return order_; }
  [[nodiscard]] int cells() const noexcept { return static_cast<int>(x_.size()); }
  [[nodiscard]] int rows() const noexcept { return 4 * order_ + 1; }
  [[nodiscard]] int tip_size() const noexcept { return order_ * (order_ + 1) / 2; }
  // A camp with the hexagon's next row: 15 marbles at order 4.
  [[nodiscard]] int tip_and_row_size() const noexcept { return tip_size() + order_ + 1; }

  [[nodiscard]] int x(int cell) const noexcept { return x_[cell]; }
  [[nodiscard]] int y(int cell) const noexcept { return y_[cell]; }
  // The cell at (x, y), kNoCell off the star.
  [[nodiscard]] int cell_at(int x, int y) const noexcept;
  [[nodiscard]] const std::string& name(int cell) const noexcept { return name_[cell]; }
  // The cell of a name such as "m1" (lower case), kNoCell if there is none.
  [[nodiscard]] int find(std::string_view name) const noexcept;
  // Position of a cell in (letter, row) order: how moves are sorted and paths compared.
  [[nodiscard]] int rank(int cell) const noexcept { return rank_[cell]; }
  // The cell `count` steps away in a direction, kNoCell off the star.
  [[nodiscard]] int neighbour(int cell, int direction, int count = 1) const noexcept;

  // The tip a cell lies in, -1 in the hexagon.
  [[nodiscard]] int tip_of(int cell) const noexcept { return tip_of_[cell]; }
  // Whether a cell belongs to the camp at `tip` for `marbles` marbles (a tip, or tip and row).
  [[nodiscard]] bool in_camp(int cell, int tip, int marbles) const noexcept;
  // Steps between two cells on an empty star (the star is convex enough for the hexagon metric).
  [[nodiscard]] int distance(int a, int b) const noexcept;
  // Image of a cell under symmetry s: s % 6 turns by 60 degrees clockwise, s >= 6 mirrored first.
  [[nodiscard]] int image(int cell, int symmetry) const noexcept;

 private:
  explicit Star(int order);

  int order_;
  std::vector<int> x_, y_, rank_, tip_of_;
  std::vector<std::string> name_;
  std::vector<std::int16_t> at_;  // (y * stride + x) -> cell
};

}  // namespace sternhalma
