// Position. Its view of the legal moves: bind_legal_moves.cpp.
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <algorithm>

#include "bindings/raw_calls.hpp"

namespace sternhalma::python {
namespace {

std::unique_ptr<PyPosition> make_position(const py::object& given,
                                          const std::optional<Text>& text) {
  py::object variant = variant_object(given);
  SharedRules rules = rules_of(variant);
  auto game = text ? Game::read(std::move(rules), text->value) : Game::start(std::move(rules));
  return std::make_unique<PyPosition>(std::move(game), std::move(variant));
}

PyMove to_python(const Game& game, const AnyMove& move, std::shared_ptr<const Snapshot> before) {
  return {game.star().order(), move, std::move(before), {}};
}

py::object to_python(const Game& game, const Happened& event) {
  if (event.quitter == kNobody) return new_move(to_python(game, event.move, event.before));
  const char letter = game.rules()->rules().seats[static_cast<std::size_t>(event.quitter)];
  return py::cast(
      PyQuit{static_cast<int>(kColourLetters.find(letter)), std::string(reason_name(event.how))});
}

// The explanation of an illegal Move is the one its text gets.
[[noreturn]] void explain(const Game& game, const py::object& given) {
  const std::string text = py::str(given).cast<std::string>();
  if (!move_of(given).captured().empty()) {
    throw Error(ErrorKind::kIllegal, "not-legal", {{"move", text}});
  }
  (void)game.read_move(text);
  throw Error(ErrorKind::kIllegal, "not-legal", {{"move", text}});
}

AnyMove legal_move(const Game& game, const py::object& given) {
  const AnyMove move = any_move(game, given);
  game.require_running();
  if (is_move(given) && !game.is_legal(move)) explain(game, given);
  return move;
}

py::object push_move(PyPosition& p, const py::object& given) {
  const Busy busy(p);
  const AnyMove move = any_move(*p.game, given);
  if (!is_move(given)) {
    p.game->push(move);
  } else if (!p.game->try_push(move)) {
    (void)legal_move(*p.game, given);  // throws
  }
  // Not `given`: a Move from elsewhere has another path. The one played is the canonical one here.
  return to_python(*p.game, *p.game->last());
}

py::object pop_event(PyPosition& p) {
  const Busy busy(p);
  const auto event = p.game->pop();
  if (!event) throw py::index_error("pop from a position with no events to take back");
  return to_python(*p.game, *event);
}

py::object quit(PyPosition& p, const py::object& seat, Reason how) {
  const Busy busy(p);
  p.game->quit(seat_index(*p.game, seat), how);
  return to_python(*p.game, *p.game->last());
}

PyMove find_move(PyPosition& p, const Text& from, const Text& to,
                 const std::optional<std::vector<Text>>& captured) {
  const std::string& origin = from.value;
  const std::string& target = to.value;
  const Busy busy(p);
  const Game& game = *p.game;
  if (!captured || captured->empty()) {
    const std::string text = game.star().name(cell_of(game.star(), origin)) + "-" +
                             game.star().name(cell_of(game.star(), target));
    return to_python(game, game.read_move(text), game.snapshot());
  }
  AnyMove move = {static_cast<std::uint8_t>(cell_of(game.star(), origin)),
                  static_cast<std::uint8_t>(cell_of(game.star(), target)),
                  {}};
  std::string text = origin + "-" + target + " taking";
  for (const Text& name : *captured) {
    const int cell = cell_of(game.star(), name.value);
    move.taken[cell / 64] |= std::uint64_t{1} << (cell % 64);
    text += " " + name.value;
  }
  game.require_running();
  if (!game.is_legal(move)) throw Error(ErrorKind::kIllegal, "not-legal", {{"move", text}});
  return to_python(game, move, game.snapshot());
}

py::dict reaches(PyPosition& p, const Text& cell) {
  const Busy busy(p);
  const Star& star = p.game->star();
  Game::Reaches can = p.game->reaches(cell_of(star, cell.value));
  for (int i = 0; i < 4; ++i) can.landings[i] &= ~can.jumps[i];
  py::dict d;
  d["steps"] = py::list(names(star, cells_of(star, can.steps)));
  d["jumps"] = py::list(names(star, cells_of(star, can.jumps)));
  d["passes"] = py::list(names(star, cells_of(star, can.landings)));
  return d;
}

// One entry a seat, in turn order.
template <class F>
py::list by_seat(const Game& game, F&& entry) {
  py::list list;
  for (int s = 0; s < static_cast<int>(game.rules()->rules().seats.size()); ++s) {
    list.append(entry(s));
  }
  return list;
}

py::object outcome(PyPosition& p) {
  const Busy busy(p);
  if (p.game->turn() != kNobody) return py::none();
  PyOutcome result{std::string(reason_name(p.game->reason())), {}};
  for (std::size_t s = 0; s < p.game->rules()->rules().seats.size(); ++s) {
    result.places.push_back(p.game->place(static_cast<int>(s)));
  }
  return py::cast(result);
}

py::array_t<std::int8_t> cells(PyPosition& p) {
  const Busy busy(p);
  py::array_t<std::int8_t> array(p.game->star().cells());
  std::int8_t* out = array.mutable_data();
  for (int cell = 0; cell < p.game->star().cells(); ++cell) {
    out[cell] = static_cast<std::int8_t>(p.game->owner(cell));
  }
  return array;
}

py::object moves_array(PyPosition& p) {
  const Busy busy(p);
  const std::vector<AnyMove> moves = p.game->legal_moves();
  if (p.game->rules()->rules().capture) {
    const auto [pairs, taken] = capture_arrays(moves, p.game->star());
    return py::make_tuple(pairs, taken);
  }
  py::array_t<std::uint8_t> pairs({static_cast<py::ssize_t>(moves.size()), py::ssize_t{2}});
  std::uint8_t* out = pairs.mutable_data();
  for (const AnyMove& move : moves) {
    *out++ = move.from;
    *out++ = move.to;
  }
  return pairs;
}

py::tuple history(PyPosition& p) {
  const Busy busy(p);
  const std::vector<Happened> events = p.game->events();
  py::tuple list(events.size());
  for (std::size_t i = 0; i < events.size(); ++i) list[i] = to_python(*p.game, events[i]);
  return list;
}

std::unique_ptr<PyPosition> copy(PyPosition& p, bool with_history) {
  const Busy busy(p);
  return std::make_unique<PyPosition>(p.game->copy(with_history), p.variant);
}

// The calls that programs make most.
PyObject* push(PyObject* self, PyObject* const* arguments, Py_ssize_t n, PyObject* names) noexcept {
  return guarded([&] {
    PyObject* move = only_argument("push", "move", arguments, n, names);
    if (move == nullptr) throw py::type_error("push() takes one argument, move");
    const auto given = py::reinterpret_borrow<py::object>(move);
    return push_move(position_of(self), given).release().ptr();
  });
}

PyObject* pop(PyObject* self, PyObject*) noexcept {
  return guarded([&] { return pop_event(position_of(self)).release().ptr(); });
}

PyObject* num_moves(PyObject* self, PyObject*) noexcept {
  return guarded([&] {
    PyPosition& p = position_of(self);
    const Busy busy(p);
    return PyLong_FromUnsignedLongLong(p.game->num_moves());
  });
}

PyObject* copy_position(PyObject* self, PyObject* const* arguments, Py_ssize_t n,
                        PyObject* names) noexcept {
  return guarded([&]() -> PyObject* {
    PyObject* history = only_argument("copy", "history", arguments, n, names);
    const int with_history = history == nullptr ? 1 : PyObject_IsTrue(history);
    if (with_history < 0) return nullptr;
    return py::cast(copy(position_of(self), with_history != 0)).release().ptr();
  });
}

void add_raw_methods(const py::object& type) {
  // Made here, not while the module is loaded: nothing may run before the processor is checked.
  static PyMethodDef methods[] = {
      {"push", method(&push), METH_FASTCALL | METH_KEYWORDS, "push($self, move)\n--\n\n"},
      {"pop", &pop, METH_NOARGS, "pop($self, /)\n--\n\n"},
      {"num_moves", &num_moves, METH_NOARGS, "num_moves($self, /)\n--\n\n"},
      {"copy", method(&copy_position), METH_FASTCALL | METH_KEYWORDS,
       "copy($self, history=True)\n--\n\n"},
      {},
  };
  add_methods(type, methods);
}

std::string repr(PyPosition& p) {
  const Busy busy(p);
  const std::string variant = p.variant.attr("text").cast<std::string>();
  return "Position(\"" + variant + "\", \"" + p.game->text() + "\")";
}

py::object equals(const py::object& self, const py::object& other) {
  if (!py::isinstance<PyPosition>(other)) {
    return py::reinterpret_borrow<py::object>(Py_NotImplemented);
  }
  auto& a = self.cast<PyPosition&>();
  auto& b = other.cast<PyPosition&>();
  if (&a == &b) return py::bool_(true);
  const Busy busy_a(a);
  const Busy busy_b(b);
  return py::bool_(a.variant.equal(b.variant) && a.game->text() == b.game->text());
}

py::tuple reduce(PyPosition& p) {
  const Busy busy(p);
  return py::make_tuple(py::module_::import("sternhalma._core").attr("_load_position"),
                        py::make_tuple(p.variant, saved_tuple(p.game->star(), p.game->save())));
}

std::unique_ptr<PyPosition> load(const py::object& variant, const py::tuple& data) {
  SharedRules rules = rules_of(variant);
  const SavedGame saved = saved_game(rules->star(), data);
  return std::make_unique<PyPosition>(Game::load(std::move(rules), saved), variant);
}

// A getter that holds the position while it reads.
template <class F>
auto reading(F&& f) {
  return [f](PyPosition& p) {
    const Busy busy(p);
    return f(*p.game);
  };
}

void bind_reading(py::class_<PyPosition>& c) {
  c.def_readonly("variant", &PyPosition::variant)
      .def_property_readonly("text", reading([](const Game& g) { return g.text(); }))
      .def("__str__", reading([](const Game& g) { return g.text(); }))
      .def_property_readonly("seats", reading([](const Game& g) {
                               return by_seat(g, [&](int s) {
                                 const char letter =
                                     g.rules()->rules().seats[static_cast<std::size_t>(s)];
                                 return seat_object(static_cast<int>(kColourLetters.find(letter)));
                               });
                             }))
      .def_property_readonly("places", reading([](const Game& g) {
                               return by_seat(g, [&](int s) -> py::object {
                                 if (g.place(s) == 0) return py::none();
                                 return py::int_(g.place(s));
                               });
                             }))
      .def_property_readonly("arrived", reading([](const Game& g) {
                               return by_seat(g, [&](int s) { return py::bool_(g.waits(s)); });
                             }))
      .def_property_readonly("moves_made", reading([](const Game& g) {
                               return by_seat(g, [&](int s) { return py::int_(g.moves_made(s)); });
                             }))
      .def_property_readonly("taken", reading([](const Game& g) {
                               return by_seat(g, [&](int s) { return py::int_(g.taken(s)); });
                             }))
      .def_property_readonly("round", reading([](const Game& g) { return g.round(); }))
      .def_property_readonly("plies", reading([](const Game& g) { return g.plies(); }))
      .def_property_readonly("reply_due", reading([](const Game& g) { return g.reply_due(); }))
      .def_property_readonly("hash", reading([](const Game& g) { return g.key(); }))
      .def_property_readonly("_fresh_hash", reading([](const Game& g) { return g.fresh_key(); }))
      .def_property_readonly("turn", reading([](const Game& g) {
                               if (g.turn() == kNobody) return py::object(py::none());
                               const char letter =
                                   g.rules()->rules().seats[static_cast<std::size_t>(g.turn())];
                               return seat_object(static_cast<int>(kColourLetters.find(letter)));
                             }))
      .def("repetitions", reading([](const Game& g) { return g.repetitions(); }))
      .def_property_readonly("history", &history)
      .def("outcome", &outcome)
      .def("cells", &cells)
      .def("moves_array", &moves_array);
}

}  // namespace

AnyMove any_move(const Game& game, py::handle given) {
  if (is_move(given)) {
    const PyMove& move = move_of(given);
    if (move.order != game.star().order()) {
      throw Error(ErrorKind::kIllegal, "wrong-board",
                  {{"move", py::str(given).cast<std::string>()},
                   {"order", move.order},
                   {"expected", game.star().order()}});
    }
    return move.move;
  }
  if (py::isinstance<py::str>(given)) return game.read_move(given.cast<Text>().value);
  throw py::type_error("a move is a Move or its text, not " +
                       py::repr(py::type::handle_of(given)).cast<std::string>());
}

bool is_legal(const Game& game, py::handle given) {
  try {
    return game.is_legal(any_move(game, given));
  } catch (const Error&) {
    return false;
  }
}

py::object variant_object(const py::object& given) {
  const py::object type = py::module_::import("sternhalma.variants").attr("Variant");
  if (py::isinstance(given, type)) return given;
  if (py::isinstance<py::str>(given)) return type(given);
  throw py::type_error("a variant is a Variant or its text form, not " +
                       py::repr(py::type::of(given)).cast<std::string>());
}

SharedRules rules_of(const py::object& variant) {
  return variant.attr("rules").cast<std::shared_ptr<Ruleset>>();
}

py::tuple saved_tuple(const Star& star, const SavedGame& saved) {
  py::list events;
  for (const Happened& event : saved.events) {
    if (event.quitter != kNobody) {
      events.append(py::make_tuple(event.quitter, std::string(reason_name(event.how))));
    } else {
      events.append(py::make_tuple(star.name(event.move.from), star.name(event.move.to),
                                   names(star, cells_of(star, event.move.taken))));
    }
  }
  return py::make_tuple(saved.text, saved.reason, py::tuple(py::cast(saved.keys)),
                        py::tuple(events));
}

SavedGame saved_game(const Star& star, const py::tuple& data) {
  SavedGame saved{data[0].cast<std::string>(),
                  data[1].cast<std::string>(),
                  data[2].cast<std::vector<std::uint64_t>>(),
                  {}};
  for (const py::handle& item : data[3].cast<py::tuple>()) {
    const auto event = item.cast<py::tuple>();
    Happened happened;
    if (event.size() == 2) {
      happened.quitter = event[0].cast<int>();
      if (happened.quitter < 0 || happened.quitter >= kMaxSeats) {
        throw py::value_error("a pickle with a seat that there is not");
      }
      happened.how = find_reason(event[1].cast<std::string>()).value_or(Reason::kResigned);
    } else {
      happened.move.from = static_cast<std::uint8_t>(cell_of(star, event[0].cast<std::string>()));
      happened.move.to = static_cast<std::uint8_t>(cell_of(star, event[1].cast<std::string>()));
      for (const py::handle& name : event[2].cast<py::tuple>()) {
        const int cell = cell_of(star, name.cast<std::string>());
        happened.move.taken[cell / 64] |= std::uint64_t{1} << (cell % 64);
      }
    }
    saved.events.push_back(std::move(happened));
  }
  return saved;
}

std::pair<py::array_t<std::uint8_t>, py::array_t<std::uint64_t>> capture_arrays(
    const std::vector<AnyMove>& moves, const Star& star) {
  const auto n = static_cast<py::ssize_t>(moves.size());
  const py::ssize_t words = star.cells() <= 128 ? 2 : 4;
  py::array_t<std::uint8_t> pairs({n, py::ssize_t{2}});
  py::array_t<std::uint64_t> taken({n, words});
  std::uint8_t* out = pairs.mutable_data();
  std::uint64_t* bits = taken.mutable_data();
  for (const AnyMove& move : moves) {
    *out++ = move.from;
    *out++ = move.to;
    bits = std::copy_n(move.taken.begin(), words, bits);
  }
  return {pairs, taken};
}

void bind_position(py::module_& m) {
  using namespace py::literals;
  py::class_<PyPosition> c(m, "Position", py::is_final());
  c.def(py::init(&make_position), "variant"_a, "text"_a = py::none());
  bind_reading(c);
  c.def(
       "at",
       [](PyPosition& p, const Text& cell) {
         const Busy busy(p);
         return seat_object(p.game->owner(cell_of(p.game->star(), cell.value)));
       },
       "cell"_a)
      .def(
          "move",
          [](PyPosition& p, const Text& text) {
            const Busy busy(p);
            return to_python(*p.game, p.game->read_move(text.value), p.game->snapshot());
          },
          "text"_a)
      .def("find_move", &find_move, "origin"_a, "target"_a, "captured"_a = py::none())
      .def("reaches", &reaches, "cell"_a)
      .def(
          "is_legal",
          [](PyPosition& p, const py::object& move) {
            const Busy busy(p);
            return is_legal(*p.game, move);
          },
          "move"_a)
      .def(
          "resign",
          [](PyPosition& p, const py::object& seat) { return quit(p, seat, Reason::kResigned); },
          "seat"_a)
      .def(
          "timeout",
          [](PyPosition& p, const py::object& seat) { return quit(p, seat, Reason::kTime); },
          "seat"_a)
      .def(
          "will_eliminate",
          [](PyPosition& p, const py::object& move) {
            const Busy busy(p);
            return p.game->will_eliminate(legal_move(*p.game, move));
          },
          "move"_a)
      .def(
          "moves_left",
          [](PyPosition& p, const py::object& seat) -> std::optional<int> {
            const Busy busy(p);
            const int s = seat_index(*p.game, seat);
            const int deadline = p.game->rules()->rules().deadline;
            if (deadline == kOff) return std::nullopt;
            return std::max(0, deadline - p.game->moves_made(s));
          },
          "seat"_a)
      .def(
          "way_out",
          [](PyPosition& p, const Text& cell) -> std::optional<int> {
            const Busy busy(p);
            const int moves = p.game->way_out(cell_of(p.game->star(), cell.value));
            if (moves < 0) return std::nullopt;
            return moves;
          },
          "cell"_a)
      .def("__copy__", [](PyPosition& p) { return copy(p, true); })
      .def(
          "__deepcopy__", [](PyPosition& p, const py::dict&) { return copy(p, true); }, "memo"_a)
      .def("__eq__", &equals, py::is_operator())
      .def("__repr__", &repr)
      .def("__reduce__", &reduce)
      .def("_repr_svg_", [](const py::object& self) {
        return py::module_::import("sternhalma.svg").attr("board_svg")(self);
      });
  c.attr("__hash__") = py::none();
  add_raw_methods(c);
  m.def("_load_position", &load);
}

}  // namespace sternhalma::python
