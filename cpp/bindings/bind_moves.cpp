// Quit and Outcome: immutable values. Also the conversions that all bindings share.
#include <pybind11/stl.h>

#include <algorithm>

#include "bindings/bindings.hpp"

namespace sternhalma::python {
namespace {

struct SeatObjects {
  std::array<py::object, kColours> by_colour;
};

const SeatObjects& seat_objects() {
  PYBIND11_CONSTINIT static py::gil_safe_call_once_and_store<SeatObjects> storage;
  return storage
      .call_once_and_store_result([] {
        const py::module_ seats = py::module_::import("sternhalma.seats");
        SeatObjects objects;
        for (int colour = 0; colour < kTips; ++colour) {
          objects.by_colour[colour] = seats.attr("Seat")(colour);
        }
        objects.by_colour[kStone] = seats.attr("STONE");
        return objects;
      })
      .get_stored();
}

std::string places_text(const PyOutcome& o) {
  std::string text;
  for (int place : o.places) text += (text.empty() ? "" : ", ") + std::to_string(place);
  return "(" + text + (o.places.size() == 1 ? ",)" : ")");
}

template <class T>
auto equality() {
  return [](const T& a, const py::object& b) -> py::object {
    if (!py::isinstance<T>(b)) return py::reinterpret_borrow<py::object>(Py_NotImplemented);
    return py::bool_(a == b.cast<const T&>());
  };
}

}  // namespace

std::vector<int> PyMove::captured() const { return cells_of(star(), move.taken); }

py::object seat_object(int colour) {
  if (colour < 0) return py::none();
  return seat_objects().by_colour[static_cast<std::size_t>(colour)];
}

int colour_of(const py::object& seat) {
  if (PyLong_Check(seat.ptr()) && !PyBool_Check(seat.ptr())) {
    const long value = PyLong_AsLong(seat.ptr());
    if (value >= 0 && value < kTips) return static_cast<int>(value);
    PyErr_Clear();
  } else if (py::isinstance<py::str>(seat)) {
    std::string text = seat.cast<Text>().value;
    for (char& c : text) c = to_lower(c);
    constexpr std::array<const char*, kTips> colours = {"white", "red",    "blue",
                                                        "black", "yellow", "green"};
    for (int colour = 0; colour < kTips; ++colour) {
      if (text == colours[colour] || text == kColourLetters.substr(colour, 1)) return colour;
    }
  } else {
    throw py::type_error("a seat is a Seat, its number or its letter, not " +
                         py::repr(py::type::of(seat)).cast<std::string>());
  }
  throw Error(ErrorKind::kNotation, "unknown-seat", {{"text", py::str(seat).cast<Text>().value}});
}

int seat_index(const Game& game, const py::object& seat) {
  const char letter = kColourLetters[static_cast<std::size_t>(colour_of(seat))];
  const auto index = game.rules()->rules().seats.find(letter);
  if (index == std::string::npos) {
    throw Error(ErrorKind::kIllegal, "no-seat", {{"seat", std::string(1, letter)}});
  }
  return static_cast<int>(index);
}

py::tuple names(const Star& star, const std::vector<int>& cells) {
  py::tuple result(cells.size());
  for (std::size_t i = 0; i < cells.size(); ++i) result[i] = py::str(star.name(cells[i]));
  return result;
}

std::vector<int> cells_of(const Star& star, const CellBits& bits) {
  std::vector<int> cells;
  for (int word = 0; word < 4; ++word) {
    for_each_bit(bits[word], [&](int b) { cells.push_back(64 * word + b); });
  }
  std::sort(cells.begin(), cells.end(), [&](int a, int b) { return star.rank(a) < star.rank(b); });
  return cells;
}

void check_order(int order) {
  if (order >= kMinOrder && order <= kMaxOrder) return;
  throw Error(ErrorKind::kVariant, "bad-value",
              {{"field", "order"}, {"given", std::to_string(order)}, {"expected", "1 to 6"}});
}

int cell_of(const Star& star, const std::string& name) {
  std::string lower;
  for (char c : name) {
    if (!is_blank(c)) lower += to_lower(c);
  }
  const int cell = star.find(lower);
  if (cell != kNoCell) return cell;
  throw Error(ErrorKind::kNotation, "unknown-cell",
              {{"text", name}, {"cell", name}, {"offset", 0}, {"order", star.order()}});
}

void raise_error(const Error& error) {
  constexpr std::array<const char*, 5> kinds = {"notation", "illegal", "position", "variant",
                                                "over"};
  py::dict fields;
  for (const auto& [name, value] : error.fields()) {
    if (std::holds_alternative<int>(value)) {
      fields[name.c_str()] = std::get<int>(value);
    } else {
      // Quoted input may be cut inside a character or never have been text.
      const std::string& text = std::get<std::string>(value);
      fields[name.c_str()] = py::reinterpret_steal<py::object>(
          PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace"));
    }
  }
  const py::object built =
      py::module_::import("sternhalma.errors")
          .attr("build")(kinds[static_cast<std::size_t>(error.kind())], error.code(), fields);
  PyErr_SetObject(py::type::of(built).ptr(), built.ptr());
}

void bind_moves(py::module_& m) {
  using namespace py::literals;
  py::class_<PyQuit>(m, "Quit", py::is_final())
      .def(py::init([](const py::object& seat, const std::string& how) {
             if (how != "resigned" && how != "time") {
               throw py::value_error("how is 'resigned' or 'time', not '" + how + "'");
             }
             return PyQuit{colour_of(seat), how};
           }),
           "seat"_a, "how"_a)
      .def_property_readonly("seat", [](const PyQuit& q) { return seat_object(q.seat); })
      .def_readonly("how", &PyQuit::how)
      .def("__eq__", equality<PyQuit>(), py::is_operator())
      .def("__hash__", [](const PyQuit& q) { return py::hash(py::make_tuple(q.seat, q.how)); })
      .def("__repr__",
           [](const PyQuit& q) {
             return "Quit(Seat." + seat_object(q.seat).attr("name").cast<std::string>() + ", \"" +
                    q.how + "\")";
           })
      .def("__reduce__", [](const PyQuit& q) {
        return py::make_tuple(py::type::of<PyQuit>(), py::make_tuple(q.seat, q.how));
      });

  py::class_<PyOutcome>(m, "Outcome", py::is_final())
      .def(py::init([](const std::string& reason, const std::vector<int>& places) {
             return PyOutcome{reason, places};
           }),
           "reason"_a, "places"_a)
      .def_readonly("reason", &PyOutcome::reason)
      .def_property_readonly("places",
                             [](const PyOutcome& o) { return py::tuple(py::cast(o.places)); })
      .def("__eq__", equality<PyOutcome>(), py::is_operator())
      .def("__hash__",
           [](const PyOutcome& o) {
             return py::hash(py::make_tuple(o.reason, py::tuple(py::cast(o.places))));
           })
      .def("__repr__",
           [](const PyOutcome& o) {
             return "Outcome(\"" + o.reason + "\", " + places_text(o) + ")";
           })
      .def("__reduce__", [](const PyOutcome& o) {
        return py::make_tuple(py::type::of<PyOutcome>(),
                              py::make_tuple(o.reason, py::tuple(py::cast(o.places))));
      });
}

}  // namespace sternhalma::python
