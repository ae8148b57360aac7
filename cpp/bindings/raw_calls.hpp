// Python methods and types without pybind11's dispatch, which costs more than the short calls behind
// it. For the few that programs call a million times; everything else goes through pybind11.
#pragma once

#include "bindings/bindings.hpp"

namespace sternhalma::python {

// What f returns. A C++ exception becomes the Python one that pybind11 would make of it.
template <class F>
auto guarded(F&& f, decltype(f()) failed) noexcept {
  try {
    return f();
  } catch (py::error_already_set& error) {
    error.restore();
  } catch (...) {
    py::detail::try_translate_exceptions();
  }
  return failed;
}
template <class F>
PyObject* guarded(F&& f) noexcept {
  return guarded(std::forward<F>(f), nullptr);
}

// The Position behind an object of that type.
[[nodiscard]] inline PyPosition& position_of(PyObject* self) {
  auto* instance = reinterpret_cast<py::detail::instance*>(self);
  void* value = instance->get_value_and_holder().value_ptr();
  if (value == nullptr) throw py::type_error("Position.__init__ was not called");
  return *static_cast<PyPosition*>(value);
}

// A METH_FASTCALL | METH_KEYWORDS function as a PyMethodDef takes it.
template <class... Arguments>
[[nodiscard]] PyCFunction method(PyObject* (*f)(Arguments...) noexcept) noexcept {
  return reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(f));
}

// The value of the only parameter of a METH_FASTCALL | METH_KEYWORDS method, nullptr where it is not
// given. Throws TypeError.
[[nodiscard]] inline PyObject* only_argument(const char* function, const char* name,
                                             PyObject* const* arguments, Py_ssize_t positional,
                                             PyObject* names) {
  const Py_ssize_t named = names == nullptr ? 0 : PyTuple_GET_SIZE(names);
  if (positional + named > 1) {
    throw py::type_error(std::string(function) + "() takes one argument, " + name);
  }
  if (named == 1 && PyUnicode_CompareWithASCIIString(PyTuple_GET_ITEM(names, 0), name) != 0) {
    throw py::type_error(std::string(function) + "() got an unexpected keyword argument " +
                         py::repr(PyTuple_GET_ITEM(names, 0)).cast<std::string>());
  }
  return positional + named == 0 ? nullptr : arguments[0];
}

// Adds methods to a type that pybind11 made. `methods` must live as long and end with an empty one.
inline void add_methods(const py::object& type, PyMethodDef* methods) {
  for (; methods->ml_name != nullptr; ++methods) {
    type.attr(methods->ml_name) = py::reinterpret_steal<py::object>(
        PyDescr_NewMethod(reinterpret_cast<PyTypeObject*>(type.ptr()), methods));
  }
}

// Makes a final type and adds it to the module.
inline PyTypeObject* add_type(py::module_& m, PyType_Spec& spec) {
  auto type = py::reinterpret_steal<py::object>(PyType_FromSpec(&spec));
  if (!type) throw py::error_already_set();
  const std::string name = type.attr("__name__").cast<std::string>();
  m.add_object(name.c_str(), type);
  return reinterpret_cast<PyTypeObject*>(type.release().ptr());  // for as long as the program runs
}

// Destroys the members of an object of such a type and frees it.
template <class Object>
void dealloc(PyObject* self) noexcept {
  PyTypeObject* type = Py_TYPE(self);
  reinterpret_cast<Object*>(self)->~Object();
  PyObject_Free(self);
  Py_DECREF(reinterpret_cast<PyObject*>(type));
}

}  // namespace sternhalma::python
