// The type Move: an immutable value.
#include <pybind11/stl.h>

#include "bindings/raw_calls.hpp"

namespace sternhalma::python {
namespace {

struct MoveObject {
  PyObject ob_base;
  PyMove move;
};

constinit PyTypeObject* type = nullptr;  // set once, when the module is made

std::string join(const Star& star, const std::vector<int>& cells) {
  std::string text;
  for (int cell : cells) text += (text.empty() ? "" : "-") + star.name(cell);
  return text;
}

PyMove make_move(const Text& path, const std::vector<Text>& captured, int order) {
  check_order(order);
  PyMove move;
  move.order = order;
  move.cells = read_cells(move.star(), path.value);
  move.move.from = static_cast<std::uint8_t>(move.cells.front());
  move.move.to = static_cast<std::uint8_t>(move.cells.back());
  for (const Text& name : captured) {
    const int cell = cell_of(move.star(), name.value);
    move.move.taken[cell / 64] |= std::uint64_t{1} << (cell % 64);
  }
  return move;
}

std::string repr(const PyMove& m) {
  std::string text = "Move(\"" + join(m.star(), m.path()) + "\"";
  const std::vector<int> captured = m.captured();
  if (!captured.empty()) {
    text += ", captured=(";
    for (int cell : captured) text += "\"" + m.star().name(cell) + "\", ";
    text.resize(text.size() - (captured.size() == 1 ? 1 : 2));
    text += ")";
  }
  if (m.order != 4) text += ", order=" + std::to_string(m.order);
  return text + ")";
}

int code(const PyMove& m) {
  if (m.move.taken != CellBits{}) {
    throw py::attribute_error("a move that captures has no code: its cells do not name it");
  }
  return m.move.from * m.star().cells() + m.move.to;
}

Py_hash_t hash_of(const PyMove& m) noexcept {
  std::uint64_t hash = static_cast<std::uint64_t>(m.order) << 16 |
                       static_cast<std::uint64_t>(m.move.from) << 8 | m.move.to;
  for (const std::uint64_t word : m.move.taken) hash = splitmix64(hash ^ word);
  return static_cast<Py_hash_t>(hash >> 1);
}

// An argument as pybind11 would take it.
template <class T>
T argument(PyObject* given, const char* expected) {
  py::detail::make_caster<T> caster;
  if (!caster.load(given, true)) {
    throw py::type_error("Move(path, captured=(), order=4): " + std::string(expected) + ", not " +
                         py::repr(given).cast<std::string>());
  }
  return py::detail::cast_op<T>(std::move(caster));
}

PyObject* create(PyTypeObject*, PyObject* arguments, PyObject* keywords) {
  static constexpr const char* kNames[] = {"path", "captured", "order", nullptr};
  PyObject* path = nullptr;
  PyObject* captured = nullptr;
  PyObject* order = nullptr;
  if (PyArg_ParseTupleAndKeywords(arguments, keywords, "O|OO:Move", const_cast<char**>(kNames),
                                  &path, &captured, &order) == 0) {
    return nullptr;
  }
  return guarded([&] {
    return new_move(make_move(argument<Text>(path, "the path is text"),
                              captured == nullptr
                                  ? std::vector<Text>{}
                                  : argument<std::vector<Text>>(captured, "cells are texts"),
                              order == nullptr ? 4 : argument<int>(order, "an order is a number")))
        .release()
        .ptr();
  });
}

// A getter or slot that makes an object of what f finds in the move.
template <auto F>
PyObject* shown(PyObject* self) noexcept {
  return guarded([&]() -> PyObject* {
    using Found = decltype(F(move_of(self)));
    if constexpr (std::is_base_of_v<py::handle, Found>) {
      return F(move_of(self)).release().ptr();
    } else {
      return py::cast(F(move_of(self))).release().ptr();
    }
  });
}
template <auto F>
PyObject* property(PyObject* self, void*) noexcept {
  return shown<F>(self);
}

PyObject* compare(PyObject* a, PyObject* b, int operation) noexcept {
  if (!is_move(b) || (operation != Py_EQ && operation != Py_NE)) {
    Py_RETURN_NOTIMPLEMENTED;
  }
  return PyBool_FromLong((move_of(a) == move_of(b)) == (operation == Py_EQ));
}

PyObject* reduce(PyObject* self, PyObject*) noexcept {
  return guarded([&] {
    const PyMove& m = move_of(self);
    return py::make_tuple(
               py::reinterpret_borrow<py::object>(reinterpret_cast<PyObject*>(type)),
               py::make_tuple(join(m.star(), m.path()), names(m.star(), m.captured()), m.order))
        .release()
        .ptr();
  });
}

constexpr auto origin = [](const PyMove& m) -> const std::string& {
  return m.star().name(m.move.from);
};
constexpr auto target = [](const PyMove& m) -> const std::string& {
  return m.star().name(m.move.to);
};
constexpr auto path = [](const PyMove& m) { return names(m.star(), m.path()); };
constexpr auto captured = [](const PyMove& m) { return names(m.star(), m.captured()); };
constexpr auto order = [](const PyMove& m) { return m.order; };
constexpr auto text = [](const PyMove& m) { return join(m.star(), m.path()); };

PyGetSetDef properties[] = {
    {"origin", &property<origin>, nullptr, nullptr, nullptr},
    {"target", &property<target>, nullptr, nullptr, nullptr},
    {"path", &property<path>, nullptr, nullptr, nullptr},
    {"captured", &property<captured>, nullptr, nullptr, nullptr},
    {"code", &property<&code>, nullptr, nullptr, nullptr},
    {"order", &property<order>, nullptr, nullptr, nullptr},
    {},
};
PyMethodDef methods[] = {
    {"__reduce__", &reduce, METH_NOARGS, "__reduce__($self, /)\n--\n\n"},
    {},
};

}  // namespace

PyTypeObject* move_type() noexcept { return type; }

const PyMove& move_of(py::handle object) noexcept {
  return reinterpret_cast<const MoveObject*>(object.ptr())->move;
}

py::object new_move(PyMove move) {
  auto* object = PyObject_New(MoveObject, type);
  if (object == nullptr) throw py::error_already_set();
  new (&object->move) PyMove(std::move(move));
  return py::reinterpret_steal<py::object>(reinterpret_cast<PyObject*>(object));
}

void bind_move_type(py::module_& m) {
  const auto slot = [](auto* f) { return reinterpret_cast<void*>(f); };
  const auto hash = +[](PyObject* self) noexcept { return hash_of(move_of(self)); };
  PyType_Slot slots[] = {
      {Py_tp_doc, const_cast<char*>("Move(path, captured=(), order=4)\n--\n\n")},
      {Py_tp_new, slot(&create)},
      {Py_tp_dealloc, slot(&dealloc<MoveObject>)},
      {Py_tp_hash, slot(hash)},
      {Py_tp_richcompare, slot(&compare)},
      {Py_tp_str, slot(&shown<text>)},
      {Py_tp_repr, slot(&shown<&repr>)},
      {Py_tp_getset, properties},
      {Py_tp_methods, methods},
      {},
  };
  PyType_Spec spec = {"sternhalma._core.Move", sizeof(MoveObject), 0, Py_TPFLAGS_DEFAULT, slots};
  type = add_type(m, spec);
}

}  // namespace sternhalma::python
