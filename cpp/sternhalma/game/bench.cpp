#include "sternhalma/game/bench.hpp"

#include <array>
#include <chrono>
#include <mutex>

#include "sternhalma/game/children.hpp"
#include "sternhalma/game/playout.hpp"
#include "sternhalma/game/workers.hpp"

namespace sternhalma {
namespace {

constexpr int kPlayoutPlies = 400;
constexpr int kPlayoutGames = 100;  // of a pass, over all positions

struct Totals {
  std::uint64_t n = 0;  // units of work
  std::uint64_t check = 0;
};

template <class Word>
Totals children_of_captures(State<Word>& state, History& history, Work work,
                            CaptureGenerator<Word>& generator) {
  Totals totals;
  std::vector<CaptureMove<Word>> moves;
  generator.for_each(state, [&](const CaptureMove<Word>& move) { moves.push_back(move); });
  const Undo<Word> undo = {state, history.mark()};
  for (const auto& move : moves) {
    do_move(state, move, history);
    if (!state.over()) totals.check += generator.count(state);
    undo_move(state, undo, history);
  }
  totals.n = work == Work::kNode ? moves.size() : totals.check;
  return totals;
}

template <class Word>
Totals nodes(State<Word>& state, History& history) {
  MoveList moves;
  list_moves(state, state.turn, moves);
  Totals totals;
  const Undo<Word> undo = {state, history.mark()};
  for (const Move move : moves) {
    do_move(state, move, history);
    if (!state.over()) {
      MoveList replies;
      list_moves(state, state.turn, replies);
      totals.check += static_cast<std::uint64_t>(replies.size);
    }
    undo_move(state, undo, history);
  }
  totals.n = static_cast<std::uint64_t>(moves.size);
  return totals;
}

template <class Word>
Totals children(State<Word>& state, History& history, Work work,
                CaptureGenerator<Word>& generator) {
  if (state.over()) return {};
  if (state.rules().capture) return children_of_captures(state, history, work, generator);
  if (work == Work::kNode) return nodes(state, history);
  std::uint64_t total = 0;
  if (work == Work::kCount) {
    total = sum_over_children(
        state, history, [](const State<Word>& child, int s) { return count_moves(child, s); });
  } else {
    MoveList replies;
    total = sum_over_children(state, history, [&](const State<Word>& child, int s) {
      replies.size = 0;
      list_moves(child, s, replies);
      return replies.size;
    });
  }
  return {total, total};
}

// Where in the run a position is measured: the number of the pass, and of the set's positions.
struct Pass {
  std::uint64_t number = 0;
  std::size_t positions = 0;
  Worker worker;
};

// Games from one position: their share of a pass. Each pass has a seed of its own, since a
// repeated game teaches the branch predictor.
template <class Word>
Totals random_games(const State<Word>& start, const History& past, const Pass& pass,
                    CaptureGenerator<Word>& generator) {
  const std::size_t games = (kPlayoutGames + pass.positions - 1) / pass.positions;
  Totals totals;
  for (std::size_t g = 0; g < games; ++g) {
    State<Word> state = start;
    History history = past;
    history.set_recording(state.rules().repetition != kOff);
    Random random(1 + pass.number, g);
    totals.n += static_cast<std::uint64_t>(
        play_out(state, history, generator, random, kPlayoutPlies, Policy::kUniform, pass.worker));
  }
  totals.check = totals.n;
  return totals;
}

template <class Word>
Totals one_position(const State<Word>& start, const History& past, Work work, const Pass& pass,
                    CaptureGenerator<Word>& generator) {
  if (work == Work::kPlayout) return random_games(start, past, pass, generator);
  State<Word> state = start;
  History history = past;
  return children(state, history, work, generator);
}

}  // namespace

std::string_view work_name(Work work) noexcept {
  constexpr std::array<std::string_view, 4> names = {"count", "list", "node", "playout"};
  return names[static_cast<std::size_t>(work)];
}

BenchResult bench(Work work, const std::vector<const Game*>& positions, double seconds, int threads,
                  Interrupt& interrupt) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  const auto elapsed = [&] { return std::chrono::duration<double>(Clock::now() - start).count(); };
  BenchResult result;
  std::mutex mutex;
  run_on_threads(threads, interrupt, [&](int thread) {
    CaptureGenerator<std::uint64_t> small;
    CaptureGenerator<U128> large;
    small.watch(&interrupt, thread);
    large.watch(&interrupt, thread);
    std::uint64_t done = 0;
    std::uint64_t check = 0;
    Pass pass = {0, positions.size(), {interrupt, thread}};
    do {
      for (const Game* game : positions) {
        const Totals totals = visit(*game, [&](const auto& state, const History& history) {
          if constexpr (sizeof(state.occupied[0]) == 8) {
            return one_position(state, history, work, pass, small);
          } else {
            return one_position(state, history, work, pass, large);
          }
        });
        done += totals.n;
        if (pass.number == 0) check += totals.check;
        interrupt.breathe(thread);
      }
      ++pass.number;
    } while (elapsed() < seconds);
    const std::lock_guard lock(mutex);
    result.n += done;
    result.check = check;
  });
  result.seconds = elapsed();
  return result;
}

}  // namespace sternhalma
