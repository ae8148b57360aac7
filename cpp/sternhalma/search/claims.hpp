// Which moves are being searched by some thread right now. A thread that comes to such a move leaves it
// for later: by then the other one's answer is in the transposition table. Losing an entry or finding
// a foreign one costs a little time, never a wrong result.
// Source: Kerrigan, "Simplified ABDADA", 2017, after Weill, "The ABDADA Distributed Minimax Search
// Algorithm", 1996.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "sternhalma/game/random.hpp"

namespace sternhalma::search {

class Claims {
 public:
  static constexpr int kLeastDepth = 3;  // plies: below, asking costs more than it saves

  [[nodiscard]] static std::uint64_t claim(std::uint64_t key, std::uint32_t code,
                                           int depth) noexcept {
    return splitmix64(key ^ (static_cast<std::uint64_t>(code) << 8 | static_cast<unsigned>(depth)));
  }
  [[nodiscard]] bool taken(std::uint64_t claim) const noexcept {
    for (const auto& slot : row(claim)) {
      if (slot.load(std::memory_order_relaxed) == claim) return true;
    }
    return false;
  }
  void take(std::uint64_t claim) noexcept {
    for (auto& slot : row(claim)) {
      std::uint64_t free = 0;
      if (slot.compare_exchange_strong(free, claim, std::memory_order_relaxed)) return;
    }
  }
  void give_back(std::uint64_t claim) noexcept {
    for (auto& slot : row(claim)) {
      std::uint64_t mine = claim;
      if (slot.compare_exchange_strong(mine, 0, std::memory_order_relaxed)) return;
    }
  }

 private:
  static constexpr std::size_t kRows = 4096;  // a power of two

  using Row = std::array<std::atomic<std::uint64_t>, 8>;

  [[nodiscard]] Row& row(std::uint64_t claim) noexcept { return rows_[claim & (kRows - 1)]; }
  [[nodiscard]] const Row& row(std::uint64_t claim) const noexcept {
    return rows_[claim & (kRows - 1)];
  }

  std::array<Row, kRows> rows_{};
};

}  // namespace sternhalma::search
