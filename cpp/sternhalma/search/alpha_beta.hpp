// Principal variation search for two teams by iterative deepening: the two sides of a game, or the
// side to move against all others (the paranoid view of three to six). With `full_width` it is plain
// alpha-beta, whose values are those of minimax.
//
// Sources: the search frame is Marsland and Campbell, "Parallel Search of Strongly Ordered Game
// Trees", 1982; killers Akl and Newborn, 1977; history Schaeffer, 1989; null move Donninger, 1993.
#pragma once

#include <optional>

#include "sternhalma/search/job.hpp"
#include "sternhalma/search/play.hpp"
#include "sternhalma/search/sides.hpp"

namespace sternhalma::search {

template <class PlayType>
class AlphaBeta {
 public:
  using Word = typename PlayType::Word;
  using AMove = typename PlayType::AMove;
  using List = typename PlayType::List;

  // Searches `root` on behalf of a job. Number 0 is the calling thread; the others help it through
  // the table.
  AlphaBeta(const PlayType& root, Job& job, int thread);

  // Deepens until the job's limits are reached. What it found is in `result`, also after a stop.
  void run();
  [[nodiscard]] const Result& result() const noexcept { return result_; }
  [[nodiscard]] std::uint64_t nodes() const noexcept { return counter_.nodes(); }

 private:
  static constexpr int kReduced = 64;

  struct RootMove {
    AMove move;
    std::uint32_t code = kNoCode;
    std::int32_t gain = 0;
    int cost = 0;  // of going round in circles
    int score = -kInfinity;
    std::vector<AMove> line;
  };

  void list_root();
  // One iteration: the best `multipv` lines at this depth, the first ones of root_moves_ then.
  void iterate(int depth);
  int search_root(int depth, std::size_t first, int alpha, int beta);
  int aspire(int depth, std::size_t first);
  int search(int depth, int ply, int alpha, int beta, bool may_pass);
  int frontier(int alpha, int beta);
  // The value of the move just made, seen by its mover.
  int after(int mover, int depth, int ply, int alpha, int beta, bool may_pass);
  // The standing seen by the team to move.
  [[nodiscard]] int evaluate() const noexcept;
  [[nodiscard]] int ended(int mover, int ply) const noexcept;

  void order(List& moves, int ply, std::uint32_t first) const;
  // Puts the best of the moves not searched yet at `next`.
  static void bring_forward(List& moves, std::size_t next);
  [[nodiscard]] int reduction(int depth, int number, bool gains) const noexcept;
  [[nodiscard]] std::optional<int> try_null_move(int depth, int ply, int beta);
  void reward(const List& moves, std::size_t best, int mover, int depth, int ply);
  [[nodiscard]] std::int16_t& history_of(int mover, const AMove& move) noexcept;
  [[nodiscard]] int history_of(int mover, const AMove& move) const noexcept;
  void update_line(int ply, const AMove& move);
  void report(int depth);
  [[nodiscard]] int team(int s) const noexcept { return teams_.of[static_cast<std::size_t>(s)]; }

  const PlayType root_;
  PlayType play_;
  Job& job_;
  const Options& options_;
  Table& table_;
  Teams teams_;
  NodeCounter counter_;
  int thread_;
  bool pruning_;               // nothing but alpha-beta without it
  std::uint64_t key_mix_;      // values belong to the side that searches
  std::uint32_t by_path_ = 0;  // ends met that depend on the way to them

  std::vector<RootMove> root_moves_;
  std::vector<List> lists_;                        // by ply
  std::vector<std::vector<std::uint16_t>> later_;  // numbers of moves that another thread searches
  std::vector<std::vector<AMove>> lines_;
  std::vector<std::array<std::uint32_t, 2>> killers_;
  std::vector<std::int16_t> history_;  // [seat][from][to]
  // Tenths of a ply that a late move is searched less deep, by depth and number.
  std::array<std::array<std::uint8_t, kReduced>, kMaxDepth + 1> reductions_{};
  Interrupt interrupt_;
  Result result_;
};

extern template class AlphaBeta<RacePlay<std::uint64_t>>;
extern template class AlphaBeta<RacePlay<U128>>;
extern template class AlphaBeta<CapturePlay<std::uint64_t>>;
extern template class AlphaBeta<CapturePlay<U128>>;

}  // namespace sternhalma::search
