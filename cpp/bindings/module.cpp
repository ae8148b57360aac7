// The module: registers the parts and the translation of errors, nothing else.
#include "bindings/bindings.hpp"

#include <cstdlib>

#include "sternhalma/game/interrupt.hpp"
#include "sternhalma/game/kernel.hpp"

#ifndef STERNHALMA_VERSION
#define STERNHALMA_VERSION "0+unknown"
#endif

namespace py = pybind11;

namespace {

// The kernel that STERNHALMA_KERNEL names, for tests and comparisons, else the fastest there is.
void choose_kernel() {
  const char* name = std::getenv("STERNHALMA_KERNEL");
  if (sternhalma::select_kernel(name != nullptr ? name : "")) return;
  throw py::import_error("STERNHALMA_KERNEL=" + std::string(name) +
                         ": no such kernel on this processor; there is " +
                         sternhalma::available_kernels());
}

}  // namespace

PYBIND11_MODULE(_core_checked, m, py::mod_gil_not_used()) {
  using namespace sternhalma;
  m.doc() = "The compiled core of sternhalma.";
  m.attr("__version__") = STERNHALMA_VERSION;
  choose_kernel();
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      std::rethrow_exception(thrown);
    } catch (const Error& error) {
      python::raise_error(error);
    } catch (const Interrupted&) {
      if (PyErr_Occurred() == nullptr) PyErr_SetNone(PyExc_KeyboardInterrupt);
    }
  });
  python::bind_rules(m);
  python::bind_move_type(m);
  python::bind_moves(m);
  python::bind_position(m);
  python::bind_legal_moves(m);
  python::bind_run(m);
  python::bind_search(m);
  python::bind_solve(m);
  python::bind_batch(m);
}
