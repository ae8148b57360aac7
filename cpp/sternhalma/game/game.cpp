#include "sternhalma/game/game.hpp"

#include <algorithm>

namespace sternhalma {
namespace {

// Working memory for capture moves; its content never outlives a call.
template <class Word>
CaptureGenerator<Word>& generator() {
  thread_local CaptureGenerator<Word> instance;
  return instance;
}

template <class Word>
CaptureMove<Word> to_capture(const Layout<Word>& layout, const AnyMove& move) {
  return {move.from, move.to, from_bits(layout, move.taken)};
}

template <class Word>
class StateSnapshot final : public Snapshot {
 public:
  StateSnapshot(SharedRules rules, const State<Word>& state)
      : rules_(std::move(rules)), state_(state) {}
  [[nodiscard]] std::vector<int> path(const AnyMove& move) const override {
    return canonical_path(state_, move);
  }

 private:
  SharedRules rules_;  // keeps the state's tables alive
  State<Word> state_;
};

}  // namespace

Ruleset::Ruleset(const Rules& rules) : rules_(rules) {
  validate(rules);
  if (rules.order <= kMaxSmallOrder) {
    tables_ = std::make_unique<const Tables<std::uint64_t>>(rules);
  } else {
    tables_ = std::make_unique<const Tables<U128>>(rules);
  }
}

// One event and the position before it. Events form a chain from the newest to the oldest.
template <class Word>
struct GameOf<Word>::Event final : Snapshot {
  SharedRules rules;
  std::shared_ptr<Event> previous;
  Undo<Word> undo;
  AnyMove move;
  int quitter;
  Reason how;

  Event(SharedRules r, std::shared_ptr<Event> p, const Undo<Word>& u, const AnyMove& m,
        int q = kNobody, Reason h = Reason::kNone)
      : rules(std::move(r)), previous(std::move(p)), undo(u), move(m), quitter(q), how(h) {}
  [[nodiscard]] std::vector<int> path(const AnyMove& m) const override {
    return canonical_path(undo.state, m);
  }
  // A long chain is let go link by link, not by recursion.
  ~Event() override {
    std::shared_ptr<Event> link = std::move(previous);
    while (link && link.use_count() == 1) {
      std::shared_ptr<Event> next = link->previous;  // read, not moved: copies may share the link
      link = std::move(next);
    }
  }
};

template <class Word>
static Happened happened(const std::shared_ptr<Word>& event) {
  return {event->move, event->quitter, event->how, event};
}

std::unique_ptr<Game> Game::start(SharedRules rules) {
  if (rules->rules().order <= kMaxSmallOrder) {
    return std::make_unique<GameOf<std::uint64_t>>(rules,
                                                   start_state(rules->tables<std::uint64_t>()));
  }
  return std::make_unique<GameOf<U128>>(rules, start_state(rules->tables<U128>()));
}

std::unique_ptr<Game> Game::read(SharedRules rules, std::string_view text) {
  if (rules->rules().order <= kMaxSmallOrder) {
    return std::make_unique<GameOf<std::uint64_t>>(
        rules, read_position(rules->tables<std::uint64_t>(), text));
  }
  return std::make_unique<GameOf<U128>>(rules, read_position(rules->tables<U128>(), text));
}

std::unique_ptr<Game> Game::load(SharedRules rules, const SavedGame& saved) {
  std::unique_ptr<Game> game = read(std::move(rules), saved.text);
  const auto restore = [&](auto& of) {
    if (const auto reason = find_reason(saved.reason)) of.state_.reason = *reason;
    if (!saved.keys.empty()) of.history_.clear();
    for (const std::uint64_t key : saved.keys) of.history_.push(key);
    for (const Happened& event : saved.events) {
      if (event.quitter != kNobody) {
        of.quit(event.quitter, event.how);
      } else {
        of.push(event.move);
      }
    }
  };
  if (game->rules()->rules().order <= kMaxSmallOrder) {
    restore(static_cast<GameOf<std::uint64_t>&>(*game));
  } else {
    restore(static_cast<GameOf<U128>&>(*game));
  }
  return game;
}

void Game::sort(std::vector<AnyMove>& moves) const {
  const Star& of = star();
  if (!rules_->rules().capture) {
    std::sort(moves.begin(), moves.end(), [&](const AnyMove& a, const AnyMove& b) {
      return a.from != b.from ? of.rank(a.from) < of.rank(b.from) : of.rank(a.to) < of.rank(b.to);
    });
    return;
  }
  // Taken sets compare as their sorted lists. With bits in rank order the lowest difference tells:
  // the list that has that cell comes first, unless the other one ends there.
  struct Keyed {
    AnyMove move;
    CellBits ranks{};
  };
  std::vector<Keyed> keyed(moves.size());
  for (std::size_t i = 0; i < moves.size(); ++i) {
    keyed[i].move = moves[i];
    for (int word = 0; word < 4; ++word) {
      for_each_bit(moves[i].taken[word], [&](int b) {
        const int rank = of.rank(64 * word + b);
        keyed[i].ranks[rank / 64] |= std::uint64_t{1} << (rank % 64);
      });
    }
  }
  const auto sets_before = [](const CellBits& a, const CellBits& b) {
    for (int word = 0; word < 4; ++word) {
      const std::uint64_t differ = a[word] ^ b[word];
      if (differ == 0) continue;
      const std::uint64_t low = differ & (~differ + 1);
      const CellBits& other = (a[word] & low) != 0 ? b : a;
      bool other_goes_on = (other[word] & ~(low | (low - 1))) != 0;
      for (int rest = word + 1; rest < 4; ++rest) other_goes_on |= other[rest] != 0;
      return ((a[word] & low) != 0) == other_goes_on;
    }
    return false;
  };
  std::sort(keyed.begin(), keyed.end(), [&](const Keyed& a, const Keyed& b) {
    if (a.move.from != b.move.from) return of.rank(a.move.from) < of.rank(b.move.from);
    if (a.move.to != b.move.to) return of.rank(a.move.to) < of.rank(b.move.to);
    return sets_before(a.ranks, b.ranks);
  });
  for (std::size_t i = 0; i < moves.size(); ++i) moves[i] = keyed[i].move;
}

void Game::require_running() const {
  if (turn() != kNobody) return;
  throw Error(ErrorKind::kOver, "over", {{"reason", std::string(reason_name(reason()))}});
}

void Game::push(const AnyMove& move) {
  require_running();
  if (try_push(move)) return;
  const auto name = [&](int c) { return c < star().cells() ? star().name(c) : std::string("?"); };
  throw Error(ErrorKind::kIllegal, "not-legal", {{"move", name(move.from) + "-" + name(move.to)}});
}

template <class Word>
GameOf<Word>::GameOf(SharedRules rules, const State<Word>& state)
    : Game(std::move(rules)), state_(state) {
  if (!state_.over()) history_.push(state_.key);
}

template <class Word>
GameOf<Word>::GameOf(SharedRules rules, const State<Word>& state, const History& history)
    : Game(std::move(rules)), state_(state), history_(history) {
  if (!history_.recording()) history_.clear();
  history_.set_recording(true);
  if (!state_.over() && history_.count(state_.key) == 0) history_.push(state_.key);
}

template <class Word>
std::unique_ptr<Game> GameOf<Word>::copy(bool with_events) const {
  auto twin = std::make_unique<GameOf>(*this);
  if (!with_events) twin->last_.reset();
  return twin;
}

template <class Word>
SavedGame GameOf<Word>::save() const {
  SavedGame saved;
  saved.events = events();
  const Event* oldest = last_.get();
  while (oldest != nullptr && oldest->previous) oldest = oldest->previous.get();
  const State<Word>& base = oldest != nullptr ? oldest->undo.state : state_;
  History history = history_;
  if (oldest != nullptr) history.rewind(oldest->undo.history);
  saved.text = write_position(base);
  saved.reason = reason_name(base.reason);
  saved.keys = history.recent();
  return saved;
}

template <class Word>
std::shared_ptr<const Snapshot> GameOf<Word>::snapshot() const {
  return std::make_shared<StateSnapshot<Word>>(rules_, state_);
}

template <class Word>
int GameOf<Word>::owner(int cell) const {
  const Tables<Word>& tables = *state_.tables;
  if (!tables.layout.contains(state_.occupied, cell)) return -1;
  if (tables.rules.capture) return kStone;
  int s = 0;
  while (!tables.layout.contains(state_.marbles[s], cell)) ++s;
  return tables.seat[s].colour;
}

template <class Word>
int GameOf<Word>::repetitions() const {
  if (!state_.over()) return history_.count(state_.key);
  return state_.reason == Reason::kRepetition ? 3 : 1;
}

template <class Word>
std::uint64_t GameOf<Word>::num_moves() const {
  if (state_.over()) return 0;
  if (state_.rules().capture) return generator<Word>().count(state_);
  return static_cast<std::uint64_t>(count_moves(state_, state_.turn));
}

template <class Word>
std::vector<AnyMove> GameOf<Word>::legal_moves() const {
  std::vector<AnyMove> moves;
  if (state_.over()) return moves;
  if (!state_.rules().capture) {
    MoveList list;
    list_moves(state_, state_.turn, list);
    moves.reserve(static_cast<std::size_t>(list.size));
    for (const Move move : list) moves.push_back({move.from, move.to, {}});
    return moves;
  }
  generator<Word>().list(state_, moves);
  return moves;
}

template <class Word>
bool GameOf<Word>::is_legal(const AnyMove& move) const {
  const Tables<Word>& tables = *state_.tables;
  if (state_.over() || move.from >= tables.star.cells() || move.to >= tables.star.cells()) {
    return false;
  }
  if (tables.rules.capture) {
    if (!tables.layout.contains(state_.occupied, move.from)) return false;
    const auto taken = from_bits(tables.layout, move.taken);
    return generator<Word>().find(tables, state_.marbles[0], move.from, move.to, taken) != nullptr;
  }
  return move.taken == CellBits{} && has_move(state_, move.from, move.to);
}

template <class Word>
AnyMove GameOf<Word>::read_move(std::string_view text) const {
  const std::vector<int> cells = read_cells(star(), text);
  return sternhalma::read_move(state_, cells, std::string(text));
}

template <class Word>
Effect GameOf<Word>::apply(State<Word>& state, const AnyMove& move, History& history) const {
  if (state.rules().capture) {
    return do_move(state, to_capture(state.tables->layout, move), history);
  }
  return do_move(state, Move{move.from, move.to}, history);
}

template <class Word>
bool GameOf<Word>::will_eliminate(const AnyMove& move) const {
  if (state_.over() || state_.rules().deadline == kOff) return false;
  State<Word> state = state_;
  History nothing;
  nothing.set_recording(false);
  return ((apply(state, move, nothing).eliminated >> state_.turn) & 1) != 0;
}

template <class Word>
int GameOf<Word>::way_out(int cell) const {
  const Tables<Word>& tables = *state_.tables;
  for (int s = 0; s < tables.seats; ++s) {
    if (!tables.layout.contains(state_.marbles[s] & tables.seat[s].home, cell)) continue;
    const int moves = sternhalma::way_out(state_, s, cell);
    return moves == kShutIn ? -1 : moves;
  }
  return 0;
}

template <class Word>
Game::Reaches GameOf<Word>::reaches(int cell) const {
  const Tables<Word>& tables = *state_.tables;
  Reaches result{};
  if (state_.over()) return result;
  if (tables.rules.capture) {
    if (!tables.layout.contains(state_.occupied, cell)) return result;
    for (const auto& node : generator<Word>().moves_of(tables, state_.marbles[0], cell)) {
      result.jumps[node.cell / 64] |= std::uint64_t{1} << (node.cell % 64);
    }
    result.landings = result.jumps;
    return result;
  }
  if (!tables.layout.contains(state_.marbles[state_.turn], cell)) return result;
  const Reach<Word> can = reach_from(state_, state_.turn, cell);
  return {to_bits(tables.layout, can.steps), to_bits(tables.layout, can.jumps),
          to_bits(tables.layout, can.landings)};
}

template <class Word>
void GameOf<Word>::play(const AnyMove& move) {
  auto event = std::make_shared<Event>(rules_, last_, Undo<Word>{state_, history_.mark()}, move);
  try {
    apply(state_, move, history_);
  } catch (...) {  // no memory for the history: as if nothing had happened
    undo_move(state_, event->undo, history_);
    throw;
  }
  last_ = std::move(event);
}

template <class Word>
bool GameOf<Word>::try_push(const AnyMove& move) {
  if (!is_legal(move)) return false;
  play(move);
  return true;
}

template <class Word>
void GameOf<Word>::quit(int s, Reason how) {
  require_running();
  if (s >= state_.tables->seats) {
    throw Error(ErrorKind::kIllegal, "no-seat", {{"seat", std::to_string(s)}});
  }
  if (state_.places[s] != 0) {
    throw Error(ErrorKind::kIllegal, "has-place",
                {{"seat", std::string(1, state_.rules().seats[s])}, {"place", state_.places[s]}});
  }
  auto event = std::make_shared<Event>(rules_, last_, Undo<Word>{state_, history_.mark()},
                                       AnyMove{}, s, how);
  do_quit(state_, s, how);
  last_ = std::move(event);
}

template <class Word>
std::optional<Happened> GameOf<Word>::pop() {
  if (!last_) return std::nullopt;
  const std::shared_ptr<Event> event = last_;
  undo_move(state_, event->undo, history_);
  last_ = event->previous;
  return happened(event);
}

template <class Word>
std::optional<Happened> GameOf<Word>::last() const {
  if (!last_) return std::nullopt;
  return happened(last_);
}

template <class Word>
std::vector<Happened> GameOf<Word>::events() const {
  std::vector<Happened> list;
  for (std::shared_ptr<Event> event = last_; event; event = event->previous) {
    list.push_back(happened(event));
  }
  std::reverse(list.begin(), list.end());
  return list;
}

template class GameOf<std::uint64_t>;
template class GameOf<U128>;

}  // namespace sternhalma
