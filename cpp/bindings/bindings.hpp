// What the binding files share: the Python-side objects and conversions. Only cpp/bindings sees
// Python; nothing below it does.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "sternhalma/game/game.hpp"
#include "sternhalma/game/interrupt.hpp"

namespace sternhalma::python {

namespace py = pybind11;

// A str argument as UTF-8. Unlike std::string it also takes strings with lone surrogates, each as a
// question mark, so that such junk gets the reader's own error.
struct Text {
  std::string value;
};

}  // namespace sternhalma::python

template <>
struct pybind11::detail::type_caster<sternhalma::python::Text> {
  PYBIND11_TYPE_CASTER(sternhalma::python::Text, const_name("str"));

  bool load(handle source, bool) {
    if (!source || !PyUnicode_Check(source.ptr())) return false;
    const auto bytes =
        reinterpret_steal<object>(PyUnicode_AsEncodedString(source.ptr(), "utf-8", "replace"));
    if (!bytes) throw error_already_set();
    value.value = std::string(PyBytes_AS_STRING(bytes.ptr()),
                              static_cast<std::size_t>(PyBytes_GET_SIZE(bytes.ptr())));
    return true;
  }
};

namespace sternhalma::python {

void bind_rules(py::module_& m);
void bind_moves(py::module_& m);
void bind_move_type(py::module_& m);
void bind_legal_moves(py::module_& m);
void bind_position(py::module_& m);
void bind_run(py::module_& m);
void bind_search(py::module_& m);
void bind_solve(py::module_& m);
void bind_batch(py::module_& m);

// A Python Move: the cells, and where its path comes from.
struct PyMove {
  int order = 4;
  AnyMove move;
  std::shared_ptr<const Snapshot> before;  // the position it is legal in, or none
  std::vector<int> cells;                  // its path where `before` is none

  [[nodiscard]] const Star& star() const { return Star::of(order); }
  [[nodiscard]] std::vector<int> path() const { return before ? before->path(move) : cells; }
  [[nodiscard]] std::vector<int> captured() const;  // in (letter, row) order
  [[nodiscard]] bool operator==(const PyMove& other) const {
    return order == other.order && move == other.move;
  }
};

// Move is a type of our own (bind_move_type.cpp): programs make millions, and an object of a type that
// pybind11 makes costs several times as much.
[[nodiscard]] PyTypeObject* move_type() noexcept;
[[nodiscard]] inline bool is_move(py::handle object) noexcept {
  return Py_TYPE(object.ptr()) == move_type();  // final
}
[[nodiscard]] const PyMove& move_of(py::handle object) noexcept;  // of a Move
[[nodiscard]] py::object new_move(PyMove move);

struct PyQuit {
  int seat = 0;  // colour number
  std::string how;
  [[nodiscard]] bool operator==(const PyQuit&) const = default;
};

struct PyOutcome {
  std::string reason;
  std::vector<int> places;
  [[nodiscard]] bool operator==(const PyOutcome&) const = default;
};

// A Python Position. Distinct objects may be used from distinct threads; two threads in one object
// get a RuntimeError.
struct PyPosition {
  std::unique_ptr<Game> game;
  py::object variant;
  std::atomic<bool> busy{false};

  PyPosition(std::unique_ptr<Game> g, py::object v) : game(std::move(g)), variant(std::move(v)) {}
};

class Busy {
 public:
  Busy(std::atomic<bool>& flag, const char* what) : flag_(flag) {
    if (!flag.exchange(true, std::memory_order_acquire)) return;
    throw std::runtime_error("another thread is using this " + std::string(what) +
                             "; give each thread its own copy");
  }
  explicit Busy(PyPosition& position) : Busy(position.busy, "Position") {}
  ~Busy() { flag_.store(false, std::memory_order_release); }
  Busy(const Busy&) = delete;
  Busy& operator=(const Busy&) = delete;

 private:
  std::atomic<bool>& flag_;
};

// A move of the game from a Move or a text. A Move is taken by its cells, not yet checked.
[[nodiscard]] AnyMove any_move(const Game& game, py::handle given);
// Whether that is a legal move of the game.
[[nodiscard]] bool is_legal(const Game& game, py::handle given);

// sternhalma.Seat of a colour number, and sternhalma.STONE for kStone; None below 0.
[[nodiscard]] py::object seat_object(int colour);
// The colour number of a Seat, a number or a letter or name. Throws Error{kNotation}.
[[nodiscard]] int colour_of(const py::object& seat);
// The turn-order index of a seat of the game. Throws Error.
[[nodiscard]] int seat_index(const Game& game, const py::object& seat);
[[nodiscard]] py::tuple names(const Star& star, const std::vector<int>& cells);
// The cells of a set, in (letter, row) order.
[[nodiscard]] std::vector<int> cells_of(const Star& star, const CellBits& bits);
// Throws Error{kVariant} for an order out of range.
void check_order(int order);
// Cells from names. Throws Error{kNotation}.
[[nodiscard]] int cell_of(const Star& star, const std::string& name);

// Sets the Python exception of an Error.
void raise_error(const Error& error);

// A Variant object from a Variant or its text, and the compiled rules of one.
[[nodiscard]] py::object variant_object(const py::object& given);
[[nodiscard]] SharedRules rules_of(const py::object& variant);

// A saved game as plain data for pickles, and back.
[[nodiscard]] py::tuple saved_tuple(const Star& star, const SavedGame& saved);
[[nodiscard]] SavedGame saved_game(const Star& star, const py::tuple& data);

// ValueError where a number is too small, or no number of threads.
void check_least(const char* name, long long value, long long least);
void check_threads(int threads);

// Runs native work without the GIL; Ctrl-C stops it and raises what the signal handler raised.
template <class F>
auto unlocked(F&& work) {
  Interrupt interrupt([] {
    const py::gil_scoped_acquire gil;
    return PyErr_CheckSignals() != 0;
  });
  try {
    const py::gil_scoped_release release;
    return work(interrupt);
  } catch (const Interrupted&) {
    if (PyErr_Occurred() != nullptr) throw py::error_already_set();
    throw;
  }
}

// An array that copies `values`; the shape's product is their number.
template <class T>
py::array_t<T> to_array(const std::vector<T>& values, std::vector<py::ssize_t> shape) {
  py::array_t<T> array(std::move(shape));
  std::copy(values.begin(), values.end(), array.mutable_data());
  return array;
}

// Capture moves as (uint8 pairs, uint64 taken-cell bits): two words a move up to 128 cells, else four.
[[nodiscard]] std::pair<py::array_t<std::uint8_t>, py::array_t<std::uint64_t>> capture_arrays(
    const std::vector<AnyMove>& moves, const Star& star);

}  // namespace sternhalma::python

template <>
struct pybind11::detail::type_caster<sternhalma::python::PyMove> {
  PYBIND11_TYPE_CASTER(sternhalma::python::PyMove, const_name("Move"));

  bool load(handle source, bool) {
    if (!source || !sternhalma::python::is_move(source)) return false;
    value = sternhalma::python::move_of(source);
    return true;
  }
  static handle cast(sternhalma::python::PyMove move, return_value_policy, handle) {
    return sternhalma::python::new_move(std::move(move)).release();
  }
};
