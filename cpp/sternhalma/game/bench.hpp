// What `bench` measures: the main jobs over a set of positions, again and again for a while.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "sternhalma/game/game.hpp"
#include "sternhalma/game/interrupt.hpp"

namespace sternhalma {

enum class Work {
  kCount,    // moves of every child of every position, each child generated on its own
  kList,     // the same, written to a list
  kNode,     // do_move with key and endings, then the full list, at every child
  kPlayout,  // uniform random games from each position, 400 plies at most
};

[[nodiscard]] std::string_view work_name(Work work) noexcept;

struct BenchResult {
  std::uint64_t n = 0;  // moves, nodes or plies done
  double seconds = 0;
  std::uint64_t check = 0;  // total of one pass, which must match
};

// Whole passes over the positions on each thread until `seconds` are over, at least one.
[[nodiscard]] BenchResult bench(Work work, const std::vector<const Game*>& positions,
                                double seconds, int threads, Interrupt& interrupt);

}  // namespace sternhalma
