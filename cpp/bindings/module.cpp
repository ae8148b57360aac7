// The module: registers the parts and the translation of errors, nothing else.
#include "bindings/bindings.hpp"

#include "sternhalma/game/interrupt.hpp"

#ifndef STERNHALMA_VERSION
#define STERNHALMA_VERSION "0+unknown"
#endif

namespace py = pybind11;

PYBIND11_MODULE(_core_checked, m, py::mod_gil_not_used()) {
  using namespace sternhalma;
  m.doc() = "The compiled core of sternhalma.";
  m.attr("__version__") = STERNHALMA_VERSION;
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
  python::bind_moves(m);
  python::bind_position(m);
  python::bind_run(m);
  python::bind_batch(m);
}
