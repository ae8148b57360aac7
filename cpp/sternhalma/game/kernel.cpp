#include "sternhalma/game/kernel.hpp"

#include <atomic>
#include <cstring>

#if defined(STERNHALMA_HAS_AVX2)
#include <cpuid.h>
#endif

namespace sternhalma {

extern const Kernel kPortableKernel;
#if defined(STERNHALMA_HAS_AVX2)
extern const Kernel kAvx2Kernel;
#endif

namespace {

// Atomic for the sake of whoever selects while others run; a plain load on every machine.
constinit std::atomic<const Kernel*> selected{&kPortableKernel};

#if defined(STERNHALMA_HAS_AVX2)
// Asked of the processor itself: the compiler's own query would run code while the module is loaded.
// Bits: Intel's Software Developer's Manual, volume 2A, CPUID; volume 1, section 14.3 for XCR0.
bool has_avx2() noexcept {
  unsigned eax = 0;
  unsigned ebx = 0;
  unsigned ecx = 0;
  unsigned edx = 0;
  if (__get_cpuid(1, &eax, &ebx, &ecx, &edx) == 0) return false;
  constexpr unsigned kOsxsave = 1U << 27;
  constexpr unsigned kAvx = 1U << 28;
  if ((ecx & kOsxsave) == 0 || (ecx & kAvx) == 0) return false;
  unsigned xcr0 = 0;
  unsigned xcr0_high = 0;
  __asm__("xgetbv" : "=a"(xcr0), "=d"(xcr0_high) : "c"(0));
  constexpr unsigned kSseAndAvxState = 0b110;
  if ((xcr0 & kSseAndAvxState) != kSseAndAvxState) return false;
  if (__get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx) == 0) return false;
  constexpr unsigned kBmi1 = 1U << 3;
  constexpr unsigned kAvx2 = 1U << 5;
  constexpr unsigned kBmi2 = 1U << 8;
  constexpr unsigned kNeeded = kBmi1 | kAvx2 | kBmi2;
  return (ebx & kNeeded) == kNeeded;
}
#else
bool has_avx2() noexcept { return false; }
#endif

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
