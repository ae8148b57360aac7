#include "sternhalma/search/play.hpp"

#include <algorithm>

#include "sternhalma/game/long_jumps.hpp"

namespace sternhalma::search {
namespace {

// A fact that the position's own key leaves out.
constexpr std::uint64_t fact(std::uint64_t kind, std::uint64_t value) noexcept {
  return splitmix64(0x40000 + (kind << 24) + value);
}

// Plies before a limit from which on it can change values: the deepest search looks no further.
constexpr std::uint32_t kHorizon = kMaxPly;

// Own moves of seat s before a deadline that a marble at home makes it meet, more than kHorizon where
// there is none.
template <class Word>
std::uint32_t left_to_leave(const State<Word>& state, int s) noexcept {
  const Tables<Word>& tables = *state.tables;
  if (tables.rules.deadline == kOff || !state.plays(s) ||
      !any(state.marbles[s] & tables.seat[s].home)) {
    return kHorizon + 1;
  }
  const auto deadline = static_cast<std::uint32_t>(tables.rules.deadline);
  return deadline - std::min(deadline, state.moves[s]);
}

}  // namespace

template <class WordType>
std::uint64_t Play<WordType>::table_key() const noexcept {
  const Tables<Word>& tables = *state_.tables;
  const Rules& rules = tables.rules;
  std::uint64_t key = state_.key;
  for (int s = 0; s < tables.seats; ++s) {
    const std::uint32_t left = left_to_leave(state_, s);
    if (left <= kHorizon) key ^= fact(static_cast<std::uint64_t>(s), left);
  }
  if (rules.max_rounds != kOff) {
    const std::uint32_t left = static_cast<std::uint32_t>(rules.max_rounds) - state_.round;
    if (left <= kHorizon) key ^= fact(8, left);
  }
  if (rules.max_plies != kOff) {
    const std::uint32_t left = static_cast<std::uint32_t>(rules.max_plies) - state_.plies;
    if (left <= kHorizon) key ^= fact(9, left);
  }
  if (rules.capture || tables.seats > 2) {
    for (int s = 0; s < tables.seats; ++s) {
      const std::uint64_t known =
          static_cast<std::uint64_t>(state_.taken[s]) << 4 | state_.places[s];
      if (known != 0) key ^= fact(16 + static_cast<std::uint64_t>(s), known);
    }
  }
  return key;
}

template <class WordType>
std::uint64_t Play<WordType>::table_key_change() const noexcept {
  std::uint64_t change = turn_key(state_);
  const std::uint32_t left = left_to_leave(state_, state_.turn);
  if (left > 0 && left <= kHorizon) {
    const auto seat = static_cast<std::uint64_t>(state_.turn);
    change ^= fact(seat, left) ^ fact(seat, left - 1);
  }
  return change;
}

template <class Word>
RacePlay<Word>::RacePlay(const State<Word>& state, const History& history,
                         const Evaluation& evaluation)
    : Play<Word>(state, history, evaluation) {
  for (int s = 0; s < state.tables->seats; ++s) {
    state.tables->layout.for_each(state.marbles[s],
                                  [&](int cell) { this->costs_[s] += evaluation.cost(s, cell); });
    find_tail(s);
    this->costs_[s] += evaluation.tail_cost(this->tails_[s][0], this->tails_[s][1]);
    if (!sternhalma::any(state.marbles[s])) this->costs_[s] = evaluation.most();
  }
}

template <class Word>
void RacePlay<Word>::list(List& moves, bool) {
  scratch_.size = 0;
  list_moves(this->state_, this->state_.turn, scratch_);
  moves.resize(static_cast<std::size_t>(scratch_.size));
  auto out = moves.begin();
  const Gains gains(*this);
  for (const Move move : scratch_) *out++ = {move, gains(move), 0};
}

template <class Word>
int RacePlay<Word>::list_gaining(List& moves, int least, std::uint32_t first) {
  scratch_.size = 0;
  list_moves(this->state_, this->state_.turn, scratch_);
  moves.resize(static_cast<std::size_t>(scratch_.size));
  auto out = moves.begin();
  Ranked<Move> best_out = {{}, -kInfinity, 0};
  const Gains gains(*this);
  for (const Move move : scratch_) {
    const int gain = gains(move);
    if (gain > least || code_of(move) == first) {
      *out++ = {move, gain, 0};
    } else if (gain > best_out.gain) {
      best_out = {move, gain, 0};
    }
  }
  if (out == moves.begin()) *out++ = best_out;
  moves.resize(static_cast<std::size_t>(out - moves.begin()));
  return best_out.gain;
}

template <class Word>
std::optional<Ranked<Move>> RacePlay<Word>::known(std::uint32_t code) noexcept {
  const Move move = {static_cast<std::uint8_t>(code), static_cast<std::uint8_t>(code >> 8)};
  const int cells = this->state_.tables->star.cells();
  if (code == kNoCode || move.from >= cells || move.to >= cells) return {};
  if (!has_move(this->state_, move.from, move.to)) return {};
  return Ranked<Move>{move, Gains(*this)(move), 0};
}

template <class Word>
int RacePlay<Word>::best_gain() noexcept {
  scratch_.size = 0;
  list_moves(this->state_, this->state_.turn, scratch_);
  int best = -kMaxStand;
  const Gains gains(*this);
  for (const Move move : scratch_) best = std::max(best, gains(move));
  return best;
}

template <class Word>
Move RacePlay<Word>::foreseen() noexcept {
  scratch_.size = 0;
  list_moves(this->state_, this->state_.turn, scratch_);
  return *std::max_element(scratch_.begin(), scratch_.end(),
                           [&](const Move& a, const Move& b) { return forward(a) < forward(b); });
}

template <class Word>
void RacePlay<Word>::find_tail(int s) noexcept {
  Tail& tail = this->tails_[s];
  tail = {};
  this->state_.tables->layout.for_each(this->state_.marbles[s], [&](int cell) {
    const std::uint8_t distance = this->evaluation_->distance(s, cell);
    if (distance > tail[2]) enter(tail, distance);
  });
}

template <class Word>
void RacePlay<Word>::count_eliminated(const Effect& effect) noexcept {
  for (int s = 0; s < this->state_.tables->seats; ++s) {
    if (((effect.eliminated >> s) & 1) != 0) this->costs_[s] = this->evaluation_->most();
  }
}

template <class Word>
CapturePlay<Word>::CapturePlay(const State<Word>& state, const History& history,
                               const Evaluation& evaluation)
    : Play<Word>(state, history, evaluation) {
  for (int s = 0; s < state.tables->seats; ++s) this->costs_[s] = -kStoneValue * state.taken[s];
}

template <class Word>
void CapturePlay<Word>::list(List& moves, bool every) {
  moves.clear();
  if (every) {
    generator_.for_each(this->state_, [&](const AMove& move) {
      moves.push_back({move, kStoneValue * popcount(move.taken), 0});
    });
    return;
  }
  const Tables<Word>& tables = *this->state_.tables;
  const CellSet<Word>& stones = this->state_.marbles[0];
  tables.layout.for_each(jumping_stones(tables, stones), [&](int from) {
    others_ = stones;
    tables.layout.flip(others_, from);
    follow(moves, from, from, {}, moves.size() + kOfStone);
  });
  if (moves.size() <= kOfAll) return;
  std::stable_sort(moves.begin(), moves.end(),
                   [](const auto& a, const auto& b) { return a.gain > b.gain; });
  moves.resize(kOfAll);
}

template <class Word>
int CapturePlay<Word>::list_gaining(List& moves, int least, std::uint32_t first) {
  list(moves, false);
  const auto most = std::max_element(moves.begin(), moves.end(),
                                     [](const auto& a, const auto& b) { return a.gain < b.gain; });
  std::iter_swap(moves.begin(), most);  // the one that stays in any case
  int dropped = -kInfinity;
  const auto too_little = [&](const Ranked<AMove>& move) {
    if (move.gain > least || code_of(move.move) == first) return false;
    dropped = std::max(dropped, move.gain);
    return true;
  };
  moves.erase(std::remove_if(moves.begin() + 1, moves.end(), too_little), moves.end());
  return dropped;
}

template <class Word>
void CapturePlay<Word>::follow(List& moves, int from, int cell, const CellSet<Word>& taken,
                               std::size_t most) {
  const Tables<Word>& tables = *this->state_.tables;
  const Layout<Word>& layout = tables.layout;
  const CellSet<Word> standing = others_ & ~taken;
  const auto take = [&](int pivot, int landing) {
    if (moves.size() >= most) return;
    CellSet<Word> more = taken;
    layout.add(more, pivot);
    moves.push_back({{static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(landing), more},
                     kStoneValue * popcount(more),
                     0});
    follow(moves, from, landing, more, most);
  };
  if (tables.rules.jumps == Jumps::kAdjacent) {
    for (const auto hop : tables.hops[cell]) {
      if (hop.landing == Tables<Word>::kNoHop) continue;
      if (!layout.contains(standing, hop.pivot) || layout.contains(standing, hop.landing)) continue;
      take(hop.pivot, hop.landing);
    }
    return;
  }
  const LineWords lines = line_words(tables, standing);
  for (int d = 0; d < kDirections; ++d) {
    const LongJump jump = long_jump(tables, lines, cell, d);
    if (jump.landing != kNoCell) take(jump.pivot, jump.landing);
  }
}

template <class Word>
int CapturePlay<Word>::best_gain() noexcept {
  list(scratch_, false);
  int best = 0;
  for (const auto& move : scratch_) best = std::max(best, move.gain);
  return best;
}

template <class Word>
typename CapturePlay<Word>::AMove CapturePlay<Word>::foreseen() {
  list(scratch_, false);
  return std::max_element(scratch_.begin(), scratch_.end(),
                          [](const auto& a, const auto& b) { return a.gain < b.gain; })
      ->move;
}

template class Play<std::uint64_t>;
template class Play<U128>;
template class RacePlay<std::uint64_t>;
template class RacePlay<U128>;
template class CapturePlay<std::uint64_t>;
template class CapturePlay<U128>;

}  // namespace sternhalma::search
