// Owns the module's entry point, PyInit__core: it looks at the processor, and only then hands over
// to module.cpp, whose PYBIND11_MODULE defines PyInit__core_checked.
//
// This file alone is compiled without -march. It includes C's headers only, so that the linker cannot
// give it an inline function compiled for a newer processor. For the same reason nothing else
// in the module may run code while it is being loaded: no global or static with a run-time
// initialiser (tests/packaging/test_import.py looks at the built module).

#include <Python.h>

#include "bindings/cpu_check.hpp"

#include <cstdlib>

#if defined(__x86_64__) || defined(_M_X64)
#define STERNHALMA_X86_64 1
#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
#else
#include <cpuid.h>
#endif
#endif

extern "C" {
#if defined(_WIN32)
__declspec(dllexport) PyObject* PyInit__core();
#else
__attribute__((visibility("default"))) PyObject* PyInit__core();
#endif
PyObject* PyInit__core_checked();
}

namespace sternhalma::bindings {

namespace {

#if defined(STERNHALMA_X86_64) && defined(STERNHALMA_NEEDS_X86_64_V2)

/// ECX of a CPUID leaf; 0 where the processor has no such leaf.
unsigned cpuid_ecx(unsigned leaf) noexcept {
#if defined(_MSC_VER) && !defined(__clang__)
  int registers[4] = {0, 0, 0, 0};
  __cpuid(registers, static_cast<int>(leaf & 0x80000000U));
  if (static_cast<unsigned>(registers[0]) < leaf) return 0;
  __cpuid(registers, static_cast<int>(leaf));
  return static_cast<unsigned>(registers[2]);
#else
  unsigned eax = 0;
  unsigned ebx = 0;
  unsigned ecx = 0;
  unsigned edx = 0;
  return __get_cpuid(leaf, &eax, &ebx, &ecx, &edx) != 0 ? ecx : 0;
#endif
}

struct Feature {
  unsigned leaf;
  unsigned bit;
  const char* name;
};

// x86-64-v2 as the System V ABI, AMD64 supplement, section 3.1.1 lists it, with the bits of CPUID's
// ECX from Intel's Software Developer's Manual, volume 2A, CPUID.
constexpr Feature kX86V2[] = {
    {1, 0, "SSE3"},    {1, 9, "SSSE3"},   {1, 13, "CMPXCHG16B"},         {1, 19, "SSE4.1"},
    {1, 20, "SSE4.2"}, {1, 23, "POPCNT"}, {0x80000001U, 0, "LAHF/SAHF"},
};

const char* missing_x86_64_v2() noexcept {
  for (const Feature& feature : kX86V2) {
    if ((cpuid_ecx(feature.leaf) >> feature.bit & 1U) == 0) return feature.name;
  }
  return nullptr;
}

#else

const char* missing_x86_64_v2() noexcept { return nullptr; }

#endif

}  // namespace

const char* missing_cpu_feature() noexcept {
  const char* pretend = std::getenv("STERNHALMA_TEST_OLD_CPU");
  if (pretend != nullptr && pretend[0] == '1' && pretend[1] == '\0') return "SSE4.2";
  return missing_x86_64_v2();
}

}  // namespace sternhalma::bindings

PyObject* PyInit__core() {
  if (const char* feature = sternhalma::bindings::missing_cpu_feature()) {
    PyErr_Format(PyExc_ImportError,
                 "sternhalma needs an x86-64-v2 processor (2009 or newer): this one has no %s. "
                 "A build from source for any processor: "
                 "pip install --no-binary sternhalma -C cmake.define.STERNHALMA_MARCH= sternhalma",
                 feature);
    return nullptr;
  }
  return PyInit__core_checked();
}
