// Random games to their end, reproducible: game g of a seed is the same game for every thread count,
// machine and kernel.
//
// A pick is the r-th move of the generation order (movegen.hpp, capture.hpp): by origin (parity
// class, then cell number), a marble's steps before its jumps, targets in the same order; in the
// capture family by origin, then number of stones taken, then canonical path.
//   uniform  r is uniform.
//   forward  four uniform picks, and of these the first that gains most: steps nearer to the
//            target, or stones taken.
#pragma once

#include <cstdint>
#include <vector>

#include "sternhalma/game/game.hpp"
#include "sternhalma/game/interrupt.hpp"
#include "sternhalma/game/random.hpp"

namespace sternhalma {

enum class Policy { kUniform, kForward };

struct PlayoutResult {
  std::uint64_t plies = 0;
  std::vector<std::int32_t> lengths;  // plies of each game
  std::vector<std::int8_t> places;    // games x seats, 0 where the game was cut off
};

[[nodiscard]] PlayoutResult playouts(const Game& game, int games, int max_plies, std::uint64_t seed,
                                     int threads, Policy policy, Interrupt& interrupt);

// Who plays out, and what can stop it: a game without end must end with the rest of the work.
struct Worker {
  Interrupt& interrupt;
  int thread = 0;
};

// Plays random moves on `state` until the game is over or `max_plies` more plies are played; returns
// how many were. Throws Interrupted between two moves.
template <class Word>
int play_out(State<Word>& state, History& history, CaptureGenerator<Word>& generator,
             Random& random, int max_plies, Policy policy, Worker worker);

}  // namespace sternhalma
