// The engine: options, a transposition table that lives as long as it, and one search at a time. Picks
// the algorithm and the types that fit a game's order and family.
#pragma once

#include <atomic>
#include <functional>
#include <memory>

#include "sternhalma/game/game.hpp"
#include "sternhalma/search/job.hpp"

namespace sternhalma::search {

class Engine {
 public:
  explicit Engine(const Options& options);

  [[nodiscard]] const Options& options() const noexcept { return options_; }

  // Searches a game, which must not change meanwhile. `poll` returns true to interrupt; both callbacks
  // run on the calling thread. With no limit at all it goes on for a second.
  Result search(const Game& game, Limits limits, const OnInfo& on_info,
                const std::function<bool()>& poll);
  // Whether the last search ended because `poll` said so.
  [[nodiscard]] bool interrupted() const noexcept { return interrupted_; }
  // Ends the search that runs, from any thread.
  void stop() noexcept { stop_.store(true, std::memory_order_relaxed); }
  // Forgets all earlier searches.
  void clear() noexcept { table_.clear(); }

  // How the position stands for the side of seat s, without searching; of a finished one what its
  // places are worth.
  [[nodiscard]] int evaluate(const Game& game, int s) const;
  // The algorithm that plays a game of these rules.
  [[nodiscard]] Algorithm algorithm_for(const Rules& rules) const noexcept;

 private:
  Options options_;
  Table table_;
  std::atomic<bool> stop_{false};
  bool interrupted_ = false;
};

}  // namespace sternhalma::search
