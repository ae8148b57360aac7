// Owns one question: can this processor run the code in this module?
// Refuses to know: the library, pybind11, anything compiled for more than the baseline.
#pragma once

namespace sternhalma::bindings {

/// Name of the first instruction set extension that the module needs and the processor lacks;
/// nullptr where nothing is missing. STERNHALMA_TEST_OLD_CPU=1 in the environment plays an old
/// processor, for tests.
const char* missing_cpu_feature() noexcept;

}  // namespace sternhalma::bindings
