// The random numbers of playouts: SplitMix64 (Steele, Lea, Flood, OOPSLA 2014), seeded by (seed,
// stream). The numbers are part of what (seed, game) means, the same on every machine and release.
#pragma once

#include <cstdint>

#include "sternhalma/board/zobrist.hpp"

namespace sternhalma {

class Random {
 public:
  Random(std::uint64_t seed, std::uint64_t stream) noexcept
      : index_(splitmix64(splitmix64(seed + 1) + stream)) {}

  // Its whole state, to go on from later.
  [[nodiscard]] std::uint64_t state() const noexcept { return index_; }
  [[nodiscard]] static Random from_state(std::uint64_t state) noexcept {
    Random random(0, 0);
    random.index_ = state;
    return random;
  }

  // The upper half of the next output.
  [[nodiscard]] std::uint32_t draw() noexcept {
    return static_cast<std::uint32_t>(splitmix64(index_++) >> 32);
  }
  // A number in 0..n-1, 0 < n < 2^32, from the next draw.
  [[nodiscard]] std::uint64_t below(std::uint64_t n) noexcept { return (draw() * n) >> 32; }

 private:
  std::uint64_t index_;
};

}  // namespace sternhalma
