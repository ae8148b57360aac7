// perft: the number of legal move sequences of a length. A finished game has no moves.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "sternhalma/game/game.hpp"
#include "sternhalma/game/interrupt.hpp"

namespace sternhalma {

[[nodiscard]] std::uint64_t perft(const Game& game, int depth, int threads, Interrupt& interrupt);

// The same, by first move, in (letter, row) order; depth >= 1.
[[nodiscard]] std::vector<std::pair<AnyMove, std::uint64_t>> perft_divide(const Game& game,
                                                                          int depth, int threads,
                                                                          Interrupt& interrupt);

}  // namespace sternhalma
