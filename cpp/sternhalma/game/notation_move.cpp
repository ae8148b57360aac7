// Move texts: reading any legal path or from-to with a reason for each refusal, and canonical paths.
#include <algorithm>

#include "sternhalma/game/notation.hpp"

namespace sternhalma {
namespace {

[[noreturn]] void illegal(const char* code, Error::Fields fields) {
  throw Error(ErrorKind::kIllegal, code, std::move(fields));
}

// What one marble's chain needs to know, the marble lifted off the board.
template <class Word>
struct Chain {
  const Tables<Word>& tables;
  const SeatTables<Word>& seat;
  CellSet<Word> occupied;
  LineWords lines{};
  int origin;
  bool inside;  // starts inside the locked target

  Chain(const State<Word>& state, int from)
      : tables(*state.tables),
        seat(tables.seat[state.turn]),
        occupied(state.occupied),
        origin(from),
        inside(tables.layout.contains(seat.locked, from)) {
    if (tables.layout.contains(occupied, from)) tables.layout.flip(occupied, from);
    lines = line_words(tables, occupied);
  }

  // Landings of single jumps from a cell, geometry alone, by (letter, row).
  [[nodiscard]] std::vector<int> jumps(int at) const {
    std::vector<int> landings;
    for (int d = 0; d < kDirections; ++d) {
      if (tables.rules.jumps == Jumps::kLong) {
        const int landing = long_jump(tables, lines, at, d).landing;
        if (landing != kNoCell) landings.push_back(landing);
        continue;
      }
      const int pivot = tables.star.neighbour(at, d);
      const int landing = tables.star.neighbour(at, d, 2);
      if (pivot == kNoCell || landing == kNoCell) continue;
      if (!tables.layout.contains(occupied, pivot)) continue;
      if (!tables.layout.contains(occupied, landing)) landings.push_back(landing);
    }
    std::sort(landings.begin(), landings.end(),
              [&](int a, int b) { return tables.star.rank(a) < tables.star.rank(b); });
    return landings;
  }

  [[nodiscard]] bool in_closed_tip(int cell) const {
    return tables.rules.foreign == Foreign::kClosed && !tables.layout.contains(seat.ends, cell);
  }
  // Whether a chain standing on `at` would leave the target by landing on `to`.
  [[nodiscard]] bool leaves_target(int at, int to) const {
    const bool held =
        inside || (tables.rules.lock == Lock::kLanding && tables.layout.contains(seat.locked, at));
    return held && !tables.layout.contains(seat.locked, to);
  }
  [[nodiscard]] bool may_land(int at, int to) const {
    return to != origin && !in_closed_tip(to) && !leaves_target(at, to);
  }
};

bool are_neighbours(const Star& star, int a, int b) { return star.distance(a, b) == 1; }

// Why a single leg of a race move is no step or jump; at == origin for the first leg.
template <class Word>
[[noreturn]] void explain_leg(const Chain<Word>& chain, int at, int to, const std::string& text) {
  const Star& star = chain.tables.star;
  const Error::Fields fields = {{"move", text}, {"cell", star.name(to)}};
  if (chain.tables.layout.contains(chain.occupied, to)) illegal("occupied", fields);
  const std::vector<int> landings = chain.jumps(at);
  const bool jump = std::find(landings.begin(), landings.end(), to) != landings.end();
  if (jump || are_neighbours(star, at, to)) {
    if (chain.leaves_target(at, to)) illegal("leaves-target", fields);
    if (chain.in_closed_tip(to)) illegal("closed", fields);
    illegal("foreign-tip", fields);
  }
  illegal("no-jump", {{"move", text}, {"origin", star.name(at)}, {"cell", star.name(to)}});
}

template <class Word>
void check_path(const Chain<Word>& chain, const std::vector<int>& cells, const std::string& text) {
  const Star& star = chain.tables.star;
  for (std::size_t i = 1; i < cells.size(); ++i) {
    const int at = cells[i - 1];
    const int to = cells[i];
    if (to == chain.origin) illegal("origin", {{"move", text}, {"cell", star.name(to)}});
    if (std::find(cells.begin(), cells.begin() + static_cast<std::ptrdiff_t>(i), to) !=
        cells.begin() + static_cast<std::ptrdiff_t>(i)) {
      illegal("repeated", {{"move", text}, {"cell", star.name(to)}});
    }
    if (are_neighbours(star, at, to)) illegal("mixed", {{"move", text}});
    const std::vector<int> landings = chain.jumps(at);
    const bool jump = std::find(landings.begin(), landings.end(), to) != landings.end();
    if (!jump || !chain.may_land(at, to)) explain_leg(chain, at, to, text);
  }
}

template <class Word>
AnyMove read_race_move(const State<Word>& state, const std::vector<int>& cells,
                       const std::string& text) {
  const Tables<Word>& tables = *state.tables;
  const int from = cells.front();
  const int to = cells.back();
  const AnyMove move = {static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to), {}};
  const std::string& from_name = tables.star.name(from);
  if (!tables.layout.contains(state.occupied, from)) {
    illegal("empty", {{"move", text}, {"cell", from_name}});
  }
  if (!tables.layout.contains(state.marbles[state.turn], from)) {
    int owner = 0;
    while (!tables.layout.contains(state.marbles[owner], from)) ++owner;
    illegal("not-yours", {{"move", text},
                          {"cell", from_name},
                          {"owner", std::string(1, tables.rules.seats[owner])},
                          {"seat", std::string(1, tables.rules.seats[state.turn])}});
  }
  const Chain<Word> chain(state, from);
  if (cells.size() > 2) check_path(chain, cells, text);
  const Reach<Word> can = reach(tables, chain.seat, chain.occupied, from);
  if (tables.layout.contains(can.steps | can.jumps, to)) return move;
  if (to == from) illegal("origin", {{"move", text}, {"cell", from_name}});
  if (tables.layout.contains(can.landings, to)) {
    illegal("foreign-tip", {{"move", text}, {"cell", tables.star.name(to)}});
  }
  explain_leg(chain, from, to, text);
}

// The stones a path takes, or nothing where it is no legal capture path; `bad_leg` is then its
// first wrong leg and `standing` what stands there then.
template <class Word>
std::optional<CellSet<Word>> taken_on_path(const State<Word>& state, const std::vector<int>& cells,
                                           std::size_t& bad_leg, CellSet<Word>& standing) {
  const Tables<Word>& tables = *state.tables;
  standing = state.marbles[0];
  tables.layout.flip(standing, cells[0]);
  CellSet<Word> taken{};
  for (std::size_t i = 1; i < cells.size(); ++i) {
    const LineWords lines = line_words(tables, standing);
    int pivot = kNoCell;
    for (int d = 0; d < kDirections; ++d) {
      const LongJump jump = long_jump(tables, lines, cells[i - 1], d);
      if (jump.landing != cells[i]) continue;
      const bool adjacent = are_neighbours(tables.star, cells[i - 1], jump.pivot);
      if (adjacent || tables.rules.jumps == Jumps::kLong) pivot = jump.pivot;
    }
    if (pivot == kNoCell) {
      bad_leg = i;
      return std::nullopt;
    }
    tables.layout.flip(standing, pivot);
    tables.layout.add(taken, pivot);
  }
  return taken;
}

template <class Word>
AnyMove read_capture_move(const State<Word>& state, const std::vector<int>& cells,
                          const std::string& text) {
  const Tables<Word>& tables = *state.tables;
  const int from = cells.front();
  const int to = cells.back();
  AnyMove move = {static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to), {}};
  if (!tables.layout.contains(state.occupied, from)) {
    illegal("empty", {{"move", text}, {"cell", tables.star.name(from)}});
  }
  std::size_t bad_leg = 0;
  CellSet<Word> standing;
  if (const auto taken = taken_on_path(state, cells, bad_leg, standing)) {
    move.taken = to_bits(tables.layout, *taken);
    return move;
  }
  if (cells.size() == 2) {
    CaptureGenerator<Word> generator;
    int fits = 0;
    for (const auto& node : generator.moves_of(tables, state.marbles[0], from)) {
      if (node.cell != to) continue;
      move.taken = to_bits(tables.layout, node.taken);
      ++fits;
    }
    if (fits == 1) return move;
    if (fits > 1) {
      throw Error(ErrorKind::kNotation, "ambiguous",
                  {{"text", text},
                   {"origin", tables.star.name(from)},
                   {"target", tables.star.name(to)},
                   {"count", fits}});
    }
  }
  const int at = cells[bad_leg - 1];
  const int next = cells[bad_leg];
  if (are_neighbours(tables.star, at, next)) illegal("no-step", {{"move", text}});
  if (tables.layout.contains(standing, next)) {
    illegal("occupied", {{"move", text}, {"cell", tables.star.name(next)}});
  }
  illegal("no-jump",
          {{"move", text}, {"origin", tables.star.name(at)}, {"cell", tables.star.name(next)}});
}

// Breadth first, levels in path order, jumps in landing order: the first path found is canonical
// (see capture.hpp for the argument).
template <class Word>
std::vector<int> race_path(const State<Word>& state, int from, int to) {
  const Chain<Word> chain(state, from);
  const Reach<Word> can = reach(chain.tables, chain.seat, chain.occupied, from);
  const Layout<Word>& layout = chain.tables.layout;
  if (layout.contains(can.steps, to)) return {from, to};
  if (!layout.contains(can.jumps, to)) return {};
  std::array<int, kMaxCells> parent;
  parent.fill(kNoCell);
  std::vector<int> queue = {from};
  for (std::size_t head = 0; head < queue.size() && parent[to] == kNoCell; ++head) {
    const int at = queue[head];
    for (int landing : chain.jumps(at)) {
      if (parent[landing] != kNoCell || !chain.may_land(at, landing)) continue;
      parent[landing] = at;
      queue.push_back(landing);
    }
  }
  std::vector<int> path = {to};
  while (path.back() != from) path.push_back(parent[path.back()]);
  std::reverse(path.begin(), path.end());
  return path;
}

}  // namespace

std::vector<int> read_cells(const Star& star, std::string_view text) {
  const auto wrong = [&](const char* code, Error::Fields more = {}) {
    Error::Fields fields = {{"text", std::string(text)}};
    fields.insert(fields.end(), more.begin(), more.end());
    throw Error(ErrorKind::kNotation, code, std::move(fields));
  };
  std::vector<int> cells;
  std::string name;
  int start = 0;
  bool blank = true;
  const auto finish = [&](int end) {
    if (name.empty()) wrong("malformed", {{"offset", end}});
    const int cell = star.find(name);
    if (cell == kNoCell) {
      wrong("unknown-cell", {{"cell", name}, {"offset", start}, {"order", star.order()}});
    }
    cells.push_back(cell);
    name.clear();
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (is_blank(c)) continue;
    blank = false;
    if (c == '-') {
      finish(static_cast<int>(i));
      continue;
    }
    if (name.empty()) start = static_cast<int>(i);
    name += to_lower(c);
  }
  if (blank) wrong("blank");
  finish(static_cast<int>(text.size()));
  if (cells.size() < 2) wrong("one-cell");
  return cells;
}

template <class Word>
AnyMove read_move(const State<Word>& state, const std::vector<int>& cells,
                  const std::string& text) {
  if (state.over()) {
    throw Error(ErrorKind::kOver, "over", {{"reason", std::string(reason_name(state.reason))}});
  }
  return state.rules().capture ? read_capture_move(state, cells, text)
                               : read_race_move(state, cells, text);
}

template <class Word>
std::vector<int> canonical_path(const State<Word>& state, const AnyMove& move) {
  if (state.over()) return {};
  if (!state.rules().capture) return race_path(state, move.from, move.to);
  CaptureGenerator<Word> generator;
  const auto taken = from_bits(state.tables->layout, move.taken);
  const auto* node = generator.find(*state.tables, state.marbles[0], move.from, move.to, taken);
  if (node != nullptr) return generator.path(*node);
  return {};
}

template AnyMove read_move(const State<std::uint64_t>&, const std::vector<int>&,
                           const std::string&);
template AnyMove read_move(const State<U128>&, const std::vector<int>&, const std::string&);
template std::vector<int> canonical_path(const State<std::uint64_t>&, const AnyMove&);
template std::vector<int> canonical_path(const State<U128>&, const AnyMove&);

}  // namespace sternhalma
