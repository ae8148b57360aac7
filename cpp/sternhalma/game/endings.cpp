#include "sternhalma/game/endings.hpp"

#include <algorithm>

#include "sternhalma/game/class_words.hpp"

namespace sternhalma {
namespace {

// At most one entry a seat, without allocating.
template <class T>
class Few {
 public:
  void push_back(const T& item) { items_[size_++] = item; }
  [[nodiscard]] std::size_t size() const { return size_; }
  T& operator[](std::size_t i) { return items_[i]; }
  const T& operator[](std::size_t i) const { return items_[i]; }
  [[nodiscard]] const T& front() const { return items_[0]; }
  [[nodiscard]] const T& back() const { return items_[size_ - 1]; }

 private:
  std::array<T, kMaxSeats> items_{};
  std::size_t size_ = 0;
};
using FewInts = Few<int>;

// Places not taken yet, best first. A place shared by m sides takes up m places.
template <class Word>
FewInts free_places(const State<Word>& state) {
  const int sides = state.tables->sides;
  std::array<bool, kMaxSeats + 2> used{};
  for (int s = 0; s < sides; ++s) {
    int place = state.places[s];
    if (place == 0) continue;
    while (place < sides && used[place]) ++place;
    used[place] = true;
  }
  FewInts free;
  for (int place = 1; place <= sides; ++place) {
    if (!used[place]) free.push_back(place);
  }
  return free;
}

template <class Word>
void leave_play(State<Word>& state, int s) {
  if (!state.plays(s)) return;
  state.in_play = static_cast<std::uint8_t>(state.in_play & ~(1 << s));
  state.key ^= state.tables->zobrist_in_play[s];
}

// Gives seat s and its partner a place.
template <class Word>
void give_place(State<Word>& state, int s, int place) {
  for (int each : {s, state.tables->seat[s].partner}) {
    if (each < 0) continue;
    leave_play(state, each);
    state.waiting = static_cast<std::uint8_t>(state.waiting & ~(1 << each));
    state.places[each] = static_cast<std::uint8_t>(place);
  }
}

// How a side ranks: more marbles in the target (or stones taken), then the smaller distance.
struct Rank {
  int seat = 0;
  int in_target = 0;
  int distance = 0;
  [[nodiscard]] bool before(const Rank& other) const {
    return in_target != other.in_target ? in_target > other.in_target : distance < other.distance;
  }
};

template <class Word>
void add_to_rank(const State<Word>& state, int s, Rank& rank) {
  if (state.rules().capture) {
    rank.in_target += state.taken[s];
    return;
  }
  const SeatTables<Word>& seat = state.tables->seat[s];
  rank.in_target += popcount(state.marbles[s] & seat.target);
  state.tables->layout.for_each(state.marbles[s],
                                [&](int cell) { rank.distance += seat.distance[cell]; });
}

// The first seat of every side without a place.
template <class Word>
Few<Rank> open_sides(const State<Word>& state) {
  Few<Rank> sides;
  for (int s = 0; s < state.tables->sides; ++s) {
    if (state.places[s] == 0) sides.push_back({s, 0, 0});
  }
  return sides;
}

template <class Word>
void remove_marbles(State<Word>& state, int s) {
  const Tables<Word>& tables = *state.tables;
  const auto& zobrist = tables.zobrist[tables.seat[s].colour];
  tables.layout.for_each(state.marbles[s], [&](int cell) { state.key ^= zobrist[cell]; });
  state.occupied = state.occupied & ~state.marbles[s];
  state.marbles[s] = {};
}

// Whether a side has got its place by arriving in this move: a first partner's arrival gives none.
template <class Word>
bool arrival_gave_place(const State<Word>& state, const Effect& effect) {
  const int arrived = effect.arrived & ~effect.eliminated;
  for (int s = 0; s < state.tables->seats; ++s) {
    if (((arrived >> s) & 1) != 0 && state.places[s] != 0) return true;
  }
  return false;
}

}  // namespace

namespace detail {

template <class Word>
int Endings<Word>::sides_in_play(const State<Word>& state) {
  return static_cast<int>(open_sides(state).size());
}

template <class Word>
void Endings<Word>::arrivals(State<Word>& state, int mover, Effect& effect) {
  const Tables<Word>& tables = *state.tables;
  for (int i = 0; i < tables.seats; ++i) {
    const int s = (mover + i) % tables.seats;
    if (!state.plays(s) || !has_arrived(state, s)) continue;
    effect.arrived = static_cast<std::uint8_t>(effect.arrived | 1 << s);
    const int partner = tables.seat[s].partner;
    if (partner >= 0 && state.plays(partner)) {
      leave_play(state, s);
      state.waiting = static_cast<std::uint8_t>(state.waiting | 1 << s);
      continue;
    }
    give_place(state, s, state.reply_due ? 1 : free_places(state).front());
    if (tables.rules.finish == Finish::kFirst) return;
  }
}

template <class Word>
bool Endings<Word>::breaks_deadline(const State<Word>& state, int mover, Move move) {
  const Tables<Word>& tables = *state.tables;
  const SeatTables<Word>& seat = tables.seat[mover];
  const bool late = state.moves[mover] > static_cast<std::uint32_t>(tables.rules.deadline);
  const bool from_home = tables.layout.contains(seat.home, move.from);
  const bool to_home = tables.layout.contains(seat.home, move.to);
  if (late && to_home && !from_home) return true;
  const CellSet<Word> at_home = state.marbles[mover] & seat.home;
  if (!any(at_home)) return false;
  if (late && from_home) {
    if (!to_home) return false;
    if (way_out(state, mover, move.to) < way_out(state, mover, move.from)) return false;
  }
  bool loose = false;
  tables.layout.for_each(
      at_home, [&](int cell) { loose = loose || way_out(state, mover, cell) != kShutIn; });
  return loose;
}

template <class Word>
void Endings<Word>::eliminate(State<Word>& state, int s, Effect& effect) {
  const int place = free_places(state).back();
  for (int each : {s, state.tables->seat[s].partner}) {
    if (each < 0) continue;
    remove_marbles(state, each);
    effect.eliminated = static_cast<std::uint8_t>(effect.eliminated | 1 << each);
  }
  give_place(state, s, place);
}

template <class Word>
bool Endings<Word>::settle(State<Word>& state, int mover, const Effect& effect, History& history) {
  const Tables<Word>& tables = *state.tables;
  const Reason reason = effect.eliminated != 0 ? Reason::kEliminated : Reason::kArrived;
  if (state.reply_due) {
    state.reply_due = false;
    if (state.plays(mover)) give_place(state, mover, free_places(state).front());
    end(state, reason);
    return true;
  }
  if (tables.rules.reply && mover == 0 && (effect.arrived & 1) != 0 && state.plays(1)) {
    if (!can_move(state, 1)) {
      give_place(state, 1, free_places(state).front());
      end(state, reason);
      return true;
    }
    state.reply_due = true;
    state.turn = 1;
    state.key ^= tables.zobrist_turn[0] ^ tables.zobrist_turn[1];
    if (history.recording()) {
      history.forget_past();
      history.push(state.key);
    }
    return true;
  }
  if (sides_in_play(state) <= 1 ||
      (tables.rules.finish == Finish::kFirst && arrival_gave_place(state, effect))) {
    place_in_play(state, false);
    end(state, reason);
    return true;
  }
  return false;
}

template <class Word>
Reason Endings<Word>::gave_place(const State<Word>& state, const Effect& effect) {
  if (effect.eliminated != 0) return Reason::kEliminated;
  return arrival_gave_place(state, effect) ? Reason::kArrived : Reason::kNone;
}

template <class Word>
void Endings<Word>::place_in_play(State<Word>& state, bool ranked) {
  Few<Rank> sides = open_sides(state);
  const FewInts free = free_places(state);
  if (!ranked) {
    for (std::size_t i = 0; i < sides.size(); ++i) give_place(state, sides[i].seat, free[0]);
    return;
  }
  for (std::size_t i = 0; i < sides.size(); ++i) {
    Rank& side = sides[i];
    add_to_rank(state, side.seat, side);
    const int partner = state.tables->seat[side.seat].partner;
    if (partner >= 0) add_to_rank(state, partner, side);
  }
  for (std::size_t i = 1; i < sides.size(); ++i) {
    for (std::size_t j = i; j > 0 && sides[j].before(sides[j - 1]); --j) {
      std::swap(sides[j], sides[j - 1]);
    }
  }
  int shared = 0;
  for (std::size_t i = 0; i < sides.size(); ++i) {
    if (i == 0 || sides[i - 1].before(sides[i])) shared = free[i];
    give_place(state, sides[i].seat, shared);
  }
}

template <class Word>
void Endings<Word>::end(State<Word>& state, Reason reason) {
  if (state.turn != kNobody) state.key ^= state.tables->zobrist_turn[state.turn];
  state.turn = kNobody;
  state.reason = reason;
  state.reply_due = false;
}

template <class Word>
void Endings<Word>::quit(State<Word>& state, int s, Reason reason) {
  give_place(state, s, free_places(state).back());
  place_in_play(state, true);
  end(state, reason);
}

// Start with all marbles frozen; release every marble of a seat in play that has a step or a
// two-cell jump to a cell which no frozen marble holds; repeat until nothing changes.
template <class Word>
bool Endings<Word>::locked_in(const State<Word>& state) {
  const Tables<Word>& tables = *state.tables;
  const Layout<Word>& layout = tables.layout;
  const auto origins_of = [&](const CellSet<Word>& landings) {
    CellSet<Word> origins{};
    words::unroll<kDirections>([&](auto d) {
      words::unroll<kClasses>([&](auto cls) {
        constexpr int behind = (d + 3) % kDirections;
        constexpr int from = cls ^ kAxis[d];
        origins[from] |= words::stepped<cls, behind>(landings[cls] & layout.step_landings[d][cls]);
        origins[cls] |=
            shift<jump_shift<Word>(behind)>(landings[cls] & layout.jump_landings[d][cls]);
      });
    });
    return origins;
  };
  CellSet<Word> frozen = state.occupied;
  for (;;) {
    bool anyone = false;
    for (int s = 0; s < tables.seats; ++s) {
      anyone = anyone || (state.plays(s) && any(state.marbles[s] & tables.seat[s].home & frozen));
    }
    if (!anyone) return false;
    const CellSet<Word> open = layout.board & ~frozen;
    const CellSet<Word> origins = origins_of(open);
    CellSet<Word> released{};
    for (int s = 0; s < tables.seats; ++s) {
      if (!state.plays(s)) continue;
      const CellSet<Word> mine = state.marbles[s] & frozen;
      const CellSet<Word> inside = mine & tables.seat[s].locked;
      released = released | (mine & ~inside & origins);
      if (any(inside)) released = released | (inside & origins_of(open & tables.seat[s].locked));
    }
    if (!any(released)) return true;
    frozen = frozen & ~released;
  }
}

template struct Endings<std::uint64_t>;
template struct Endings<U128>;

}  // namespace detail

template <class Word>
std::uint64_t fresh_key(const State<Word>& state) {
  const Tables<Word>& tables = *state.tables;
  std::uint64_t key = state.turn == kNobody ? 0 : tables.zobrist_turn[state.turn];
  for (int s = 0; s < tables.seats; ++s) {
    if (state.plays(s)) key ^= tables.zobrist_in_play[s];
    const int colour = tables.rules.capture ? kStone : tables.seat[s].colour;
    tables.layout.for_each(state.marbles[s],
                           [&](int cell) { key ^= tables.zobrist[colour][cell]; });
  }
  return key;
}

template <class Word>
int way_out(const State<Word>& state, int s, int cell) {
  const Tables<Word>& tables = *state.tables;
  const SeatTables<Word>& seat = tables.seat[s];
  const CellSet<Word> others = state.occupied & ~state.marbles[s];
  CellSet<Word> seen{};
  tables.layout.add(seen, cell);
  CellSet<Word> level = seen;
  for (int moves = 1; any(level); ++moves) {
    CellSet<Word> ends{};
    tables.layout.for_each(level, [&](int at) {
      const Reach<Word> to = reach(tables, seat, others, at);
      ends = ends | to.steps | to.jumps;
    });
    if (any(ends & ~seat.home)) return moves;
    level = ends & ~seen;
    seen = seen | ends;
  }
  return kShutIn;
}

template std::uint64_t fresh_key(const State<std::uint64_t>&);
template std::uint64_t fresh_key(const State<U128>&);
template int way_out(const State<std::uint64_t>&, int, int);
template int way_out(const State<U128>&, int, int);

}  // namespace sternhalma
