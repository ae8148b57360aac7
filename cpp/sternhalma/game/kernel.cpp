#include "sternhalma/game/kernel.hpp"

#include <atomic>
#include <cstring>

// The build defines STERNHALMA_HAS_X86_KERNELS where the files of the kernels below are compiled.
#if defined(STERNHALMA_HAS_X86_KERNELS)
#include <cpuid.h>
#endif

namespace sternhalma {

extern const Kernel kPortableKernel;
#if defined(STERNHALMA_HAS_X86_KERNELS)
extern const Kernel kAvx2Kernel;
extern const Kernel kAvx512Kernel;
#endif

namespace {

// Atomic for the sake of whoever selects while others run; a plain load on every machine.
constinit std::atomic<const Kernel*> selected{&kPortableKernel};

// How many kernels run here, of: portable, AVX2, AVX-512. Each needs what those before it need.
enum Level { kPortableOnly, kWithAvx2, kWithAvx512 };

#if defined(STERNHALMA_HAS_X86_KERNELS)
constexpr bool has_all(unsigned found, unsigned needed) noexcept {
  return (found & needed) == needed;
}

// Asked of the processor itself: the compiler's own query would run code while the module is loaded.
// Bits: Intel's Software Developer's Manual, volume 2A, CPUID; volume 1, section 13.3 for XCR0, which
// says what registers the system saves when it changes threads.
Level level() noexcept {
  unsigned eax = 0;
  unsigned ebx = 0;
  unsigned ecx = 0;
  unsigned edx = 0;
  if (__get_cpuid(1, &eax, &ebx, &ecx, &edx) == 0) return kPortableOnly;
  constexpr unsigned kOsxsave = 1U << 27;
  constexpr unsigned kAvx = 1U << 28;
  if (!has_all(ecx, kOsxsave | kAvx)) return kPortableOnly;
  unsigned saved = 0;
  unsigned saved_high = 0;
  __asm__("xgetbv" : "=a"(saved), "=d"(saved_high) : "c"(0));
  if (__get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx) == 0) return kPortableOnly;

  constexpr unsigned kSseAndAvxState = 0b110;
  constexpr unsigned kBmi1 = 1U << 3;
  constexpr unsigned kAvx2 = 1U << 5;
  constexpr unsigned kBmi2 = 1U << 8;
  if (!has_all(saved, kSseAndAvxState) || !has_all(ebx, kBmi1 | kAvx2 | kBmi2)) {
    return kPortableOnly;
  }
  constexpr unsigned kMaskAndZmmState = 0b1110'0000;  // k0-7, upper halves of zmm0-15, zmm16-31
  constexpr unsigned kFoundation = 1U << 16;
  constexpr unsigned kDq = 1U << 17;
  constexpr unsigned kBw = 1U << 30;
  constexpr unsigned kVl = 1U << 31;
  constexpr unsigned kVbmi2 = 1U << 6;
  constexpr unsigned kVpopcntdq = 1U << 14;
  const bool avx512 = has_all(saved, kMaskAndZmmState) &&
                      has_all(ebx, kFoundation | kDq | kBw | kVl) &&
                      has_all(ecx, kVbmi2 | kVpopcntdq);
  return avx512 ? kWithAvx512 : kWithAvx2;
}
constexpr const Kernel* kKernels[] = {&kPortableKernel, &kAvx2Kernel, &kAvx512Kernel};
#else
Level level() noexcept { return kPortableOnly; }
constexpr const Kernel* kKernels[] = {&kPortableKernel};
#endif

}  // namespace

const Kernel& kernel() noexcept { return *selected.load(std::memory_order_relaxed); }

bool select_kernel(const char* name) noexcept {
  const bool fastest = name[0] == '\0';
  for (int i = level(); i >= 0; --i) {
    if (!fastest && std::strcmp(name, kKernels[i]->name) != 0) continue;
    selected.store(kKernels[i], std::memory_order_relaxed);
    return true;
  }
  return false;
}

const char* available_kernels() noexcept {
  constexpr const char* kNames[] = {"portable", "avx2, portable", "avx512, avx2, portable"};
  return kNames[level()];
}

}  // namespace sternhalma
