// What the binding files share: the Python-side objects and conversions. Only cpp/bindings sees
// Python; nothing below it does.
#pragma once

#include <pybind11/pybind11.h>

#include <atomic>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "sternhalma/game/game.hpp"

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
void bind_position(py::module_& m);
void bind_run(py::module_& m);

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
  explicit Busy(PyPosition& position) : position_(position) {
    if (position.busy.exchange(true, std::memory_order_acquire)) {
      throw std::runtime_error(
          "another thread is using this Position; give each thread its own copy");
    }
  }
  ~Busy() { position_.busy.store(false, std::memory_order_release); }
  Busy(const Busy&) = delete;
  Busy& operator=(const Busy&) = delete;

 private:
  PyPosition& position_;
};

// sternhalma.Seat of a colour number, and sternhalma.STONE for kStone; None below 0.
[[nodiscard]] py::object seat_object(int colour);
// The colour number of a Seat, a number or a letter or name. Throws Error{kNotation}.
[[nodiscard]] int colour_of(const py::object& seat);
// The turn-order index of a seat of the game. Throws Error.
[[nodiscard]] int seat_index(const Game& game, const py::object& seat);
[[nodiscard]] py::tuple names(const Star& star, const std::vector<int>& cells);
// The cells of a set, in (letter, row) order.
[[nodiscard]] std::vector<int> cells_of(const Star& star, const CellBits& bits);
// Cells from names. Throws Error{kNotation}.
[[nodiscard]] int cell_of(const Star& star, const std::string& name);

// Sets the Python exception of an Error.
void raise_error(const Error& error);

}  // namespace sternhalma::python
