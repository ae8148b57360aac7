// The type LegalMoves: a view that holds its position and asks it each time.
#include "bindings/raw_calls.hpp"

namespace sternhalma::python {
namespace {

struct ViewObject {
  PyObject ob_base;
  py::object owner;
};

constinit PyTypeObject* type = nullptr;  // set once, when the module is made

PyPosition& position_behind(PyObject* self) {
  return position_of(reinterpret_cast<ViewObject*>(self)->owner.ptr());
}

Py_ssize_t length(PyObject* self) noexcept {
  return guarded(
      [&] {
        PyPosition& p = position_behind(self);
        const Busy busy(p);
        return static_cast<Py_ssize_t>(p.game->num_moves());
      },
      Py_ssize_t{-1});
}

int truth(PyObject* self) noexcept {
  return guarded(
      [&] {
        PyPosition& p = position_behind(self);
        const Busy busy(p);
        return static_cast<int>(p.game->can_move());
      },
      -1);
}

int has(PyObject* self, PyObject* move) noexcept {
  return guarded(
      [&] {
        PyPosition& p = position_behind(self);
        const Busy busy(p);
        if (!is_move(move) && !PyUnicode_Check(move)) return 0;
        return static_cast<int>(is_legal(*p.game, move));
      },
      -1);
}

// A snapshot, so that pushing while iterating is safe.
py::list listed(PyPosition& p) {
  const Busy busy(p);
  std::vector<AnyMove> moves = p.game->legal_moves();
  p.game->sort(moves);
  const auto before = p.game->snapshot();
  const int order = p.game->star().order();
  py::list list(moves.size());
  for (std::size_t i = 0; i < moves.size(); ++i) {
    PyList_SET_ITEM(list.ptr(), static_cast<Py_ssize_t>(i),
                    new_move({order, moves[i], before, {}}).release().ptr());
  }
  return list;
}

PyObject* iterate(PyObject* self) noexcept {
  return guarded([&] { return PyObject_GetIter(listed(position_behind(self)).ptr()); });
}

PyObject* repr(PyObject* self) noexcept {
  return guarded([&] {
    std::string text;
    std::size_t n = 0;
    for (const py::handle move : listed(position_behind(self))) {
      if (++n > 60) {
        text += ", ...";
        break;
      }
      text += (n == 1 ? "" : ", ") + py::str(move).cast<std::string>();
    }
    return py::str("<LegalMoves (" + text + ")>").release().ptr();
  });
}

PyObject* legal_moves(PyObject* position, void*) noexcept {
  auto* view = PyObject_New(ViewObject, type);
  if (view == nullptr) return nullptr;
  new (&view->owner) py::object(py::reinterpret_borrow<py::object>(position));
  return reinterpret_cast<PyObject*>(view);
}
PyGetSetDef property = {"legal_moves", &legal_moves, nullptr, nullptr, nullptr};

}  // namespace

void bind_legal_moves(py::module_& m) {
  const auto slot = [](auto* f) { return reinterpret_cast<void*>(f); };
  PyType_Slot slots[] = {
      {Py_tp_dealloc, slot(&dealloc<ViewObject>)},
      {Py_sq_length, slot(&length)},
      {Py_nb_bool, slot(&truth)},
      {Py_sq_contains, slot(&has)},
      {Py_tp_iter, slot(&iterate)},
      {Py_tp_repr, slot(&repr)},
      {},
  };
  PyType_Spec spec = {"sternhalma._core.LegalMoves", sizeof(ViewObject), 0,
                      Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};
  type = add_type(m, spec);
  const py::object position = m.attr("Position");
  position.attr("legal_moves") = py::reinterpret_steal<py::object>(
      PyDescr_NewGetSet(reinterpret_cast<PyTypeObject*>(position.ptr()), &property));
}

}  // namespace sternhalma::python
