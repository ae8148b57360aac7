// Zobrist constants: one 64-bit number for each (order, colour, cell), seat to move and seat in play.
// They are computed and never stored, and must never change: keys are compared between machines and
// releases, and a test holds some of them as fixtures.
// Source: A. Zobrist, "A New Hashing Method with Application for Game Playing", 1970; the mixing
// function is the finaliser of SplitMix64 (Steele, Lea, Flood, "Fast Splittable Pseudorandom Number
// Generators", OOPSLA 2014).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "sternhalma/board/geometry.hpp"

namespace sternhalma {

[[nodiscard]] constexpr std::uint64_t splitmix64(std::uint64_t index) noexcept {
  std::uint64_t z = index * 0x9E3779B97F4A7C15ULL;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
  return z ^ (z >> 31);
}

inline constexpr int kStone = 6;  // colour number of a nobody's stone (capture family)
inline constexpr int kColours = 7;

[[nodiscard]] constexpr std::uint64_t zobrist_marble(int order, int colour, int cell) noexcept {
  return splitmix64(1 + static_cast<std::uint64_t>((order * 8 + colour) * 256 + cell));
}
[[nodiscard]] constexpr std::uint64_t zobrist_turn(int colour) noexcept {
  return splitmix64(0x10000 + static_cast<std::uint64_t>(colour));
}
[[nodiscard]] constexpr std::uint64_t zobrist_in_play(int colour) noexcept {
  return splitmix64(0x20000 + static_cast<std::uint64_t>(colour));
}

}  // namespace sternhalma
