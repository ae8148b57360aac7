// A game: a State, the History that repetition needs, and the events played. This is what a table or
// a Python Position wraps: every call checks, throws one Error and changes nothing when it refuses.
// `Game` hides the width of the class words behind one interface; hot loops (perft, playouts,
// search) work on State<Word> directly through `visit`.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "sternhalma/game/notation.hpp"
#include "sternhalma/game/state.hpp"

namespace sternhalma {

// Rules with their compiled tables, shared by all games of the variant.
class Ruleset {
 public:
  explicit Ruleset(const Rules& rules);

  [[nodiscard]] const Rules& rules() const noexcept { return rules_; }
  [[nodiscard]] const Star& star() const noexcept { return Star::of(rules_.order); }
  template <class Word>
  [[nodiscard]] const Tables<Word>& tables() const noexcept {
    return *std::get<std::unique_ptr<const Tables<Word>>>(tables_);
  }

 private:
  Rules rules_;
  std::variant<std::unique_ptr<const Tables<std::uint64_t>>, std::unique_ptr<const Tables<U128>>>
      tables_;
};

using SharedRules = std::shared_ptr<const Ruleset>;

// A position that knows the canonical path of its moves: what a move object keeps to tell its path.
class Snapshot {
 public:
  virtual ~Snapshot() = default;
  [[nodiscard]] virtual std::vector<int> path(const AnyMove& move) const = 0;
};

// Something that happened: a move, or a seat that left.
struct Happened {
  AnyMove move{};
  int quitter = kNobody;       // seat index, kNobody for a move
  Reason how = Reason::kNone;  // kResigned or kTime
  std::shared_ptr<const Snapshot> before;
};

// Everything that makes a game again: the oldest known position, what stood before it, the events.
struct SavedGame {
  std::string text;
  std::string reason;               // of a finished base position
  std::vector<std::uint64_t> keys;  // that still count for repetition, the base's own last
  std::vector<Happened> events;
};

class Game {
 public:
  virtual ~Game() = default;
  [[nodiscard]] static std::unique_ptr<Game> start(SharedRules rules);
  [[nodiscard]] static std::unique_ptr<Game> read(SharedRules rules, std::string_view text);
  [[nodiscard]] static std::unique_ptr<Game> load(SharedRules rules, const SavedGame& saved);

  [[nodiscard]] const SharedRules& rules() const noexcept { return rules_; }
  [[nodiscard]] const Star& star() const noexcept { return rules_->star(); }

  [[nodiscard]] virtual std::unique_ptr<Game> copy(bool with_events) const = 0;
  [[nodiscard]] virtual SavedGame save() const = 0;
  [[nodiscard]] virtual std::shared_ptr<const Snapshot> snapshot() const = 0;

  // The position.
  [[nodiscard]] virtual std::string text() const = 0;
  [[nodiscard]] virtual int turn() const = 0;           // seat index, kNobody when over
  [[nodiscard]] virtual int owner(int cell) const = 0;  // colour, kStone, or -1 for an empty cell
  [[nodiscard]] virtual int place(int s) const = 0;
  [[nodiscard]] virtual bool waits(int s) const = 0;
  [[nodiscard]] virtual int moves_made(int s) const = 0;
  [[nodiscard]] virtual int taken(int s) const = 0;
  [[nodiscard]] virtual int round() const = 0;
  [[nodiscard]] virtual int plies() const = 0;
  [[nodiscard]] virtual bool reply_due() const = 0;
  [[nodiscard]] virtual Reason reason() const = 0;
  [[nodiscard]] virtual std::uint64_t key() const = 0;
  [[nodiscard]] virtual std::uint64_t fresh_key() const = 0;
  [[nodiscard]] virtual int repetitions() const = 0;

  // Its moves.
  [[nodiscard]] virtual std::uint64_t num_moves() const = 0;
  [[nodiscard]] virtual bool can_move() const = 0;
  [[nodiscard]] virtual std::vector<AnyMove> legal_moves() const = 0;  // in generation order
  [[nodiscard]] virtual bool is_legal(const AnyMove& move) const = 0;
  [[nodiscard]] virtual AnyMove read_move(std::string_view text) const = 0;
  [[nodiscard]] virtual bool will_eliminate(const AnyMove& move) const = 0;
  [[nodiscard]] virtual int way_out(int cell) const = 0;  // for the marble on a cell, -1 if shut in
  struct Reaches {
    CellBits steps, jumps, landings;
  };
  [[nodiscard]] virtual Reaches reaches(int cell) const = 0;

  // Events. `try_push` plays a move if it is legal; `push` throws where it is not; `quit` takes a seat
  // without a place.
  [[nodiscard]] virtual bool try_push(const AnyMove& move) = 0;
  void push(const AnyMove& move);
  virtual void quit(int s, Reason how) = 0;
  [[nodiscard]] virtual std::optional<Happened> pop() = 0;
  [[nodiscard]] virtual std::optional<Happened> last() const = 0;
  [[nodiscard]] virtual std::vector<Happened> events() const = 0;

  // Sorts moves by (letter, row) of origin, target, stones taken.
  void sort(std::vector<AnyMove>& moves) const;

  // Throws Error{kOver} in a finished game.
  void require_running() const;

 protected:
  explicit Game(SharedRules rules) : rules_(std::move(rules)) {}

  SharedRules rules_;
};

// A Game with its State in sight.
template <class Word>
class GameOf;

// Calls f(const State<Word>&, const History&) with the game's own.
template <class F>
decltype(auto) visit(const Game& game, F&& f);

template <class Word>
class GameOf final : public Game {
 public:
  GameOf(SharedRules rules, const State<Word>& state);
  // A game that goes on from a state and what stood before it.
  GameOf(SharedRules rules, const State<Word>& state, const History& history);

  [[nodiscard]] const State<Word>& state() const noexcept { return state_; }
  [[nodiscard]] const History& history() const noexcept { return history_; }

  [[nodiscard]] std::unique_ptr<Game> copy(bool with_events) const override;
  [[nodiscard]] SavedGame save() const override;
  [[nodiscard]] std::shared_ptr<const Snapshot> snapshot() const override;
  [[nodiscard]] std::string text() const override { return write_position(state_); }
  [[nodiscard]] int turn() const override { return state_.turn; }
  [[nodiscard]] int owner(int cell) const override;
  [[nodiscard]] int place(int s) const override { return state_.places[s]; }
  [[nodiscard]] bool waits(int s) const override { return (state_.waiting >> s) & 1; }
  [[nodiscard]] int moves_made(int s) const override { return static_cast<int>(state_.moves[s]); }
  [[nodiscard]] int taken(int s) const override { return state_.taken[s]; }
  [[nodiscard]] int round() const override { return static_cast<int>(state_.round); }
  [[nodiscard]] int plies() const override { return static_cast<int>(state_.plies); }
  [[nodiscard]] bool reply_due() const override { return state_.reply_due; }
  [[nodiscard]] Reason reason() const override { return state_.reason; }
  [[nodiscard]] std::uint64_t key() const override { return state_.key; }
  [[nodiscard]] std::uint64_t fresh_key() const override { return sternhalma::fresh_key(state_); }
  [[nodiscard]] int repetitions() const override;
  [[nodiscard]] std::uint64_t num_moves() const override;
  [[nodiscard]] bool can_move() const override { return !state_.over(); }
  [[nodiscard]] std::vector<AnyMove> legal_moves() const override;
  [[nodiscard]] bool is_legal(const AnyMove& move) const override;
  [[nodiscard]] AnyMove read_move(std::string_view text) const override;
  [[nodiscard]] bool will_eliminate(const AnyMove& move) const override;
  [[nodiscard]] int way_out(int cell) const override;
  [[nodiscard]] Reaches reaches(int cell) const override;
  [[nodiscard]] bool try_push(const AnyMove& move) override;
  void quit(int s, Reason how) override;
  [[nodiscard]] std::optional<Happened> pop() override;
  [[nodiscard]] std::optional<Happened> last() const override;
  [[nodiscard]] std::vector<Happened> events() const override;

 private:
  friend class Game;
  struct Event;

  // Applies a move known to be legal to `state`.
  Effect apply(State<Word>& state, const AnyMove& move, History& history) const;
  void play(const AnyMove& move);  // known to be legal

  State<Word> state_;
  History history_;
  std::shared_ptr<Event> last_;  // newest event; the chain is shared between copies
};

template <class F>
decltype(auto) visit(const Game& game, F&& f) {
  if (game.rules()->rules().order <= kMaxSmallOrder) {
    const auto& small = static_cast<const GameOf<std::uint64_t>&>(game);
    return f(small.state(), small.history());
  }
  const auto& large = static_cast<const GameOf<U128>&>(game);
  return f(large.state(), large.history());
}

}  // namespace sternhalma
