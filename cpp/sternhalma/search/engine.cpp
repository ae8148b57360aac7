#include "sternhalma/search/engine.hpp"

#include <array>
#include <system_error>
#include <thread>

#include "sternhalma/search/alpha_beta.hpp"
#include "sternhalma/search/best_reply.hpp"
#include "sternhalma/search/foresight.hpp"
#include "sternhalma/search/max_n.hpp"
#include "sternhalma/search/mcts.hpp"
#include "sternhalma/search/race_end.hpp"
#include "sternhalma/search/run_ahead.hpp"

namespace sternhalma::search {
namespace {

constexpr std::array<std::string_view, 8> kNames = {"auto",  "alpha-beta", "plain", "paranoid",
                                                    "max-n", "best-reply", "mcts",  "run-ahead"};

constexpr std::int64_t kDefaultMs = 1000;

// The baseline knows distance and nothing else.
constexpr Weights kDistance = {.step = 100,
                               .square = 0,
                               .in_tip = 0,
                               .ahead = 0,
                               .behind = 0,
                               .last = 0,
                               .second = 0,
                               .tempo = 0};

Weights weights_of(const Options& options) {
  if (options.weights) return *options.weights;
  return options.algorithm == Algorithm::kPlain ? kDistance : Weights{};
}

// Searches with the calling thread and its helpers, which share the table. The calling thread's result
// counts; what the helpers saw reaches it through the table.
template <class PlayType>
Result run_alpha_beta(const PlayType& root, Job& job) {
  const auto claims = std::make_unique<Claims>();
  if (job.options.threads > 1) job.claims = claims.get();
  AlphaBeta<PlayType> search(root, job, 0);
  std::vector<std::unique_ptr<AlphaBeta<PlayType>>> helpers;
  std::vector<std::thread> threads;
  for (int i = 1; i < job.options.threads; ++i) {
    helpers.push_back(std::make_unique<AlphaBeta<PlayType>>(root, job, i));
  }
  try {
    for (const auto& helper : helpers) threads.emplace_back([&helper] { helper->run(); });
  } catch (const std::system_error&) {
    // No more threads to be had: it searches with those there are.
  }
  const auto finish = [&] {
    job.control.halt();
    for (std::thread& thread : threads) thread.join();
  };
  try {
    search.run();
  } catch (...) {  // what a callback threw
    finish();
    throw;
  }
  finish();
  Result result = search.result();
  for (const auto& helper : helpers) result.nodes += helper->nodes();
  return result;
}

template <class PlayType>
Result run(const PlayType& root, Job& job, Algorithm algorithm) {
  switch (algorithm) {
    case Algorithm::kMaxN:
      return MaxN<PlayType>(root, job).run();
    case Algorithm::kBestReply:
      return BestReply<PlayType>(root, job).run();
    case Algorithm::kRunAhead:
      return RunAhead<PlayType>(root, job).run();
    case Algorithm::kMcts:
      return Mcts<PlayType>(root, job).run();
    default:
      return run_alpha_beta(root, job);
  }
}

// Calls f with the game as its family's Play.
template <class F>
auto with_play(const Game& game, const Options& options, F&& f) {
  return visit(game, [&](const auto& state, const History& history) {
    using Word = std::remove_cvref_t<decltype(state.occupied[0])>;
    Evaluation evaluation(*state.tables, weights_of(options));
    if (!options.full_width) {
      evaluation.hurry(state);
      evaluation.wait(state);
    }
    if (state.rules().capture) return f(CapturePlay<Word>(state, history, evaluation));
    return f(RacePlay<Word>(state, history, evaluation));
  });
}

// A race's share of the nodes, both races' share of the time, and the most nodes for one.
constexpr std::uint64_t kNodeShare = 4;
constexpr double kTimeShare = 0.25;
constexpr std::uint64_t kMostNodes = 1 << 21;

// The result of a game whose armies have passed each other. Without one the nodes that were spent are
// taken from the limit. Who asks for a depth, for several lines or for minimax gets the search.
std::optional<Result> end_game(const Game& game, const Options& options, Limits& limits,
                               Control& control, std::uint64_t& used) {
  if (!options.race || options.full_width || limits.depth || limits.multipv > 1) {
    return std::nullopt;
  }
  const std::uint64_t nodes = std::min(kMostNodes, limits.nodes.value_or(~0ULL) / kNodeShare);
  const auto stop = [&] {
    try {
      control.breathe(true);
    } catch (const Stopped&) {
      return true;
    }
    return control.has_used(kTimeShare);
  };
  std::optional<Line> line = visit(game, [&](const auto& state, const History& history) {
    return end_races(state, history, nodes, used, stop);
  });
  if (limits.nodes) *limits.nodes -= used;
  if (!line) return std::nullopt;
  Result result;
  result.move = line->moves.front();
  result.depth = static_cast<int>(line->moves.size());
  result.nodes = used;
  result.time_ms = control.elapsed_ms();
  result.lines.push_back(std::move(*line));
  return result;
}

}  // namespace

std::string_view algorithm_name(Algorithm algorithm) noexcept {
  return kNames[static_cast<std::size_t>(algorithm)];
}

std::optional<Algorithm> find_algorithm(std::string_view name) noexcept {
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if (kNames[i] == name) return static_cast<Algorithm>(i);
  }
  return std::nullopt;
}

Engine::Engine(const Options& options) : options_(options), table_(options.hash_mib) {
  if (options_.algorithm == Algorithm::kPlain) options_.full_width = true;
}

Algorithm Engine::algorithm_for(const Rules& rules) const noexcept {
  if (options_.algorithm != Algorithm::kAuto) return options_.algorithm;
  const auto seats = static_cast<int>(rules.seats.size());
  if ((rules.pairs ? seats / 2 : seats) == 2) return Algorithm::kAlphaBeta;
  return rules.capture ? Algorithm::kMcts : Algorithm::kBestReply;  // docs/search.md
}

Result Engine::search(const Game& game, Limits limits, const OnInfo& on_info,
                      const std::function<bool()>& poll) {
  stop_.store(false, std::memory_order_relaxed);
  interrupted_ = false;
  if (game.turn() == kNobody) return {};
  if (!limits.time_ms && !limits.clock && !limits.depth && !limits.nodes) {
    limits.time_ms = kDefaultMs;
  }
  Control control(limits, stop_, poll);
  Algorithm algorithm = algorithm_for(game.rules()->rules());
  if (options_.algorithm == Algorithm::kAuto && algorithm == Algorithm::kBestReply) {
    const Evaluation evaluation =
        visit(game, [](const auto& state, const History&) { return Evaluation(*state.tables); });
    if (foreseeable(game, evaluation)) algorithm = Algorithm::kRunAhead;
  }
  if (options_.algorithm == Algorithm::kAuto && algorithm == Algorithm::kMcts) {
    // What few stones can still do is searched, not sampled.
    const int stones =
        visit(game, [](const auto& state, const History&) { return popcount(state.marbles[0]); });
    if (stones <= kFewStones) algorithm = Algorithm::kParanoid;
  }
  std::uint64_t used = 0;
  if (algorithm == Algorithm::kAlphaBeta) {
    if (auto result = end_game(game, options_, limits, control, used)) {
      interrupted_ = control.interrupted();
      if (on_info) on_info(*result);
      return *std::move(result);
    }
  }
  table_.begin(!control.timed());
  Job job{options_, limits, control, table_, on_info};
  Result result =
      with_play(game, options_, [&](const auto& play) { return run(play, job, algorithm); });
  result.nodes += used;
  interrupted_ = control.interrupted();
  return result;
}

int Engine::evaluate(const Game& game, int s) const {
  return with_play(game, options_, [&](const auto& play) {
    const auto& state = play.state();
    const int side = state.tables->side_of(s);
    if (state.over()) return place_value(state, side, 1, 0);
    const int stand = Teams(state, side).stand(play.costs(), state.tables->seats);
    const bool to_move = state.tables->side_of(state.turn) == side;
    const int tempo = play.evaluation().tempo();
    return std::clamp(stand, -kMaxStand, kMaxStand) + (to_move ? tempo : -tempo);
  });
}

}  // namespace sternhalma::search
