// Batch: many games stepped at once, with read-only views of its memory.
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include "bindings/bindings.hpp"
#include "sternhalma/batch/batch.hpp"

namespace sternhalma::python {
namespace {

// A Python Batch. Two threads in one object get a RuntimeError, since calls run without the GIL.
struct PyBatch {
  std::unique_ptr<Batch> batch;
  py::object variant;
  std::atomic<bool> busy{false};

  PyBatch(std::unique_ptr<Batch> b, py::object v) : batch(std::move(b)), variant(std::move(v)) {}
  [[nodiscard]] py::ssize_t n() const { return batch->size(); }
  [[nodiscard]] py::ssize_t cells() const { return batch->rules()->star().cells(); }
  [[nodiscard]] py::ssize_t seats() const {
    return static_cast<py::ssize_t>(batch->rules()->rules().seats.size());
  }
};

std::unique_ptr<PyBatch> make_batch(const py::object& given, int n, std::uint64_t seed, int threads,
                                    bool auto_reset) {
  check_least("n", n, 1);
  check_threads(threads);
  py::object variant = variant_object(given);
  auto batch = Batch::create(rules_of(variant), n, seed, threads, auto_reset);
  return std::make_unique<PyBatch>(std::move(batch), std::move(variant));
}

// A read-only array over memory of the batch, which it keeps alive.
template <class T>
py::array view(const py::object& self, const std::vector<T>& values,
               std::vector<py::ssize_t> shape) {
  py::array array(py::dtype::of<T>(), std::move(shape), values.data(), self);
  array.attr("setflags")(py::arg("write") = false);
  return array;
}

std::string shape_text(const std::vector<py::ssize_t>& shape) {
  std::string text = "(";
  for (std::size_t i = 0; i < shape.size(); ++i) text += (i ? ", " : "") + std::to_string(shape[i]);
  return text + (shape.size() == 1 ? ",)" : ")");
}

// The caller's array if it fits, else a TypeError or ValueError that says what was expected.
template <class T>
py::array_t<T> require(const char* name, const py::object& given,
                       const std::vector<py::ssize_t>& shape, bool writable) {
  const std::string wanted = std::string(name) + " is a C-contiguous " +
                             py::str(py::dtype::of<T>()).template cast<std::string>() +
                             " array of shape " + shape_text(shape);
  if (!py::isinstance<py::array>(given)) {
    throw py::type_error(wanted + ", not " + py::repr(py::type::of(given)).cast<std::string>());
  }
  const auto array = py::reinterpret_borrow<py::array>(given);
  if (!py::isinstance<py::array_t<T, py::array::c_style>>(given)) {
    throw py::type_error(wanted + "; this one is " + py::str(array.dtype()).cast<std::string>() +
                         " or not contiguous");
  }
  if ((array.flags() & py::detail::npy_api::NPY_ARRAY_ALIGNED_) == 0) {
    throw py::value_error(wanted + "; this one is not aligned");
  }
  const std::vector<py::ssize_t> has(array.shape(), array.shape() + array.ndim());
  if (has != shape) throw py::value_error(wanted + ", not " + shape_text(has));
  if (writable && !array.writeable()) throw py::value_error(wanted + ", and writable");
  return py::reinterpret_borrow<py::array_t<T>>(given);
}

// `out` itself, or a new array where it is None.
template <class T>
py::array_t<T> output(const py::object& out, const std::vector<py::ssize_t>& shape) {
  if (out.is_none()) return py::array_t<T>(shape);
  return require<T>("out", out, shape, true);
}

// Runs f without the GIL; nobody else may be in the batch.
template <class F>
void native(PyBatch& b, F&& f) {
  const Busy busy(b.busy, "Batch");
  const py::gil_scoped_release release;
  f(*b.batch);
}

py::array legal_counts(PyBatch& b, const py::object& out) {
  auto array = output<std::int32_t>(out, {b.n()});
  std::int32_t* data = array.mutable_data();
  native(b, [&](Batch& batch) { batch.legal_counts(data); });
  return array;
}

py::array sample(PyBatch& b, const py::object& out) {
  auto array = output<std::int32_t>(out, {b.n()});
  std::int32_t* data = array.mutable_data();
  native(b, [&](Batch& batch) { batch.sample(data); });
  return array;
}

py::array legal_mask(PyBatch& b, const py::object& out, bool packed) {
  if (b.batch->rules()->rules().capture) {
    throw py::type_error("capture moves have no mask: (from, to) does not name them");
  }
  const py::ssize_t codes = b.cells() * b.cells();
  const py::ssize_t width = packed ? (codes + 7) / 8 : codes;
  auto array = output<std::uint8_t>(out, {b.n(), width});
  std::uint8_t* data = array.mutable_data();
  native(b, [&](Batch& batch) { batch.legal_mask(data, packed); });
  return array;
}

py::tuple legal_moves(PyBatch& b) {
  RaggedMoves ragged;
  native(b, [&](Batch& batch) { ragged = batch.legal_moves(); });
  const auto total = static_cast<py::ssize_t>(ragged.moves.size());
  const py::array offsets = to_array(ragged.offsets, {b.n() + 1});
  if (!b.batch->rules()->rules().capture) {
    py::array_t<std::int32_t> codes(total);
    std::int32_t* out = codes.mutable_data();
    for (const AnyMove& move : ragged.moves) {
      *out++ = static_cast<std::int32_t>(move.from * b.cells() + move.to);
    }
    return py::make_tuple(offsets, codes);
  }
  const auto [pairs, taken] = capture_arrays(ragged.moves, b.batch->rules()->star());
  return py::make_tuple(offsets, pairs, taken);
}

void step(PyBatch& b, const py::object& moves) {
  const auto array = require<std::int32_t>("moves", moves, {b.n()}, false);
  const std::int32_t* data = array.data();
  native(b, [&](Batch& batch) { batch.step(data); });
}

void reset(PyBatch& b, const py::object& mask) {
  if (mask.is_none()) return native(b, [&](Batch& batch) { batch.reset(nullptr); });
  py::object bytes = mask;
  if (py::isinstance<py::array_t<bool>>(mask)) bytes = mask.attr("view")("uint8");
  const auto array = require<std::uint8_t>("mask", bytes, {b.n()}, false);
  const std::uint8_t* data = array.data();
  native(b, [&](Batch& batch) { batch.reset(data); });
}

void playout(PyBatch& b, int max_plies) {
  check_least("max_plies", max_plies, 0);
  const Busy busy(b.busy, "Batch");
  unlocked([&](Interrupt& interrupt) {
    b.batch->playout(max_plies, interrupt);
    return 0;
  });
}

template <class T>
py::array features_as(PyBatch& b, const py::object& out) {
  const py::ssize_t side = b.batch->rules()->star().rows();
  auto array = output<T>(out, {b.n(), py::ssize_t{kPlanes}, side, side});
  T* data = array.mutable_data();
  native(b, [&](Batch& batch) { batch.features(data); });
  return array;
}

py::array features(PyBatch& b, const py::object& out, const py::object& dtype) {
  const py::dtype type = py::isinstance<py::array>(out) && dtype.is_none()
                             ? py::reinterpret_borrow<py::array>(out).dtype()
                             : py::dtype::from_args(dtype.is_none() ? py::str("uint8") : dtype);
  if (type.is(py::dtype::of<float>()) || type.equal(py::dtype::of<float>())) {
    return features_as<float>(b, out);
  }
  if (type.equal(py::dtype::of<std::uint8_t>())) return features_as<std::uint8_t>(b, out);
  throw py::type_error("features are uint8 or float32, not " + py::str(type).cast<std::string>());
}

int checked_row(const PyBatch& b, py::ssize_t row) {
  if (row < 0) row += b.n();
  if (row < 0 || row >= b.n()) {
    throw py::index_error("row out of range: this batch has " + std::to_string(b.n()) + " games");
  }
  return static_cast<int>(row);
}

std::unique_ptr<PyPosition> get(PyBatch& b, py::ssize_t row) {
  const Busy busy(b.busy, "Batch");
  return std::make_unique<PyPosition>(b.batch->get(checked_row(b, row)), b.variant);
}

void set(PyBatch& b, py::ssize_t row, PyPosition& position) {
  const Busy busy(b.busy, "Batch");
  const Busy busy_position(position.busy, "Position");
  if (position.game->rules()->rules() != b.batch->rules()->rules()) {
    throw Error(ErrorKind::kPosition, "other-variant",
                {{"given", py::str(position.variant).cast<std::string>()},
                 {"expected", py::str(b.variant).cast<std::string>()}});
  }
  b.batch->set(checked_row(b, row), *position.game);
}

std::unique_ptr<PyBatch> copy(PyBatch& b) {
  const Busy busy(b.busy, "Batch");
  return std::make_unique<PyBatch>(b.batch->copy(), b.variant);
}

py::tuple reduce(PyBatch& b) {
  const Busy busy(b.busy, "Batch");
  const Star& star = b.batch->rules()->star();
  py::list rows;
  for (int i = 0; i < b.batch->size(); ++i) {
    const SavedRow row = b.batch->save(i);
    rows.append(py::make_tuple(saved_tuple(star, row.game), row.random, row.resets));
  }
  const BatchViews& v = b.batch->views();
  const auto bytes = [](const auto& values) {
    return py::bytes(reinterpret_cast<const char*>(values.data()), values.size());
  };
  return py::make_tuple(
      py::module_::import("sternhalma._core").attr("_load_batch"),
      py::make_tuple(b.variant, b.batch->size(), b.batch->seed(), b.batch->threads(),
                     b.batch->auto_reset(), py::tuple(rows), bytes(v.ended), bytes(v.final_places),
                     bytes(v.final_cells)));
}

std::unique_ptr<PyBatch> load(const py::object& variant, int n, std::uint64_t seed, int threads,
                              bool auto_reset, const py::tuple& rows, const std::string& ended,
                              const std::string& final_places, const std::string& final_cells) {
  auto made = make_batch(variant, n, seed, threads, auto_reset);
  for (int i = 0; i < n; ++i) {
    const auto row = rows[static_cast<std::size_t>(i)].cast<py::tuple>();
    made->batch->load(i, {saved_game(made->batch->rules()->star(), row[0].cast<py::tuple>()),
                          row[1].cast<std::uint64_t>(), row[2].cast<std::uint64_t>()});
  }
  BatchViews& v = made->batch->views();
  const auto restore = [](auto& values, const std::string& bytes) {
    if (bytes.size() != values.size()) throw py::value_error("a pickled Batch of another shape");
    std::copy(bytes.begin(), bytes.end(), values.begin());
  };
  restore(v.ended, ended);
  restore(v.final_places, final_places);
  restore(v.final_cells, final_cells);
  return made;
}

// A property that shows one of the views.
template <class T, class Shape>
auto shown(std::vector<T> BatchViews::* member, Shape shape) {
  return [member, shape](const py::object& self) {
    const auto& b = self.cast<const PyBatch&>();
    return view(self, b.batch->views().*member, shape(b));
  };
}

}  // namespace

void bind_batch(py::module_& m) {
  using namespace py::literals;
  using Shape = std::vector<py::ssize_t>;
  const auto rows = [](const PyBatch& b) { return Shape{b.n()}; };
  const auto by_cell = [](const PyBatch& b) { return Shape{b.n(), b.cells()}; };
  const auto by_seat = [](const PyBatch& b) { return Shape{b.n(), b.seats()}; };
  py::class_<PyBatch> c(m, "Batch", py::is_final());
  c.def(py::init(&make_batch), "variant"_a, "n"_a, py::kw_only(), "seed"_a = 0, "threads"_a = 1,
        "auto_reset"_a = false)
      .def_readonly("variant", &PyBatch::variant)
      .def_property_readonly("n", &PyBatch::n)
      .def_property_readonly("seed", [](const PyBatch& b) { return b.batch->seed(); })
      .def_property_readonly("threads", [](const PyBatch& b) { return b.batch->threads(); })
      .def_property_readonly("auto_reset", [](const PyBatch& b) { return b.batch->auto_reset(); })
      .def_property_readonly("cells", shown(&BatchViews::cells, by_cell))
      .def_property_readonly("turn", shown(&BatchViews::turn, rows))
      .def_property_readonly("places", shown(&BatchViews::places, by_seat))
      .def_property_readonly("plies", shown(&BatchViews::plies, rows))
      .def_property_readonly("done", shown(&BatchViews::done, rows))
      .def_property_readonly("ended", shown(&BatchViews::ended, rows))
      .def_property_readonly("final_places", shown(&BatchViews::final_places, by_seat))
      .def_property_readonly("final_cells", shown(&BatchViews::final_cells, by_cell))
      .def("legal_counts", &legal_counts, "out"_a = py::none())
      .def("legal_mask", &legal_mask, "out"_a = py::none(), "packed"_a = false)
      .def("legal_moves", &legal_moves)
      .def("sample", &sample, "out"_a = py::none())
      .def("step", &step, "moves"_a)
      .def("reset", &reset, "mask"_a = py::none())
      .def("playout", &playout, "max_plies"_a)
      .def("features", &features, "out"_a = py::none(), "dtype"_a = py::none())
      .def("copy", &copy)
      .def("__copy__", &copy)
      .def(
          "__deepcopy__", [](PyBatch& b, const py::dict&) { return copy(b); }, "memo"_a)
      .def("__len__", &PyBatch::n)
      .def("get", &get, "row"_a)
      .def("set", &set, "row"_a, "position"_a)
      .def("__reduce__", &reduce)
      .def("__repr__", [](const PyBatch& b) {
        return "<Batch of " + std::to_string(b.n()) + " games of " +
               py::str(b.variant).cast<std::string>() + ">";
      });
  c.attr("PLANES") = py::make_tuple(
      "marbles of the seat to move", "marbles of the next colour clockwise", "marbles two on",
      "marbles opposite", "marbles four on", "marbles five on", "nobody's stones",
      "cells of the star", "target camp", "home camp", "moves left before the deadline",
      "rounds left", "plies left", "times the position has stood before", "reply due");
  m.def("_load_batch", &load);
}

}  // namespace sternhalma::python
