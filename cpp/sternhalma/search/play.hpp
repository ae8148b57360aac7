// A position that search plays on: a State with its own History, and what each seat's marbles cost,
// kept up to date. `RacePlay` and `CapturePlay` have the same face, so that an algorithm is written
// once: moves listed with what they gain their mover, make and take back, a key for the table.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "sternhalma/game/children.hpp"
#include "sternhalma/game/notation.hpp"
#include "sternhalma/search/evaluation.hpp"
#include "sternhalma/search/options.hpp"

namespace sternhalma::search {

template <class AMove>
struct Ranked {
  AMove move;
  std::int32_t gain = 0;   // what it lowers its mover's cost by
  std::int32_t order = 0;  // the higher the earlier it is searched
};

// Moves in the table, 24 bits, never 0. Capture moves have a few bits of the stones they take.
[[nodiscard]] inline std::uint32_t code_of(Move move) noexcept {
  return static_cast<std::uint32_t>(move.from) | static_cast<std::uint32_t>(move.to) << 8;
}
template <class Word>
[[nodiscard]] inline std::uint32_t code_of(const CaptureMove<Word>& move) noexcept {
  std::uint64_t mixed = 0;
  for (int c = 0; c < kClasses; ++c) {
    if constexpr (sizeof(Word) == 8) {
      mixed = splitmix64(mixed ^ move.taken[c]);
    } else {
      mixed = splitmix64(splitmix64(mixed ^ move.taken[c].lo) ^ move.taken[c].hi);
    }
  }
  return static_cast<std::uint32_t>(move.from) | static_cast<std::uint32_t>(move.to) << 8 |
         static_cast<std::uint32_t>((mixed & 0x7F) << 1 | 1) << 16;
}

// What both families share. `costs` are by seat, in the units of the evaluation.
template <class WordType>
class Play {
 public:
  using Word = WordType;
  using Costs = std::array<std::int32_t, kMaxSeats>;
  struct Before {
    Undo<Word> undo;
    Costs costs;
    std::array<Tail, kMaxSeats> tails;
  };

  Play(const State<Word>& state, const History& history, const Evaluation& evaluation)
      : state_(state), history_(history), evaluation_(&evaluation) {}

  [[nodiscard]] const State<Word>& state() const noexcept { return state_; }
  [[nodiscard]] const Evaluation& evaluation() const noexcept { return *evaluation_; }
  [[nodiscard]] const Costs& costs() const noexcept { return costs_; }
  [[nodiscard]] int turn() const noexcept { return state_.turn; }
  [[nodiscard]] bool over() const noexcept { return state_.over(); }
  // Whether the end just reached depends on more than the position: such scores are not kept.
  [[nodiscard]] bool ended_by_path() const noexcept {
    return state_.reason == Reason::kRepetition || state_.reason == Reason::kLimit;
  }

  [[nodiscard]] Before before() const noexcept {
    return {{state_, history_.mark()}, costs_, tails_};
  }
  void take_back(const Before& before) noexcept {
    undo_move(state_, before.undo, history_);
    costs_ = before.costs;
    tails_ = before.tails;
  }
  // Hands the turn to seat s, which must be able to move, without a move.
  void pass_to(int s) noexcept {
    state_.key ^= state_.tables->zobrist_turn[state_.turn] ^ state_.tables->zobrist_turn[s];
    state_.turn = static_cast<std::int8_t>(s);
  }
  void forget_repetitions() noexcept { history_.set_recording(false); }
  // How often this position, just reached, has stood before.
  [[nodiscard]] int stood_before() const noexcept {
    return history_.count(state_.key) - (history_.recording() ? 1 : 0);
  }

  // The position's key, mixed with all else that changes values within a search.
  [[nodiscard]] std::uint64_t table_key() const noexcept;
  // What most moves change of it beside the two cells of the marble: the turn, and the mover's moves
  // left to leave home in.
  [[nodiscard]] std::uint64_t table_key_change() const noexcept;

 protected:
  State<Word> state_;
  History history_;
  const Evaluation* evaluation_;
  Costs costs_{};
  std::array<Tail, kMaxSeats> tails_{};
};

// All families but capture.
template <class Word>
class RacePlay : public Play<Word> {
 public:
  using AMove = Move;
  using List = std::vector<Ranked<Move>>;

  RacePlay(const State<Word>& state, const History& history, const Evaluation& evaluation);

  // All moves of the seat to move, in generation order, `order` left at 0.
  void list(List& moves, bool every = true);
  // Only those that gain more than `least`, that with the code `first`, and at least one. Returns the
  // most that one left out gains, -kInfinity where all are in.
  int list_gaining(List& moves, int least, std::uint32_t first);
  // The move with this code, where the seat to move has it.
  [[nodiscard]] std::optional<Ranked<Move>> known(std::uint32_t code) noexcept;
  [[nodiscard]] typename Play<Word>::Before before() noexcept {
    for (int s = 0; s < this->state_.tables->seats; ++s) know_tail(s);
    return Play<Word>::before();
  }
  void make(const Move& move) {
    const int mover = this->state_.turn;
    this->costs_[mover] -= Gains(*this)(move);
    const Effect effect = do_move(this->state_, move, this->history_);
    update_tail(mover, move);
    if (effect.eliminated != 0) count_eliminated(effect);
  }
  // What a move changes of the key for its marble.
  [[nodiscard]] std::uint64_t cells_key(const Move& move) const noexcept {
    return marble_key(this->state_, move);
  }
  // Whether the best of a side's next moves can be told from gains alone: no ending is near.
  [[nodiscard]] bool quiet() const noexcept { return is_quiet(this->state_, this->history_); }
  // The gain of the move that gains most.
  [[nodiscard]] int best_gain() noexcept;
  // What a player who thinks no further would play: the move that goes forward most.
  [[nodiscard]] Move foreseen() noexcept;
  // Ground gained, by the square of the distance, so that those furthest behind go first.
  [[nodiscard]] int forward(const Move& move) const noexcept {
    const int from = this->evaluation_->distance(this->state_.turn, move.from);
    const int to = this->evaluation_->distance(this->state_.turn, move.to);
    return from * from - to * to;
  }

  [[nodiscard]] AnyMove any(const Move& move) const noexcept { return {move.from, move.to, {}}; }

 private:
  // What moves of the seat to move gain, with all that they share at hand.
  class Gains {
   public:
    explicit Gains(RacePlay& play) noexcept
        : evaluation_(*play.evaluation_),
          costs_(evaluation_.costs(play.state_.turn)),
          distances_(evaluation_.distances(play.state_.turn)),
          tail_(play.know_tail(play.state_.turn)) {}

    [[nodiscard]] int operator()(Move move) const noexcept {
      const int from = distances_[move.from];
      const int to = distances_[move.to];
      const int gain = costs_[move.from] - costs_[move.to];
      if (from < tail_[1] && to <= tail_[1]) return gain;
      return gain + evaluation_.tail_gain(tail_, from, to);
    }

   private:
    const Evaluation& evaluation_;
    const std::int32_t* costs_;
    const std::uint8_t* distances_;
    Tail tail_;
  };

  // The tail after a move. A marble that leaves it makes room for one that has to be looked for, which
  // is put off until somebody asks: at most leaves nobody does.
  void update_tail(int s, Move move) noexcept {
    Tail& tail = this->tails_[s];
    const std::uint8_t to = this->evaluation_->distance(s, move.to);
    if (this->evaluation_->distance(s, move.from) >= tail[2]) {
      tail[0] = kUnknown;
    } else if (to > tail[2]) {
      enter(tail, to);
    }
  }
  static void enter(Tail& tail, std::uint8_t distance) noexcept {
    tail[2] = distance;
    if (tail[2] > tail[1]) std::swap(tail[1], tail[2]);
    if (tail[1] > tail[0]) std::swap(tail[0], tail[1]);
  }
  const Tail& know_tail(int s) noexcept {
    if (this->tails_[s][0] == kUnknown) find_tail(s);
    return this->tails_[s];
  }
  void find_tail(int s) noexcept;
  void count_eliminated(const Effect& effect) noexcept;

  static constexpr std::uint8_t kUnknown = 255;  // first distance of a tail to be found

  MoveList scratch_;
};

// Stones of the capture family, from which on exhaustion is near.
inline constexpr int kFewStones = 16;

// The capture family: what a seat has taken, turned round.
template <class Word>
class CapturePlay : public Play<Word> {
 public:
  using AMove = CaptureMove<Word>;
  using List = std::vector<Ranked<AMove>>;

  CapturePlay(const State<Word>& state, const History& history, const Evaluation& evaluation);

  // All moves with `every`. Without it a bounded choice: positions with 50,000 moves occur, so each
  // stone's chains are followed until so many are found, and of all moves those that take most are
  // kept. There is always one.
  void list(List& moves, bool every = true);
  int list_gaining(List& moves, int least, std::uint32_t first);
  // A code does not tell the stones a move takes: see the list.
  [[nodiscard]] std::optional<Ranked<AMove>> known(std::uint32_t) const noexcept { return {}; }
  void make(const AMove& move) {
    this->costs_[this->state_.turn] -= kStoneValue * popcount(move.taken);
    do_move(this->state_, move, this->history_);
  }
  [[nodiscard]] std::uint64_t cells_key(const AMove&) const noexcept { return 0; }  // not told
  [[nodiscard]] bool quiet() const noexcept {
    return popcount(this->state_.marbles[0]) > kFewStones;
  }
  [[nodiscard]] int best_gain() noexcept;
  [[nodiscard]] AMove foreseen();

  [[nodiscard]] AnyMove any(const AMove& move) const {
    return {move.from, move.to, to_bits(this->state_.tables->layout, move.taken)};
  }
  // Lets the listing of very many moves be stopped.
  void watch(Interrupt* interrupt, int thread) noexcept { generator_.watch(interrupt, thread); }

 private:
  static constexpr std::size_t kOfStone = 40;  // chains of one stone that are followed
  static constexpr std::size_t kOfAll = 64;    // moves that are kept

  // Chains of the stone on `from` from `cell` on, depth first.
  void follow(List& moves, int from, int cell, const CellSet<Word>& taken, std::size_t most);

  CaptureGenerator<Word> generator_;
  CellSet<Word> others_{};  // stones but the one that jumps
  List scratch_;
};

extern template class Play<std::uint64_t>;
extern template class Play<U128>;
extern template class RacePlay<std::uint64_t>;
extern template class RacePlay<U128>;
extern template class CapturePlay<std::uint64_t>;
extern template class CapturePlay<U128>;

}  // namespace sternhalma::search
