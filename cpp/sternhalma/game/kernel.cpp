#include "sternhalma/game/kernel.hpp"

#include <atomic>
#include <cstring>

namespace sternhalma {

extern const Kernel kPortableKernel;
#if defined(STERNHALMA_HAS_AVX2)
extern const Kernel kAvx2Kernel;
#endif

namespace {

// Atomic for the sake of whoever selects while others run; a plain load on every machine.
constinit std::atomic<const Kernel*> selected{&kPortableKernel};

bool has_avx2() noexcept {
#if defined(STERNHALMA_HAS_AVX2)
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
         __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
#else
  return false;
#endif
}

}  // namespace

const Kernel& kernel() noexcept { return *selected.load(std::memory_order_relaxed); }

bool select_kernel(const char* name) noexcept {
  const bool fastest = name[0] == '\0';
#if defined(STERNHALMA_HAS_AVX2)
  if (has_avx2() && (fastest || std::strcmp(name, kAvx2Kernel.name) == 0)) {
    selected.store(&kAvx2Kernel, std::memory_order_relaxed);
    return true;
  }
#endif
  if (!fastest && std::strcmp(name, kPortableKernel.name) != 0) return false;
  selected.store(&kPortableKernel, std::memory_order_relaxed);
  return true;
}

const char* available_kernels() noexcept { return has_avx2() ? "avx2, portable" : "portable"; }

}  // namespace sternhalma
