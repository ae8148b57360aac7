// The transposition table: bounded, shared by threads without locks. An entry is two words, the
// second one mixed into the first, so that halves of two entries never pass for one. A collision of
// keys can still bring a foreign move: it only orders moves that the generator has listed.
//
// Entries carry the number of the search that wrote them. `begin(fresh)` starts the next search: a
// fresh one reads nothing of those before, so that a search bounded by nodes or depth always gives the
// same result; a timed one reads everything and writes over the oldest first.
#pragma once

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

#include "sternhalma/game/state.hpp"
#include "sternhalma/search/options.hpp"

namespace sternhalma::search {

enum class Bound : std::uint8_t { kNone, kUpper, kLower, kExact };

//  bits 0-23 move code, 24-47 score, 48-54 depth, 55-56 bound, 57-63 number of the search
struct Entry {
  std::uint32_t move = kNoCode;
  int score = 0;
  int depth = 0;
  Bound bound = Bound::kNone;
};

class Table {
 public:
  explicit Table(int mib)
      : buckets_(std::bit_floor(static_cast<std::size_t>(mib) * 1024 * 1024 / sizeof(Bucket))),
        memory_(std::calloc(buckets_ * sizeof(Bucket) + kLine, 1)) {
    if (!memory_) throw std::bad_alloc();
    const auto address =
        (reinterpret_cast<std::uintptr_t>(memory_.get()) + kLine - 1) / kLine * kLine;
    table_ = reinterpret_cast<Bucket*>(address);
  }

  void begin(bool fresh) noexcept {
    if (++search_ == kSearches) clear();
    fresh_ = fresh;
  }
  void clear() noexcept {
    for (std::size_t i = 0; i < buckets_; ++i) {
      for (Slot& slot : table_[i].slots) {
        set(slot.check, 0);
        set(slot.data, 0);
      }
    }
    search_ = 1;
  }

  // Brings to the cache what `find` will read.
  STERNHALMA_PREFETCHES void prefetch(std::uint64_t key) const noexcept {
    prefetch_line(&bucket(key));
  }
  [[nodiscard]] bool find(std::uint64_t key, Entry& entry) const noexcept {
    for (Slot& slot : bucket(key).slots) {
      const std::uint64_t data = get(slot.data);
      if ((get(slot.check) ^ data) != key || !readable(data)) continue;
      entry.move = static_cast<std::uint32_t>(data & 0xFFFFFF);
      entry.score = static_cast<int>((data >> 24) & 0xFFFFFF) - kScoreOffset;
      entry.depth = static_cast<int>((data >> 48) & 0x7F);
      entry.bound = static_cast<Bound>((data >> 55) & 3);
      return true;
    }
    return false;
  }

  void store(std::uint64_t key, const Entry& entry) noexcept {
    Slot* worst = nullptr;
    int worst_rank = 0;
    for (Slot& slot : bucket(key).slots) {
      const std::uint64_t data = get(slot.data);
      const bool same = (get(slot.check) ^ data) == key;
      if (same && readable(data)) {
        const bool deeper = static_cast<int>((data >> 48) & 0x7F) > entry.depth;
        if (deeper && entry.bound != Bound::kExact && search_of(data) == search_) return;
        worst = &slot;
        break;
      }
      const int rank = readable(data) ? static_cast<int>((data >> 48) & 0x7F) +
                                            (search_of(data) == search_ ? kMaxPly * 2 : 0)
                                      : -1;
      if (worst != nullptr && rank >= worst_rank) continue;
      worst = &slot;
      worst_rank = rank;
    }
    const std::uint64_t data = static_cast<std::uint64_t>(entry.move & 0xFFFFFF) |
                               static_cast<std::uint64_t>(entry.score + kScoreOffset) << 24 |
                               static_cast<std::uint64_t>(entry.depth) << 48 |
                               static_cast<std::uint64_t>(entry.bound) << 55 |
                               static_cast<std::uint64_t>(search_) << 57;
    set(worst->check, key ^ data);
    set(worst->data, data);
  }

 private:
  static constexpr int kScoreOffset = 1 << 23;
  static constexpr unsigned kSearches = 128;
  static constexpr std::size_t kLine = 64;  // bytes of a cache line

  // Plain words, so that zeroed memory is an empty table; read and written as atomics.
  struct Slot {
    std::uint64_t check;
    std::uint64_t data;
  };
  struct Bucket {
    Slot slots[4];  // a cache line
  };
  struct Free {
    void operator()(void* memory) const noexcept { std::free(memory); }
  };

  [[nodiscard]] static std::uint64_t get(std::uint64_t& word) noexcept {
    return std::atomic_ref(word).load(std::memory_order_relaxed);
  }
  static void set(std::uint64_t& word, std::uint64_t value) noexcept {
    std::atomic_ref(word).store(value, std::memory_order_relaxed);
  }

  [[nodiscard]] static unsigned search_of(std::uint64_t data) noexcept {
    return static_cast<unsigned>(data >> 57);
  }
  [[nodiscard]] bool readable(std::uint64_t data) const noexcept {
    return data != 0 && (!fresh_ || search_of(data) == search_);
  }
  [[nodiscard]] Bucket& bucket(std::uint64_t key) const noexcept {
    return table_[(key >> 16) & (buckets_ - 1)];
  }

  std::size_t buckets_;
  std::unique_ptr<void, Free> memory_;  // zeroed by the system as it is touched
  Bucket* table_;
  unsigned search_ = 0;
  bool fresh_ = false;
};

}  // namespace sternhalma::search
