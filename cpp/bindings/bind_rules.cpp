// Rules as a value, and the geometry of a star as plain data.
#include <pybind11/stl.h>

#include <optional>

#include "bindings/bindings.hpp"

namespace sternhalma::python {
namespace {

template <class Enum>
struct Names;  // spelling of a switch's values, in the order of the enum
template <>
struct Names<Jumps> {
  static constexpr std::array<const char*, 2> all = {"adjacent", "long"};
};
template <>
struct Names<Foreign> {
  static constexpr std::array<const char*, 3> all = {"pass", "open", "closed"};
};
template <>
struct Names<Lock> {
  static constexpr std::array<const char*, 3> all = {"none", "move", "landing"};
};
template <>
struct Names<Arrival> {
  static constexpr std::array<const char*, 2> all = {"filled", "own"};
};
template <>
struct Names<Finish> {
  static constexpr std::array<const char*, 2> all = {"places", "first"};
};
template <>
struct Names<Tie> {
  static constexpr std::array<const char*, 2> all = {"rank", "draw"};
};

template <class Enum>
Enum parse(const char* field, const std::string& given) {
  std::string expected;
  for (std::size_t i = 0; i < Names<Enum>::all.size(); ++i) {
    if (given == Names<Enum>::all[i]) return static_cast<Enum>(i);
    expected += (i == 0 ? "" : ", ") + std::string(Names<Enum>::all[i]);
  }
  throw Error(ErrorKind::kVariant, "bad-value",
              {{"field", field}, {"given", given}, {"expected", expected}});
}

template <class Enum>
std::string spell(Enum value) {
  return Names<Enum>::all[static_cast<std::size_t>(value)];
}

// None is "switched off"; 0 is what the core uses for it, so a given 0 is out of range.
int limit(const char* field, std::optional<int> given) {
  if (!given) return kOff;
  if (*given > 0) return *given;
  throw Error(ErrorKind::kVariant, "bad-value",
              {{"field", field},
               {"given", std::to_string(*given)},
               {"expected", "1 to " + std::to_string(kMaxCount) + " or none"}});
}

py::object shown(int limit) {
  if (limit == kOff) return py::none();
  return py::int_(limit);
}

// One field as Python sees it.
using Getter = py::object (*)(const Rules&);
struct Field {
  const char* name;
  Getter get;
};

// All fields, in the order of the text form.
constexpr std::array kFields = {
    Field{"order", [](const Rules& r) -> py::object { return py::int_(r.order); }},
    Field{"marbles", [](const Rules& r) -> py::object { return py::int_(r.marbles); }},
    Field{"seats", [](const Rules& r) -> py::object { return py::str(r.seats); }},
    Field{"jumps", [](const Rules& r) -> py::object { return py::str(spell(r.jumps)); }},
    Field{"foreign", [](const Rules& r) -> py::object { return py::str(spell(r.foreign)); }},
    Field{"lock", [](const Rules& r) -> py::object { return py::str(spell(r.lock)); }},
    Field{"arrival", [](const Rules& r) -> py::object { return py::str(spell(r.arrival)); }},
    Field{"finish", [](const Rules& r) -> py::object { return py::str(spell(r.finish)); }},
    Field{"reply", [](const Rules& r) -> py::object { return py::bool_(r.reply); }},
    Field{"deadline", [](const Rules& r) { return shown(r.deadline); }},
    Field{"max_rounds", [](const Rules& r) { return shown(r.max_rounds); }},
    Field{"max_plies", [](const Rules& r) { return shown(r.max_plies); }},
    Field{"repetition", [](const Rules& r) { return shown(r.repetition); }},
    Field{"tie", [](const Rules& r) -> py::object { return py::str(spell(r.tie)); }},
    Field{"lock_in", [](const Rules& r) -> py::object { return py::bool_(r.lock_in); }},
    Field{"pairs", [](const Rules& r) -> py::object { return py::bool_(r.pairs); }},
    Field{"capture", [](const Rules& r) -> py::object { return py::bool_(r.capture); }},
};

py::dict fields(const Ruleset& set) {
  py::dict d;
  for (const Field& field : kFields) d[field.name] = field.get(set.rules());
  return d;
}

std::shared_ptr<Ruleset> make_rules(int order, std::optional<int> marbles, const Text& seats,
                                    const Text& jumps, const Text& foreign, const Text& lock,
                                    const Text& arrival, const Text& finish, bool reply,
                                    std::optional<int> deadline, std::optional<int> max_rounds,
                                    std::optional<int> max_plies, std::optional<int> repetition,
                                    const Text& tie, bool lock_in, bool pairs, bool capture) {
  check_order(order);
  Rules r;
  r.order = order;
  r.marbles = marbles.value_or(order * (order + 1) / 2);
  r.seats = seats.value;
  r.jumps = parse<Jumps>("jumps", jumps.value);
  r.foreign = parse<Foreign>("foreign", foreign.value);
  r.lock = parse<Lock>("lock", lock.value);
  r.arrival = parse<Arrival>("arrival", arrival.value);
  r.finish = parse<Finish>("finish", finish.value);
  r.reply = reply;
  r.deadline = limit("deadline", deadline);
  r.max_rounds = limit("max_rounds", max_rounds);
  r.max_plies = limit("max_plies", max_plies);
  r.repetition = limit("repetition", repetition);
  r.tie = parse<Tie>("tie", tie.value);
  r.lock_in = lock_in;
  r.pairs = pairs;
  r.capture = capture;
  return std::make_shared<Ruleset>(r);
}

py::dict geometry(int order, std::optional<int> marbles) {
  check_order(order);
  const Star& star = Star::of(order);
  const int camp = marbles.value_or(star.tip_size());
  if (camp != star.tip_size() && camp != star.tip_and_row_size()) {
    throw Error(ErrorKind::kVariant, "marbles",
                {{"given", camp},
                 {"expected", std::to_string(star.tip_size()) + " or " +
                                  std::to_string(star.tip_and_row_size())}});
  }
  py::list cell_names, xy, screen, neighbours, tips, camps, symmetries;
  for (int cell = 0; cell < star.cells(); ++cell) {
    cell_names.append(star.name(cell));
    xy.append(py::make_tuple(star.x(cell), star.y(cell)));
    screen.append(py::make_tuple(star.x(cell) + star.y(cell) / 2.0, star.y(cell)));
    py::list around;
    for (int d = 0; d < kDirections; ++d) around.append(star.neighbour(cell, d));
    neighbours.append(py::tuple(around));
  }
  for (int tip = 0; tip < kTips; ++tip) {
    py::list in_tip, in_camp;
    for (int cell = 0; cell < star.cells(); ++cell) {
      if (star.tip_of(cell) == tip) in_tip.append(cell);
      if (star.in_camp(cell, tip, camp)) in_camp.append(cell);
    }
    tips.append(py::tuple(in_tip));
    camps.append(py::tuple(in_camp));
  }
  for (int s = 0; s < kSymmetries; ++s) {
    py::list images;
    for (int cell = 0; cell < star.cells(); ++cell) images.append(star.image(cell, s));
    symmetries.append(py::tuple(images));
  }
  py::dict d;
  d["order"] = order;
  d["names"] = py::tuple(cell_names);
  d["xy"] = py::tuple(xy);
  d["screen"] = py::tuple(screen);
  d["neighbours"] = py::tuple(neighbours);
  d["tips"] = py::tuple(tips);
  d["camps"] = py::tuple(camps);
  d["symmetries"] = py::tuple(symmetries);
  return d;
}

}  // namespace

void bind_rules(py::module_& m) {
  using namespace py::literals;
  py::class_<Ruleset, std::shared_ptr<Ruleset>> rules(m, "Rules", py::is_final());
  rules
      .def(py::init(&make_rules), py::kw_only(), "order"_a = 4, "marbles"_a = py::none(),
           "seats"_a = "wk", "jumps"_a = "adjacent", "foreign"_a = "pass", "lock"_a = "move",
           "arrival"_a = "filled", "finish"_a = "places", "reply"_a = false,
           "deadline"_a = py::none(), "max_rounds"_a = py::none(), "max_plies"_a = py::none(),
           "repetition"_a = py::none(), "tie"_a = "rank", "lock_in"_a = false, "pairs"_a = false,
           "capture"_a = false)
      .def("fields", &fields)
      .def(
          "__eq__",
          [](const Ruleset& a, const py::object& b) -> py::object {
            if (!py::isinstance<Ruleset>(b))
              return py::reinterpret_borrow<py::object>(Py_NotImplemented);
            return py::bool_(a.rules() == b.cast<const Ruleset&>().rules());
          },
          py::is_operator())
      .def("__hash__",
           [](const Ruleset& a) { return py::hash(py::tuple(fields(a).attr("values")())); })
      .def("__repr__",
           [](const Ruleset& a) {
             std::string text = "Rules(";
             bool first = true;
             for (const auto& [name, value] : fields(a)) {
               text += (first ? "" : ", ") + name.cast<std::string>() + "=" +
                       py::repr(value).cast<std::string>();
               first = false;
             }
             return text + ")";
           })
      .def("__reduce__", [](const Ruleset& a) {
        return py::make_tuple(py::module_::import("sternhalma._core").attr("_load_rules"),
                              py::make_tuple(fields(a)));
      });
  for (const Field& field : kFields) {
    rules.def_property_readonly(field.name,
                                [get = field.get](const Ruleset& set) { return get(set.rules()); });
  }
  m.def("_load_rules", [](const py::dict& given) { return py::type::of<Ruleset>()(**given); });
  m.def("geometry", &geometry, "order"_a, "marbles"_a = py::none());
}

}  // namespace sternhalma::python
