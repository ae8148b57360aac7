// The seam between move generation and the kernels for instruction sets. A kernel counts and lists
// the moves of a seat on 64-bit class words with adjacent jumps, which is where the time goes; all
// else is portable code. Plain data and pointers only: a kernel's file is compiled for its
// instruction set and must not make the linker keep an inline function that others share.
#pragma once

#include <cstdint>

namespace sternhalma {

// The tables of a seat as a kernel reads them: four words a set, six sets a direction table.
struct KernelSeat {
  const std::uint64_t* step;          // [6][4] landing masks of steps
  const std::uint64_t* jump_outside;  // [6][4] landing masks of jumps from outside a locked target
  const std::uint64_t* jump_inside;   // [6][4] and from inside
  const std::uint64_t* ends;          // [4] where a move from outside may end
  const std::uint64_t* target;        // [4] where a move from inside may end
  const std::uint64_t* locked;        // [4] the target where it is locked, else empty
};

// What a list needs besides: cell numbers and neighbours (see Layout).
struct KernelCells {
  const std::uint8_t* cell;       // [4][64] class and bit -> cell
  const std::uint8_t* neighbour;  // [cells][6] by directions_by_landing
};

struct Kernel {
  const char* name;
  int (*count)(const std::uint64_t* own, const std::uint64_t* occupied, const KernelSeat& seat);
  // Writes the moves in the order of movegen.hpp, two bytes each, origin and target, and returns how
  // many there are. The array has room for six more than there can be.
  int (*list)(const std::uint64_t* own, const std::uint64_t* occupied, const KernelSeat& seat,
              const KernelCells& cells, std::uint8_t* moves);
};

// The kernel in use; the portable one until select_kernel is called.
[[nodiscard]] const Kernel& kernel() noexcept;

// Picks a kernel once, before any other thread runs: the one named, or for an empty name the fastest
// this processor has. Returns false, and changes nothing, where there is no such kernel here.
bool select_kernel(const char* name) noexcept;

// Names of the kernels this processor can run, comma-separated, fastest first.
[[nodiscard]] const char* available_kernels() noexcept;

}  // namespace sternhalma
