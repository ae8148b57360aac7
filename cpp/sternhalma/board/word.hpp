// Machine words that hold one parity class of a star: 64 bits for orders 1 to 4, 128 for 5 and 6.
// Owns: U128 and the few bit operations the engine uses on both. Knows nothing of boards.
#pragma once

#include <bit>
#include <cstdint>

namespace sternhalma {

// Two 64-bit halves. A struct and not a compiler's 128-bit integer, so that every compiler has it.
struct U128 {
  std::uint64_t lo = 0;
  std::uint64_t hi = 0;

  friend constexpr U128 operator&(U128 a, U128 b) noexcept { return {a.lo & b.lo, a.hi & b.hi}; }
  friend constexpr U128 operator|(U128 a, U128 b) noexcept { return {a.lo | b.lo, a.hi | b.hi}; }
  friend constexpr U128 operator^(U128 a, U128 b) noexcept { return {a.lo ^ b.lo, a.hi ^ b.hi}; }
  friend constexpr U128 operator~(U128 a) noexcept { return {~a.lo, ~a.hi}; }
  constexpr U128& operator&=(U128 b) noexcept { return *this = *this & b; }
  constexpr U128& operator|=(U128 b) noexcept { return *this = *this | b; }
  constexpr U128& operator^=(U128 b) noexcept { return *this = *this ^ b; }
  friend constexpr bool operator==(U128 a, U128 b) noexcept = default;
};

template <class Word>
inline constexpr int kWordBits = static_cast<int>(sizeof(Word) * 8);

// Shifts by a compile-time amount, positive to the left, smaller than the word's width.
template <int Amount>
[[nodiscard]] constexpr std::uint64_t shift(std::uint64_t word) noexcept {
  if constexpr (Amount >= 0) {
    return word << Amount;
  } else {
    return word >> -Amount;
  }
}

template <int Amount>
[[nodiscard]] constexpr U128 shift(U128 word) noexcept {
  if constexpr (Amount == 0) {
    return word;
  } else if constexpr (Amount >= 64) {
    return {0, word.lo << (Amount - 64)};
  } else if constexpr (Amount <= -64) {
    return {word.hi >> (-Amount - 64), 0};
  } else if constexpr (Amount > 0) {
    return {word.lo << Amount, (word.hi << Amount) | (word.lo >> (64 - Amount))};
  } else {
    return {(word.lo >> -Amount) | (word.hi << (64 + Amount)), word.hi >> -Amount};
  }
}

[[nodiscard]] constexpr bool any(std::uint64_t word) noexcept { return word != 0; }
[[nodiscard]] constexpr bool any(U128 word) noexcept { return (word.lo | word.hi) != 0; }

[[nodiscard]] constexpr int popcount(std::uint64_t word) noexcept { return std::popcount(word); }
[[nodiscard]] constexpr int popcount(U128 word) noexcept {
  return std::popcount(word.lo) + std::popcount(word.hi);
}

// Index of the lowest set bit; the word must not be empty.
[[nodiscard]] constexpr int lowest(std::uint64_t word) noexcept { return std::countr_zero(word); }
[[nodiscard]] constexpr int lowest(U128 word) noexcept {
  return word.lo != 0 ? std::countr_zero(word.lo) : 64 + std::countr_zero(word.hi);
}

[[nodiscard]] constexpr std::uint64_t without_lowest(std::uint64_t word) noexcept {
  return word & (word - 1);
}
[[nodiscard]] constexpr U128 without_lowest(U128 word) noexcept {
  return word.lo != 0 ? U128{word.lo & (word.lo - 1), word.hi} : U128{0, word.hi & (word.hi - 1)};
}

[[nodiscard]] constexpr std::uint64_t lowest_bit(std::uint64_t word) noexcept {
  return word & (~word + 1);
}
[[nodiscard]] constexpr U128 lowest_bit(U128 word) noexcept {
  return word.lo != 0 ? U128{word.lo & (~word.lo + 1), 0} : U128{0, word.hi & (~word.hi + 1)};
}

template <class Word>
[[nodiscard]] constexpr Word bit(int index) noexcept {
  if constexpr (sizeof(Word) == 8) {
    return Word{1} << index;
  } else {
    return index < 64 ? U128{std::uint64_t{1} << index, 0}
                      : U128{0, std::uint64_t{1} << (index - 64)};
  }
}

// The bit at an index, 0 or 1.
[[nodiscard]] constexpr int bit_at(std::uint64_t word, int index) noexcept {
  return static_cast<int>((word >> index) & 1);
}
[[nodiscard]] constexpr int bit_at(U128 word, int index) noexcept {
  return bit_at(index < 64 ? word.lo : word.hi, index & 63);
}

// Calls f(index) for every set bit, lowest first.
template <class Word, class F>
constexpr void for_each_bit(Word word, F&& f) {
  for (; any(word); word = without_lowest(word)) f(lowest(word));
}

}  // namespace sternhalma
