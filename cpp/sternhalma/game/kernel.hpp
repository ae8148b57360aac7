// The seam between move generation and the kernels for instruction sets. A kernel counts and lists
// the moves of a seat, which is where the time goes; all else is portable code. Plain data and
// pointers only: a kernel's file is compiled for its instruction set and must not make the linker
// keep an inline function that others share.
#pragma once

#include <cstdint>

namespace sternhalma {

// Sets as a kernel reads them: the words of the four classes, each one 64-bit word up to order 4 and
// two, the lower first, above. A table of directions holds six sets.

// What a seat may do (see SeatTables).
struct KernelSeat {
  const std::uint64_t* step;          // [6] landing masks of steps
  const std::uint64_t* jump_outside;  // [6] landing masks of jumps from outside a locked target
  const std::uint64_t* jump_inside;   // [6] and from inside
  const std::uint64_t* ends;          // where a move from outside may end
  const std::uint64_t* target;        // where a move from inside may end
  const std::uint64_t* locked;        // the target where it is locked, else empty
  const std::uint64_t* entered;       // where a chain from outside may land
};

// The star (see Layout).
struct KernelBoard {
  const std::uint64_t* board;         // every cell
  const std::uint64_t* far_landings;  // [3][6 up to order 4, 9 above] by axis and distance
  const std::uint8_t* cell;           // class and bit -> cell
  const std::uint8_t* neighbour;      // [cells][6] by directions_by_landing, and 2 to be read over
};

// The jobs of a kernel for one kind of jumps; the portable code takes those that are null.
struct KernelJobs {
  using Count = int (*)(const std::uint64_t* own, const std::uint64_t* occupied,
                        const KernelSeat& seat, const KernelBoard& board);
  // Writes the moves in the order of movegen.hpp, two bytes each, origin and target, and returns how
  // many there are. The array has room for kSpareMoves more than there can be.
  using List = int (*)(const std::uint64_t* own, const std::uint64_t* occupied,
                       const KernelSeat& seat, const KernelBoard& board, std::uint8_t* moves);
  // Of n moves in that order, of which there must be one, that with number draw * n / 2^32: its
  // origin, and its target in the byte above.
  using Pick = unsigned (*)(const std::uint64_t* own, const std::uint64_t* occupied,
                            const KernelSeat& seat, const KernelBoard& board, std::uint32_t draw);
  Count count;
  List list;
  Pick pick;
};

// For one word width.
struct KernelCode {
  KernelJobs adjacent;
  KernelJobs far;  // long jumps, but for lock `landing`
};

struct Kernel {
  const char* name;
  KernelCode small;  // orders 1 to 4
  KernelCode large;  // orders 5 and 6
};

// The kernel in use; the portable one until select_kernel is called.
[[nodiscard]] const Kernel& kernel() noexcept;

// Picks a kernel once, before any other thread runs: the one named, or for an empty name the fastest
// this processor has. Returns false, and changes nothing, where there is no such kernel here.
bool select_kernel(const char* name) noexcept;

// Names of the kernels this processor can run, comma-separated, fastest first.
[[nodiscard]] const char* available_kernels() noexcept;

}  // namespace sternhalma
