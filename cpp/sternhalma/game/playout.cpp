#include "sternhalma/game/playout.hpp"

#include <algorithm>
#include <atomic>

#include "sternhalma/game/workers.hpp"

namespace sternhalma {
namespace {

constexpr int kForwardPicks = 4;

template <class Word>
void play_race_move(State<Word>& state, History& history, Random& random, Policy policy) {
  if (policy == Policy::kUniform) {
    do_move(state, pick_move(state, state.turn, random.draw()), history);
    return;
  }
  MoveList moves;
  list_moves(state, state.turn, moves);
  const auto pick = [&] {
    return moves[static_cast<int>(random.below(static_cast<std::uint64_t>(moves.size)))];
  };
  Move best = pick();
  const auto& distance = state.tables->seat[state.turn].distance;
  const auto gain = [&](Move m) { return distance[m.from] - distance[m.to]; };
  for (int i = 1; i < kForwardPicks; ++i) {
    const Move other = pick();
    if (gain(other) > gain(best)) best = other;
  }
  do_move(state, best, history);
}

template <class Word>
void play_capture_move(State<Word>& state, History& history, CaptureGenerator<Word>& generator,
                       Random& random, Policy policy) {
  const std::uint64_t count = generator.count(state);
  CaptureMove<Word> best = generator.pick(state, random.below(count));
  if (policy == Policy::kForward) {
    for (int i = 1; i < kForwardPicks; ++i) {
      const CaptureMove<Word> other = generator.pick(state, random.below(count));
      if (popcount(other.taken) > popcount(best.taken)) best = other;
    }
  }
  do_move(state, best, history);
}

template <class Word>
PlayoutResult run(const State<Word>& start, const History& past, int games, int max_plies,
                  std::uint64_t seed, int threads, Policy policy, Interrupt& interrupt) {
  const int seats = start.tables->seats;
  PlayoutResult result;
  result.lengths.resize(static_cast<std::size_t>(games));
  result.places.resize(static_cast<std::size_t>(games) * static_cast<std::size_t>(seats));
  std::atomic<int> next{0};
  std::atomic<std::uint64_t> plies{0};
  run_on_threads(threads, interrupt, [&](int thread) {
    CaptureGenerator<Word> generator;
    generator.watch(&interrupt, thread);
    State<Word> state;
    History history;
    std::uint64_t mine = 0;
    for (int g = next++; g < games; g = next++) {
      interrupt.breathe(thread);
      state = start;
      history = past;
      history.set_recording(start.rules().repetition != kOff);
      Random random(seed, static_cast<std::uint64_t>(g));
      const int length =
          play_out(state, history, generator, random, max_plies, policy, {interrupt, thread});
      const auto row = static_cast<std::size_t>(g);
      result.lengths[row] = length;
      mine += static_cast<std::uint64_t>(length);
      for (int s = 0; s < seats && state.over(); ++s) {
        result.places[row * static_cast<std::size_t>(seats) + static_cast<std::size_t>(s)] =
            static_cast<std::int8_t>(state.places[s]);
      }
    }
    plies += mine;
  });
  result.plies = plies;
  return result;
}

}  // namespace

template <class Word>
int play_out(State<Word>& state, History& history, CaptureGenerator<Word>& generator,
             Random& random, int max_plies, Policy policy, Worker worker) {
  int plies = 0;
  for (; plies < max_plies && !state.over(); ++plies) {
    if ((plies & 1023) == 1023) worker.interrupt.breathe(worker.thread);
    if (state.rules().capture) {
      play_capture_move(state, history, generator, random, policy);
    } else {
      play_race_move(state, history, random, policy);
    }
  }
  return plies;
}

PlayoutResult playouts(const Game& game, int games, int max_plies, std::uint64_t seed, int threads,
                       Policy policy, Interrupt& interrupt) {
  return visit(game, [&](const auto& state, const History& history) {
    return run(state, history, games, max_plies, seed, threads, policy, interrupt);
  });
}

template int play_out(State<std::uint64_t>&, History&, CaptureGenerator<std::uint64_t>&, Random&,
                      int, Policy, Worker);
template int play_out(State<U128>&, History&, CaptureGenerator<U128>&, Random&, int, Policy,
                      Worker);

}  // namespace sternhalma
