// Compares each kernel that this processor can run with the portable one: counts, lists in order,
// picks, and random games. A program of its own, without Python, for a machine or an emulator that has
// an instruction set which the builder's machine lacks. CONTRIBUTING.md says how to build it.
//
//     kernel_check [positions per variant [file of classic-2 positions, one a line]]
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "sternhalma/game/game.hpp"
#include "sternhalma/game/kernel.hpp"
#include "sternhalma/game/movegen.hpp"
#include "sternhalma/game/playout.hpp"

namespace {

using namespace sternhalma;

struct Totals {
  long positions = 0;
  long moves = 0;
  long picks = 0;
  long games = 0;
  long failures = 0;
};

// The names of available_kernels but for the portable one, which is last.
std::vector<std::string> kernels() {
  std::vector<std::string> names;
  std::string rest = available_kernels();
  for (std::size_t comma = 0; (comma = rest.find(", ")) != std::string::npos;) {
    names.push_back(rest.substr(0, comma));
    rest.erase(0, comma + 2);
  }
  return names;
}

void report(Totals& totals, const std::string& kernel, const char* what, const std::string& where) {
  if (++totals.failures <= 20) {
    std::printf("%s: %s differs on %s\n", kernel.c_str(), what, where.c_str());
  }
}

// What a kernel says of a position, seat after seat.
struct Answer {
  std::vector<int> numbers;  // count, the list's length
  std::vector<Move> moves;
  std::vector<Move> picks;

  bool operator==(const Answer&) const = default;
};

constexpr std::uint32_t kDraws[] = {0, 0xFFFFFFFF, 0x80000000};

template <class Word>
Answer answer(const State<Word>& state, std::uint64_t seed) {
  Answer found;
  for (int s = 0; s < state.tables->seats; ++s) {
    MoveList list;
    list_moves(state, s, list);
    found.numbers.insert(found.numbers.end(), {count_moves(state, s), list.size});
    found.moves.insert(found.moves.end(), list.begin(), list.end());
    if (list.size == 0) continue;
    Random random(seed, static_cast<std::uint64_t>(s));
    for (const std::uint32_t draw : kDraws) found.picks.push_back(pick_move(state, s, draw));
    for (int i = 0; i < 8; ++i) found.picks.push_back(pick_move(state, s, random.draw()));
  }
  return found;
}

template <class Word>
void check_position(const State<Word>& state, Totals& totals) {
  select_kernel("portable");
  const Answer expected = answer(state, totals.positions);
  for (const std::string& name : kernels()) {
    select_kernel(name.c_str());
    const Answer found = answer(state, totals.positions);
    if (found == expected) continue;
    const char* what = found.numbers != expected.numbers ? "count"
                       : found.moves != expected.moves   ? "list"
                                                         : "pick";
    report(totals, name, what, write_position(state));
  }
  select_kernel("portable");
  ++totals.positions;
  totals.moves += static_cast<long>(expected.moves.size());
  totals.picks += static_cast<long>(expected.picks.size());
}

// Marbles of all seats strewn over the star; without those of class 0 there are the longest chains.
template <class Word>
State<Word> scattered(const Tables<Word>& tables, Random& random, bool long_chains) {
  const Layout<Word>& layout = tables.layout;
  std::vector<int> cells;
  for (int cell = 0; cell < tables.star.cells(); ++cell) {
    if (!long_chains || layout.cls(cell) != 0) cells.push_back(cell);
  }
  State<Word> state = start_state(tables);
  state.occupied = {};
  for (int s = 0; s < tables.seats; ++s) {
    state.marbles[s] = {};
    for (int i = 0; i < tables.rules.marbles && !cells.empty(); ++i) {
      const std::size_t at = random.below(cells.size());
      layout.add(state.marbles[s], cells[at]);
      cells.erase(cells.begin() + static_cast<std::ptrdiff_t>(at));
    }
    state.occupied = state.occupied | state.marbles[s];
  }
  return state;
}

// All marbles of a seat in one class, or as many as there is room for: the most rows of a fill.
template <class Word>
State<Word> crowded(const Tables<Word>& tables, Random& random, int cls) {
  State<Word> state = scattered(tables, random, false);
  const auto others = state.occupied & ~state.marbles[0];
  state.marbles[0] = {};
  int left = tables.rules.marbles;
  for (int cell = 0; cell < tables.star.cells() && left > 0; ++cell) {
    if (tables.layout.cls(cell) != cls || tables.layout.contains(others, cell)) continue;
    tables.layout.add(state.marbles[0], cell);
    --left;
  }
  state.occupied = others | state.marbles[0];
  return state;
}

template <class Word>
void check_variant(const Rules& rules, int number, std::uint64_t seed, Totals& totals) {
  const auto shared = std::make_shared<const Ruleset>(rules);
  const Tables<Word>& tables = shared->template tables<Word>();
  Random random(seed, 0);
  for (int i = 0; i < number; ++i) {
    check_position(scattered(tables, random, i % 2 == 1), totals);
    if (i < 2 * kClasses) check_position(crowded(tables, random, i % kClasses), totals);
    // Some plies into a random game, where camps fill and empty.
    State<Word> state = start_state(tables);
    History history;
    for (std::uint64_t ply = random.below(120); ply > 0 && !state.over(); --ply) {
      do_move(state, pick_move(state, state.turn, random.draw()), history);
    }
    check_position(state, totals);
  }

  // The same (seed, game) is the same game.
  const auto start = Game::start(shared);
  Interrupt interrupt;
  for (const Policy policy : {Policy::kUniform, Policy::kForward}) {
    const auto play = [&](const char* name) {
      select_kernel(name);
      return playouts(*start, 2, 100, seed, 1, policy, interrupt);
    };
    const PlayoutResult expected = play("portable");
    for (const std::string& name : kernels()) {
      const PlayoutResult found = play(name.c_str());
      if (found.lengths != expected.lengths || found.places != expected.places) {
        report(totals, name, "a random game",
               rules.seats + " order " + std::to_string(rules.order));
      }
    }
    select_kernel("portable");
    totals.games += static_cast<long>(expected.lengths.size());
  }
}

void check_variants(int number, Totals& totals) {
  std::uint64_t seed = 1;
  for (int order = 1; order <= kMaxOrder; ++order) {
    for (const char* seats : {"wk", "wbg", "wrbkyg"}) {
      for (const Jumps jumps : {Jumps::kAdjacent, Jumps::kLong}) {
        for (const Lock lock : {Lock::kNone, Lock::kMove, Lock::kLanding}) {
          for (const Foreign foreign : {Foreign::kPass, Foreign::kOpen, Foreign::kClosed}) {
            for (const int row : {0, order + 1}) {
              if (row != 0 && std::strlen(seats) != 2) continue;
              Rules rules;
              rules.order = order;
              rules.marbles = order * (order + 1) / 2 + row;
              rules.seats = seats;
              rules.jumps = jumps;
              rules.lock = lock;
              rules.foreign = foreign;
              validate(rules);
              order <= kMaxSmallOrder ? check_variant<std::uint64_t>(rules, number, seed, totals)
                                      : check_variant<U128>(rules, number, seed, totals);
              ++seed;
            }
          }
        }
      }
    }
    std::printf("order %d: %ld positions, %ld moves, %ld picks, %ld games, %ld failures\n", order,
                totals.positions, totals.moves, totals.picks, totals.games, totals.failures);
    std::fflush(stdout);
  }
}

bool check_file(const char* path, Totals& totals) {
  std::ifstream file(path);
  if (!file) return false;
  const Ruleset rules{Rules{}};
  const Totals before = totals;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    check_position(read_position(rules.tables<std::uint64_t>(), line), totals);
  }
  std::printf("%s: %ld positions, %ld moves, %ld failures\n", path,
              totals.positions - before.positions, totals.moves - before.moves,
              totals.failures - before.failures);
  std::fflush(stdout);
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  std::printf("kernels: %s\n", available_kernels());
  std::fflush(stdout);
  Totals totals;
  if (argc > 2 && !check_file(argv[2], totals)) {
    std::printf("cannot read %s\n", argv[2]);
    return 2;
  }
  check_variants(argc > 1 ? std::atoi(argv[1]) : 20, totals);
  std::printf("%s: %ld failures\n", totals.failures == 0 ? "all agree" : "FAILED", totals.failures);
  return totals.failures == 0 ? 0 : 1;
}
