// The engine. Positions are copied, then the GIL is released for as long as the search runs.
#include <pybind11/stl.h>

#include <sstream>

#include "bindings/bindings.hpp"
#include "sternhalma/search/engine.hpp"

namespace sternhalma::python {
namespace {

using search::Engine;
using search::Limits;
using search::Options;
using search::Result;

struct PyLine {
  std::vector<PyMove> moves;
  int score = 0;
};

struct PyResult {
  std::optional<PyMove> move;
  int score = 0;
  int depth = 0;
  std::uint64_t nodes = 0;
  double time_ms = 0;
  std::vector<PyLine> lines;

  [[nodiscard]] std::vector<PyMove> pv() const {
    return lines.empty() ? std::vector<PyMove>{} : lines.front().moves;
  }
};

// One search at a time; `stop` alone may come from any thread at any time.
struct PyEngine {
  Engine engine;
  std::atomic<bool> busy{false};
  std::optional<PyResult> last;

  explicit PyEngine(const Options& options) : engine(options) {}
};

// The moves of a line with the positions they are played in, as far as they are legal.
PyLine to_python(const Game& game, const search::Line& line) {
  PyLine result{{}, line.score};
  const std::unique_ptr<Game> at = game.copy(false);
  for (const AnyMove& move : line.moves) {
    const auto before = at->snapshot();
    if (at->turn() == kNobody || !at->try_push(move)) break;
    result.moves.push_back({game.star().order(), move, before, {}});
  }
  return result;
}

PyResult to_python(const Game& game, const Result& found) {
  PyResult result;
  result.depth = found.depth;
  result.nodes = found.nodes;
  result.time_ms = found.time_ms;
  for (const search::Line& line : found.lines) result.lines.push_back(to_python(game, line));
  if (found.move) {
    result.move = PyMove{game.star().order(), *found.move, game.snapshot(), {}};
    result.score = found.lines.front().score;
  }
  return result;
}

template <class T>
void set_option(const py::handle& value, const std::string& name, T& field) {
  try {
    field = value.cast<T>();
  } catch (const py::cast_error&) {
    throw py::type_error("option " + name +
                         " has a value of the wrong type: " + py::repr(value).cast<std::string>());
  }
}

search::Weights make_weights(const py::handle& given) {
  search::Weights weights;
  const std::pair<const char*, int*> fields[] = {
      {"step", &weights.step},     {"square", &weights.square}, {"in_tip", &weights.in_tip},
      {"ahead", &weights.ahead},   {"behind", &weights.behind}, {"last", &weights.last},
      {"second", &weights.second}, {"tempo", &weights.tempo}};
  if (!py::isinstance<py::dict>(given)) throw py::type_error("weights is a dict of name and int");
  for (const auto& [key, value] : py::reinterpret_borrow<py::dict>(given)) {
    const auto name = py::str(key).cast<std::string>();
    const auto* found = std::find_if(std::begin(fields), std::end(fields),
                                     [&](const auto& field) { return field.first == name; });
    if (found == std::end(fields)) throw py::type_error("there is no weight '" + name + "'");
    set_option(value, name, *found->second);
    if (std::clamp(*found->second, -search::kMostWeight, search::kMostWeight) != *found->second) {
      throw py::value_error("weight " + name + " is beyond +-" +
                            std::to_string(search::kMostWeight));
    }
  }
  return weights;
}

void set_switches(const py::kwargs& given, Options& options) {
  const std::pair<const char*, bool*> switches[] = {
      {"full_width", &options.full_width}, {"table", &options.table},
      {"aspiration", &options.aspiration}, {"killers", &options.killers},
      {"history", &options.history},       {"reductions", &options.reductions},
      {"futility", &options.futility},     {"null_move", &options.null_move},
      {"frontier", &options.frontier},     {"race", &options.race}};
  for (const auto& [key, value] : given) {
    const auto name = key.cast<std::string>();
    if (name == "weights") {
      options.weights = make_weights(value);
      continue;
    }
    const auto* found = std::find_if(std::begin(switches), std::end(switches),
                                     [&](const auto& entry) { return entry.first == name; });
    if (found == std::end(switches)) throw py::type_error("no engine option named '" + name + "'");
    set_option(value, name, *found->second);
  }
}

std::unique_ptr<PyEngine> make_engine(int threads, int hash_mib, std::uint64_t seed,
                                      const std::string& algorithm, const py::kwargs& given) {
  check_threads(threads);
  check_least("hash_mib", hash_mib, 1);
  if (hash_mib > 1 << 20) throw py::value_error("hash_mib is at most 1048576");
  const auto found = search::find_algorithm(algorithm);
  if (!found) throw py::value_error("there is no algorithm '" + algorithm + "'");
  Options options;
  options.algorithm = *found;
  options.threads = threads;
  options.hash_mib = hash_mib;
  options.seed = seed;
  set_switches(given, options);
  return std::make_unique<PyEngine>(options);
}

Limits make_limits(std::optional<std::int64_t> time_ms,
                   std::optional<std::pair<std::int64_t, std::int64_t>> clock,
                   std::optional<int> depth, std::optional<std::uint64_t> nodes, int multipv) {
  if (time_ms) check_least("time_ms", *time_ms, 0);
  if (clock) check_least("clock", std::min(clock->first, clock->second), 0);
  if (depth) check_least("depth", *depth, 1);
  if (nodes) check_least("nodes", static_cast<long long>(std::min<std::uint64_t>(*nodes, 1)), 1);
  check_least("multipv", multipv, 1);
  return {time_ms, clock, depth, nodes, multipv};
}

PyResult run_search(PyEngine& self, PyPosition& position, std::optional<std::int64_t> time_ms,
                    std::optional<std::pair<std::int64_t, std::int64_t>> clock,
                    std::optional<int> depth, std::optional<std::uint64_t> nodes, int multipv,
                    const py::object& on_info) {
  const Limits limits = make_limits(time_ms, clock, depth, nodes, multipv);
  std::unique_ptr<Game> game;
  {
    const Busy busy(position);
    game = position.game->copy(true);
  }
  const Busy busy(self.busy, "Engine");
  search::OnInfo report;
  if (!on_info.is_none()) {
    report = [&](const Result& found) {
      const py::gil_scoped_acquire gil;
      on_info(to_python(*game, found));
    };
  }
  const auto poll = [] {
    const py::gil_scoped_acquire gil;
    return PyErr_CheckSignals() != 0;
  };
  Result found;
  {
    const py::gil_scoped_release release;
    found = self.engine.search(*game, limits, report, poll);
  }
  // A handler's exception is pending now: nothing may call into Python before it is set aside.
  std::optional<py::error_already_set> raised;
  if (self.engine.interrupted() && PyErr_Occurred() != nullptr) raised.emplace();
  self.last = to_python(*game, found);
  if (raised) throw std::move(*raised);
  return *self.last;
}

std::string repr(const PyResult& result) {
  std::ostringstream text;
  text << "<SearchResult "
       << (result.move ? py::str(py::cast(*result.move)).cast<std::string>() : "no move")
       << ", score " << result.score << ", depth " << result.depth << ", " << result.nodes
       << " nodes>";
  return text.str();
}

}  // namespace

void bind_search(py::module_& m) {
  using namespace py::literals;
  py::class_<PyLine>(m, "Line", py::is_final())
      .def_property_readonly("move",
                             [](const PyLine& line) -> std::optional<PyMove> {
                               if (line.moves.empty()) return std::nullopt;
                               return line.moves.front();
                             })
      .def_readonly("score", &PyLine::score)
      .def_readonly("pv", &PyLine::moves);
  py::class_<PyResult>(m, "SearchResult", py::is_final())
      .def_readonly("move", &PyResult::move)
      .def_readonly("score", &PyResult::score)
      .def_readonly("depth", &PyResult::depth)
      .def_readonly("nodes", &PyResult::nodes)
      .def_readonly("time_ms", &PyResult::time_ms)
      .def_property_readonly("pv", &PyResult::pv)
      .def_readonly("lines", &PyResult::lines)
      .def("__repr__", &repr);
  py::class_<PyEngine>(m, "Engine", py::is_final())
      .def(py::init(&make_engine), "threads"_a = 1, "hash_mib"_a = 64, "seed"_a = 0,
           "algorithm"_a = "auto")
      .def("search", &run_search, "position"_a, py::kw_only(), "time_ms"_a = py::none(),
           "clock"_a = py::none(), "depth"_a = py::none(), "nodes"_a = py::none(), "multipv"_a = 1,
           "on_info"_a = py::none())
      .def(
          "hint",
          [](const py::object& self, const py::object& position, const py::kwargs& limits) {
            return py::module_::import("sternhalma.hints").attr("hint")(self, position, **limits);
          },
          "position"_a)
      .def("stop", [](PyEngine& self) { self.engine.stop(); })
      .def("clear",
           [](PyEngine& self) {
             const Busy busy(self.busy, "Engine");
             self.engine.clear();
           })
      .def(
          "evaluate",
          [](PyEngine& self, PyPosition& position, const py::object& seat) {
            const Busy busy(position);
            const Game& game = *position.game;
            if (seat.is_none()) game.require_running();
            return self.engine.evaluate(game,
                                        seat.is_none() ? game.turn() : seat_index(game, seat));
          },
          "position"_a, "seat"_a = py::none())
      .def_property_readonly("last", [](PyEngine& self) {
        const Busy busy(self.busy, "Engine");
        return self.last;
      });
}

}  // namespace sternhalma::python
