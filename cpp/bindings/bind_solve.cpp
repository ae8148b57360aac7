// Exact answers. Positions are copied, then the GIL is released for as long as the solver runs.
#include <pybind11/stl.h>

#include "bindings/bindings.hpp"
#include "sternhalma/solve/race.hpp"

namespace sternhalma::python {
namespace {

struct PyRace {
  int seat = 0;  // colour number
  solve::Race race;
  std::vector<PyMove> line;

  [[nodiscard]] std::optional<int> moves() const {
    return race.exact() ? race.upper : std::nullopt;
  }
};

// The moves of a line with their paths on the board without the other seats.
template <class Word>
std::vector<PyMove> line_of(const State<Word>& state, int s, const std::vector<Move>& line) {
  State<Word> alone = solve::alone(state, s);
  std::vector<PyMove> moves;
  for (const Move move : line) {
    const AnyMove any = {move.from, move.to, {}};
    moves.push_back({state.rules().order, any, nullptr, canonical_path(alone, any)});
    for (const int cell : {static_cast<int>(move.from), static_cast<int>(move.to)}) {
      state.tables->layout.flip(alone.marbles[s], cell);
    }
    alone.occupied = alone.marbles[s];
  }
  return moves;
}

PyRace solve_race(PyPosition& position, const py::object& seat, std::int64_t nodes) {
  check_least("nodes", nodes, 1);
  std::unique_ptr<Game> game;
  {
    const Busy busy(position);
    game = position.game->copy(false);
  }
  if (seat.is_none()) game->require_running();
  const int s = seat.is_none() ? game->turn() : seat_index(*game, seat);
  return visit(*game, [&](const auto& state, const History&) {
    if (state.rules().capture) throw Error(ErrorKind::kPosition, "no-race");
    if (!solve::can_race(state, s)) {
      throw Error(ErrorKind::kPosition, "short-of-marbles",
                  {{"seat", std::string(1, kColourLetters[state.tables->seat[s].colour])},
                   {"given", popcount(state.marbles[s])},
                   {"expected", popcount(state.tables->seat[s].target)}});
    }
    PyRace found;
    found.seat = state.tables->seat[s].colour;
    found.race = unlocked([&](Interrupt& interrupt) {
      return solve::race(state, s, static_cast<std::uint64_t>(nodes), [&] {
        interrupt.breathe(0);
        return false;
      });
    });
    found.line = line_of(state, s, found.race.line);
    return found;
  });
}

bool is_separated(PyPosition& position) {
  const Busy busy(position);
  return visit(*position.game,
               [](const auto& state, const History&) { return solve::separated(state); });
}

std::string repr(const PyRace& race) {
  std::string text =
      "<Race of " + py::str(seat_object(race.seat).attr("colour")).cast<std::string>() + ", ";
  if (race.race.exact()) {
    text += std::to_string(race.race.lower) + " moves";
  } else {
    text += std::to_string(race.race.lower) + " to " +
            (race.race.upper ? std::to_string(*race.race.upper) : "any number of") + " moves";
  }
  return text + ", " + std::to_string(race.race.nodes) + " nodes>";
}

}  // namespace

void bind_solve(py::module_& m) {
  using namespace py::literals;
  py::class_<PyRace>(m, "Race", py::is_final())
      .def_property_readonly("seat", [](const PyRace& race) { return seat_object(race.seat); })
      .def_property_readonly("moves", &PyRace::moves)
      .def_property_readonly("lower", [](const PyRace& race) { return race.race.lower; })
      .def_property_readonly("upper", [](const PyRace& race) { return race.race.upper; })
      .def_readonly("line", &PyRace::line)
      .def_property_readonly("nodes", [](const PyRace& race) { return race.race.nodes; })
      .def("__repr__", &repr);
  m.def("solve_race", &solve_race, "position"_a, "seat"_a = py::none(), py::kw_only(),
        "nodes"_a = 1'000'000);
  m.def("separated", &is_separated, "position"_a);
}

}  // namespace sternhalma::python
