#include "sternhalma/search/alpha_beta.hpp"

#include <algorithm>
#include <cmath>

#include "sternhalma/search/deepening.hpp"

namespace sternhalma::search {
namespace {

constexpr int kHistoryMost = 16000;
constexpr int kKillerOrder = 1200;  // a killer is tried as if it gained so much
constexpr int kHistoryShare = 16;   // history counts as a gain of up to 1000
constexpr int kPassReduction = 2;   // plies saved below a pass
constexpr int kAspiration = 80;     // first half-width of the window around the last score
constexpr int kPlyMargin = 260;     // what the other side may gain in a ply, futility
constexpr int kSureGain = 300;      // what nearly every position's best move gains
constexpr int kMostGain = 1000;     // what nearly no position's best move gains more than
constexpr int kFutilityDepth = 3;   // plies from the leaves with futility

// Scores in the table count a win's plies from the entry's own position.
int to_table(int score, int ply) noexcept {
  if (score >= kWinBound) return score + ply;
  return score <= -kWinBound ? score - ply : score;
}
int from_table(int score, int ply) noexcept {
  if (score >= kWinBound) return score - ply;
  return score <= -kWinBound ? score + ply : score;
}

}  // namespace

template <class PlayType>
AlphaBeta<PlayType>::AlphaBeta(const PlayType& root, Job& job, int thread)
    : root_(root),
      play_(root),
      job_(job),
      options_(job.options),
      table_(job.table),
      teams_(root.state()),
      counter_(job, thread == 0, root.state().rules().capture),
      thread_(thread),
      pruning_(!job.options.full_width),
      key_mix_(splitmix64(0x50000 + static_cast<std::uint64_t>(teams_.side))),
      lists_(kMaxPly + 1),
      later_(kMaxPly + 1),
      lines_(kMaxPly + 1),
      killers_(kMaxPly + 1),
      history_(static_cast<std::size_t>(root.state().tables->seats) * kMaxCells * kMaxCells),
      interrupt_([this] {
        job_.control.breathe(thread_ == 0);
        return false;
      }) {
  for (int depth = 1; depth <= kMaxDepth; ++depth) {
    for (int number = 1; number < kReduced; ++number) {
      reductions_[depth][number] =
          static_cast<std::uint8_t>(4 + 10 * std::log(depth) * std::log(number) / 1.9);
    }
  }
  if (root.state().tables->sides == 2) key_mix_ = 0;  // a value is the mover's, whoever searches
  key_mix_ ^= root.evaluation().key();
  if constexpr (requires { play_.watch(nullptr, 0); }) play_.watch(&interrupt_, 0);
}

template <class PlayType>
int AlphaBeta<PlayType>::evaluate() const noexcept {
  const int stand = teams_.stand(play_.costs(), play_.state().tables->seats);
  const int bounded = std::clamp(stand, -kMaxStand, kMaxStand);
  return (team(play_.turn()) == 0 ? bounded : -bounded) + play_.evaluation().tempo();
}

template <class PlayType>
int AlphaBeta<PlayType>::ended(int mover, int ply) const noexcept {
  const int value = place_value(play_.state(), teams_.side, teams_.best, ply);
  return team(mover) == 0 ? value : -value;
}

template <class PlayType>
int AlphaBeta<PlayType>::after(int mover, int depth, int ply, int alpha, int beta, bool may_pass) {
  if (play_.over()) {
    by_path_ += play_.ended_by_path();
    return ended(mover, ply);
  }
  if (team(play_.turn()) == team(mover)) return search(depth, ply, alpha, beta, may_pass);
  return -search(depth, ply, -beta, -alpha, may_pass);
}

template <class PlayType>
int AlphaBeta<PlayType>::search(int depth, int ply, int alpha, int beta, bool may_pass) {
  lines_[ply].clear();
  if (depth <= 0 || ply >= kMaxPly) return evaluate();
  const bool main_line = beta - alpha > 1;
  const bool quiet = pruning_ && play_.quiet();
  if (depth == 1 && quiet && options_.frontier) return frontier(alpha, beta);
  const bool with_table = options_.table && pruning_;
  const std::uint64_t key = play_.table_key() ^ key_mix_;
  if (with_table) table_.prefetch(key);
  const int stand = evaluate();
  Entry entry;
  if (with_table && table_.find(key, entry) && entry.depth >= depth && !main_line) {
    const int score = from_table(entry.score, ply);
    if (entry.bound == Bound::kExact || (entry.bound == Bound::kLower && score >= beta) ||
        (entry.bound == Bound::kUpper && score <= alpha)) {
      return score;
    }
  }
  if (quiet && !main_line && may_pass) {
    if (options_.futility && depth <= kFutilityDepth && stand - depth * kPlyMargin >= beta) {
      return stand;
    }
    if (options_.null_move && depth >= 3 && stand >= beta) {
      if (const auto value = try_null_move(depth, ply, beta)) return *value;
    }
  }

  const int mover = play_.turn();
  const int share = team(mover) == 0 ? 1 : teams_.others;
  List& moves = lists_[ply];
  moves.clear();
  // The table's move often makes all others needless, so it is tried before they are listed.
  if (const auto known = play_.known(entry.move)) moves.push_back(*known);
  bool listed = false;
  int floor = -kInfinity;  // what the moves left out can reach at most
  const auto list_others = [&] {
    const bool first_done = !moves.empty();
    listed = true;
    if (quiet && !main_line && depth <= kFutilityDepth && options_.futility) {
      // Near the leaves a move that gains too little can't reach alpha even if the other side gained
      // next to nothing.
      const int reach = stand + std::max(0, depth - 2) * kPlyMargin;
      const int dropped = play_.list_gaining(moves, (alpha - reach) * share, entry.move);
      if (dropped > -kInfinity) floor = reach + dropped / share;
    } else {
      play_.list(moves, !pruning_);
    }
    order(moves, ply, entry.move);
    if (first_done) bring_forward(moves, 0);
  };
  const std::uint32_t by_path = by_path_;
  const int lowest_alpha = alpha;
  int best = -kInfinity;
  std::size_t best_move = 0;
  const auto before = play_.before();
  const bool looks_up = with_table && depth > 2;  // what follows a move
  const std::uint64_t next_key = looks_up ? key ^ play_.table_key_change() : 0;
  Claims* const claims = depth >= Claims::kLeastDepth ? job_.claims : nullptr;
  std::vector<std::uint16_t>& later = later_[ply];
  later.clear();
  for (std::size_t n = 0;; ++n) {
    if (n == moves.size() && !listed) list_others();
    if (n >= moves.size() + later.size()) break;
    const std::size_t i = n < moves.size() ? n : later[n - moves.size()];
    if (listed && n < moves.size()) bring_forward(moves, i);
    std::uint64_t claim = 0;
    if (claims != nullptr && i > 0) {
      claim = Claims::claim(key, code_of(moves[i].move), depth);
      if (n < moves.size() && claims->taken(claim)) {
        later.push_back(static_cast<std::uint16_t>(i));
        continue;
      }
      claims->take(claim);
    }
    const int gain = moves[i].gain / share;
    if (looks_up) table_.prefetch(next_key ^ play_.cells_key(moves[i].move));
    counter_.count();
    play_.make(moves[i].move);
    int value;
    if (i == 0 || !pruning_) {
      value = after(mover, depth - 1, ply + 1, alpha, beta, true);
    } else {
      const int less = quiet && options_.reductions && depth >= 3
                           ? reduction(depth, static_cast<int>(i), gain > 0)
                           : 0;
      value = after(mover, depth - 1 - less, ply + 1, alpha, alpha + 1, true);
      if (value > alpha && less > 0) {
        value = after(mover, depth - 1, ply + 1, alpha, alpha + 1, true);
      }
      if (value > alpha && value < beta) {
        value = after(mover, depth - 1, ply + 1, alpha, beta, true);
      }
    }
    play_.take_back(before);
    if (claim != 0) claims->give_back(claim);
    if (value <= best) continue;
    best = value;
    best_move = i;
    if (value <= alpha) continue;
    alpha = value;
    update_line(ply, moves[i].move);
    if (alpha >= beta) {
      reward(moves, i, mover, depth, ply);
      break;
    }
  }
  best = std::max(best, floor);
  if (with_table) {
    // A score that rests on how this position came about is none of the position's own.
    const bool own = by_path == by_path_;
    const Bound bound = best >= beta          ? Bound::kLower
                        : best > lowest_alpha ? Bound::kExact
                                              : Bound::kUpper;
    table_.store(key, {code_of(moves[best_move].move), own ? to_table(best, ply) : 0,
                       own ? depth : 0, own ? bound : Bound::kNone});
  }
  return best;
}

// The value one ply before the leaves, where no ending is near: a move changes the standing by what it
// gains, so the best gain tells it, and often less than that will do.
template <class PlayType>
int AlphaBeta<PlayType>::frontier(int alpha, int beta) {
  const int base = evaluate() - 2 * play_.evaluation().tempo();
  const int share = team(play_.turn()) == 0 ? 1 : teams_.others;
  if (beta - alpha == 1) {
    if (base + kSureGain / share >= beta) return base + kSureGain / share;
    if (base + kMostGain / share <= alpha) return base + kMostGain / share;
  }
  return base + play_.best_gain() / share;
}

template <class PlayType>
void AlphaBeta<PlayType>::bring_forward(List& moves, std::size_t next) {
  constexpr std::size_t kPicked = 5;  // then the rest is sorted: most nodes that go on see it all
  const auto earlier = [](const auto& a, const auto& b) { return a.order > b.order; };
  const auto rest = moves.begin() + static_cast<std::ptrdiff_t>(next);
  if (next < kPicked) {
    std::iter_swap(rest, std::min_element(rest, moves.end(), earlier));
  } else if (next == kPicked) {
    std::sort(rest, moves.end(), earlier);
  }
}

template <class PlayType>
std::optional<int> AlphaBeta<PlayType>::try_null_move(int depth, int ply, int beta) {
  if (play_.state().tables->seats != 2) return std::nullopt;
  const auto before = play_.before();
  counter_.count();
  play_.pass_to(1 - play_.turn());
  const int value = -search(depth - 1 - kPassReduction, ply + 1, -beta, 1 - beta, false);
  play_.take_back(before);
  if (value < beta) return std::nullopt;
  return std::min(value, kWinBound - 1);
}

template <class PlayType>
void AlphaBeta<PlayType>::order(List& moves, int ply, std::uint32_t first) const {
  const int mover = play_.turn();
  for (auto& ranked : moves) {
    ranked.order = ranked.gain;
    if (!pruning_) continue;
    const std::uint32_t code = code_of(ranked.move);
    if (code == first) {
      ranked.order = kInfinity;
      continue;
    }
    if (options_.history) ranked.order += history_of(mover, ranked.move) / kHistoryShare;
    if (options_.killers && (killers_[ply][0] == code || killers_[ply][1] == code)) {
      ranked.order += kKillerOrder;
    }
  }
}

template <class PlayType>
int AlphaBeta<PlayType>::reduction(int depth, int number, bool gains) const noexcept {
  if (number < 3) return 0;
  const auto row = static_cast<std::size_t>(std::min(depth, kMaxDepth));
  const auto column = static_cast<std::size_t>(std::min(number, kReduced - 1));
  const int tenths = reductions_[row][column] - (gains ? 4 : 0);
  return std::clamp(tenths / 10, 0, depth - 2);
}

template <class PlayType>
void AlphaBeta<PlayType>::reward(const List& moves, std::size_t best, int mover, int depth,
                                 int ply) {
  if (!pruning_) return;
  const std::uint32_t code = code_of(moves[best].move);
  if (killers_[ply][0] != code) killers_[ply] = {code, killers_[ply][0]};
  const int bonus = std::min(depth * depth * 16, 1600);
  const auto change = [&](const AMove& move, int by) {
    std::int16_t& value = history_of(mover, move);
    value = static_cast<std::int16_t>(value + by - value * std::abs(by) / kHistoryMost);
  };
  change(moves[best].move, bonus);
  for (std::size_t i = 0; i < best; ++i) change(moves[i].move, -bonus);
}

template <class PlayType>
std::int16_t& AlphaBeta<PlayType>::history_of(int mover, const AMove& move) noexcept {
  return history_[(static_cast<std::size_t>(mover) * kMaxCells + move.from) * kMaxCells + move.to];
}
template <class PlayType>
int AlphaBeta<PlayType>::history_of(int mover, const AMove& move) const noexcept {
  return history_[(static_cast<std::size_t>(mover) * kMaxCells + move.from) * kMaxCells + move.to];
}

template <class PlayType>
void AlphaBeta<PlayType>::update_line(int ply, const AMove& move) {
  std::vector<AMove>& line = lines_[ply];
  line.clear();
  line.push_back(move);
  line.insert(line.end(), lines_[ply + 1].begin(), lines_[ply + 1].end());
}

template <class PlayType>
void AlphaBeta<PlayType>::list_root() {
  List moves;
  play_.list(moves, !pruning_);
  sort_root(moves, options_.seed, static_cast<std::uint64_t>(thread_));
  for (const auto& ranked : moves) {
    const int cost = circling_cost(play_, ranked.move, options_);
    root_moves_.push_back({ranked.move, code_of(ranked.move), ranked.gain, cost, -kInfinity, {}});
  }
}

template <class PlayType>
int AlphaBeta<PlayType>::search_root(int depth, std::size_t first, int alpha, int beta) {
  const int mover = play_.turn();
  const auto before = play_.before();
  int best = -kInfinity;
  std::vector<std::uint32_t> later;  // codes of moves that another thread searches
  const std::size_t count = root_moves_.size();
  for (std::size_t n = first; n < count + later.size(); ++n) {
    const auto is_next = [&](const RootMove& move) { return move.code == later[n - count]; };
    const auto i = n < count ? n
                             : static_cast<std::size_t>(
                                   std::find_if(root_moves_.begin(), root_moves_.end(), is_next) -
                                   root_moves_.begin());
    RootMove& move = root_moves_[i];
    std::uint64_t claim = 0;
    if (job_.claims != nullptr && i != first) {
      claim = Claims::claim(key_mix_, move.code, depth);
      if (n < count && job_.claims->taken(claim)) {
        later.push_back(move.code);
        continue;
      }
      job_.claims->take(claim);
    }
    counter_.count();
    play_.make(move.move);
    lines_[1].clear();
    const auto value_in = [&](int search_depth, int low, int high) {
      const auto shifted = [&](int bound) {
        return std::abs(bound) >= kWinBound ? bound : bound + move.cost;
      };
      return less(after(mover, search_depth, 1, shifted(low), shifted(high), true), move.cost);
    };
    int value;
    if (i == first || !pruning_) {
      value = value_in(depth - 1, alpha, beta);
    } else {
      const int number = static_cast<int>(i - first);
      const int reduced = options_.reductions && depth >= 3 && root_.quiet()
                              ? reduction(depth, number, move.gain > 0) / 2
                              : 0;
      value = value_in(depth - 1 - reduced, alpha, alpha + 1);
      if (value > alpha && reduced > 0) value = value_in(depth - 1, alpha, alpha + 1);
      if (value > alpha && value < beta) value = value_in(depth - 1, alpha, beta);
    }
    play_.take_back(before);
    if (claim != 0) job_.claims->give_back(claim);
    best = std::max(best, value);
    if (value <= alpha && i != first) {
      move.score = -kInfinity;
      continue;
    }
    move.score = value;
    if (i == first && value <= alpha) continue;  // the window was too high: no line to keep
    move.line = {move.move};
    move.line.insert(move.line.end(), lines_[1].begin(), lines_[1].end());
    alpha = value;
    // The best so far stands first, so that a stop finds it there.
    std::rotate(root_moves_.begin() + static_cast<std::ptrdiff_t>(first),
                root_moves_.begin() + static_cast<std::ptrdiff_t>(i),
                root_moves_.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    if (alpha >= beta) break;
  }
  return best;
}

template <class PlayType>
int AlphaBeta<PlayType>::aspire(int depth, std::size_t first) {
  const int last = root_moves_[first].score;
  if (!options_.aspiration || !pruning_ || depth < 4 || std::abs(last) >= kMaxStand) {
    return search_root(depth, first, -kInfinity, kInfinity);
  }
  int low = last - kAspiration;
  int high = last + kAspiration;
  for (int width = 2 * kAspiration;; width *= 3) {
    const int value = search_root(depth, first, low, high);
    if (value <= low && low > -kInfinity) {
      low = width > 2000 ? -kInfinity : value - width;
    } else if (value >= high && high < kInfinity) {
      high = width > 2000 ? kInfinity : value + width;
    } else {
      return value;
    }
  }
}

template <class PlayType>
void AlphaBeta<PlayType>::iterate(int depth) {
  const auto lines =
      std::min<std::size_t>(static_cast<std::size_t>(job_.limits.multipv), root_moves_.size());
  for (std::size_t first = 0; first < lines; ++first) aspire(depth, first);
  std::stable_sort(root_moves_.begin(), root_moves_.begin() + static_cast<std::ptrdiff_t>(lines),
                   [](const auto& a, const auto& b) { return a.score > b.score; });
}

template <class PlayType>
void AlphaBeta<PlayType>::report(int depth) {
  const auto lines =
      std::min<std::size_t>(static_cast<std::size_t>(job_.limits.multipv), root_moves_.size());
  result_.depth = depth;
  result_.lines.clear();
  for (std::size_t i = 0; i < lines; ++i) {
    Line line{root_moves_[i].score, {}};
    for (const AMove& move : root_moves_[i].line) line.moves.push_back(play_.any(move));
    if (line.moves.empty()) line.moves.push_back(play_.any(root_moves_[i].move));
    result_.lines.push_back(std::move(line));
  }
  result_.move = result_.lines.front().moves.front();
}

template <class PlayType>
void AlphaBeta<PlayType>::run() {
  try {
    list_root();
    // Before anything is searched: what gains most, but for moves that lose at once.
    result_.move = play_.any(root_moves_.front().move);
    result_.lines = {{evaluate(), {*result_.move}}};
    const int deepest = job_.max_depth();
    for (int depth = 1; depth <= deepest; ++depth) {
      iterate(depth);
      report(depth);
      counter_.let_stop();
      result_.nodes = counter_.nodes();
      result_.time_ms = job_.control.elapsed_ms();
      if (thread_ != 0) continue;
      if (job_.on_info) job_.on_info(result_);
      const int score = std::abs(result_.lines.front().score);
      const bool decided = score >= kWinBound && kWin - score <= depth;
      const bool bounded = job_.limits.depth || job_.limits.nodes;
      if ((decided && !job_.limits.depth) || (root_moves_.size() == 1 && !bounded)) break;
      if (job_.control.enough()) break;
    }
  } catch (const Stopped&) {
    play_ = root_;
    // A best move found in the broken iteration counts: it beat the last one's with full proof.
    if (thread_ == 0 && !root_moves_.empty() && job_.limits.multipv == 1 &&
        root_moves_.front().score > -kInfinity && !root_moves_.front().line.empty()) {
      report(result_.depth);
    }
  }
  result_.nodes = counter_.nodes();
  result_.time_ms = job_.control.elapsed_ms();
}

template class AlphaBeta<RacePlay<std::uint64_t>>;
template class AlphaBeta<RacePlay<U128>>;
template class AlphaBeta<CapturePlay<std::uint64_t>>;
template class AlphaBeta<CapturePlay<U128>>;

}  // namespace sternhalma::search
