// What a position is (State) and what repetition needs to know of the past (History).
// State is trivially copyable: an Undo is the whole previous State, so taking a move back, also one
// that eliminated a seat, is an assignment. Seats are indices in turn order.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "sternhalma/game/move.hpp"
#include "sternhalma/game/tables.hpp"

namespace sternhalma {

enum class Reason : std::uint8_t {
  kNone,
  kArrived,
  kEliminated,
  kBlocked,
  kLockedIn,
  kLimit,
  kRepetition,
  kExhausted,
  kResigned,
  kTime,
  kRead,  // the text of a finished game does not say
};

inline constexpr int kNobody = -1;

template <class Word>
struct State {
  using Set = CellSet<Word>;

  const Tables<Word>* tables = nullptr;
  std::array<Set, kMaxSeats> marbles{};  // by seat; the capture family keeps its stones in [0]
  Set occupied;                          // union of all marbles
  std::uint64_t key = 0;                 // Zobrist: marbles, seat to move, seats in play
  std::array<std::uint32_t, kMaxSeats> moves{};  // own moves made
  std::uint32_t plies = 0;                       // their sum
  std::uint32_t round = 1;
  std::array<std::uint8_t, kMaxSeats> places{};  // 0 while there is none
  std::array<std::uint16_t, kMaxSeats> taken{};  // stones taken (capture family)
  std::uint8_t in_play = 0;                      // bit s: no place, not arrived
  std::uint8_t waiting = 0;                      // bit s: arrived, the partner still plays
  std::int8_t turn = kNobody;
  Reason reason = Reason::kNone;
  bool reply_due = false;
  bool none_locked_in = false;  // known to be so; see Endings::may_lock_in

  [[nodiscard]] bool over() const noexcept { return turn == kNobody; }
  [[nodiscard]] bool plays(int s) const noexcept { return (in_play >> s) & 1; }
  [[nodiscard]] const Rules& rules() const noexcept { return tables->rules; }
};

static_assert(std::is_trivially_copyable_v<State<std::uint64_t>>);
static_assert(std::is_trivially_copyable_v<State<U128>>);

// Asks for the cache line of an address that will be read or written soon. Whatever only prefetches
// must be inlined: GCC takes a call that it could leave out for one that does nothing.
#if defined(__GNUC__)
#define STERNHALMA_PREFETCHES [[gnu::always_inline]]
STERNHALMA_PREFETCHES inline void prefetch_line(const void* address) noexcept {
  __builtin_prefetch(address, 1);
}
#else
#define STERNHALMA_PREFETCHES
inline void prefetch_line(const void*) noexcept {}
#endif

// Keys of the positions that stood, oldest first. A look back ends at `first`: an arrival or an
// elimination changes the seats in play, so nothing before it can stand again. An open hash table
// finds a key: its slots, taken in turn from that of the key's low bits on, hold the upper half of a
// key and where it stands in the list. So a new key is known to be new from one cache line.
class History {
 public:
  // How often `key` has stood since `first`.
  [[nodiscard]] int count(std::uint64_t key) const noexcept {
    int found = 0;
    if (!slots_.empty()) look_for(key, found);
    return found;
  }
  // Adds a key and returns how often it has stood now.
  int push(std::uint64_t key) {
    if (2 * (keys_.size() + 1) > slots_.size()) grow();
    int found = 0;
    const std::size_t free = look_for(key, found);
    repeats_ += found > 0;
    keys_.push_back(key);
    slots_[free] = {tag(key), static_cast<std::uint32_t>(keys_.size())};
    return found + 1;
  }
  // Brings to the cache what `push` will use, for whoever steps many games in turn.
  STERNHALMA_PREFETCHES void prefetch(std::uint64_t key) const noexcept {
    if (slots_.empty()) return;
    prefetch_line(&slots_[first_slot(key)]);
    prefetch_line(keys_.data() + keys_.size());
  }
  // Where the history stood, and back to there.
  struct Mark {
    std::uint32_t first = 0;
    std::uint32_t repeats = 0;
    std::uint32_t size = 0;
  };
  [[nodiscard]] Mark mark() const noexcept {
    return {first_, repeats_, static_cast<std::uint32_t>(keys_.size())};
  }
  // The newest key is the last of those that found its slots taken: it leaves no gap.
  void rewind(Mark mark) noexcept {
    for (; keys_.size() > mark.size; keys_.pop_back()) {
      std::size_t i = first_slot(keys_.back());
      while (slots_[i].number != keys_.size()) i = next_slot(i);
      slots_[i] = {};
    }
    first_ = mark.first;
    repeats_ = mark.repeats;
  }
  // Nothing older can stand again.
  void forget_past() noexcept {
    first_ = static_cast<std::uint32_t>(keys_.size());
    repeats_ = 0;
  }
  void clear() noexcept {
    if (8 * keys_.size() < slots_.size()) return rewind({});  // few to find, many to wipe
    std::fill(slots_.begin(), slots_.end(), Slot{});
    keys_.clear();
    first_ = repeats_ = 0;
  }
  // Playouts of variants without a repetition rule do without keys.
  [[nodiscard]] bool recording() const noexcept { return recording_; }
  void set_recording(bool on) noexcept { recording_ = on; }
  // Whether some position has stood twice: only then can a single move make a third time.
  [[nodiscard]] bool has_repeat() const noexcept { return repeats_ != 0; }
  // The keys that still count, for saving.
  [[nodiscard]] std::vector<std::uint64_t> recent() const {
    return {keys_.begin() + first_, keys_.end()};
  }

 private:
  static constexpr std::size_t kFirstSlots = 64;  // a power of two, as all sizes of the table

  struct Slot {
    std::uint32_t tag;
    std::uint32_t number;  // of a key, counted from 1; 0 in a free slot
  };

  [[nodiscard]] static std::uint32_t tag(std::uint64_t key) noexcept {
    return static_cast<std::uint32_t>(key >> 32);
  }
  [[nodiscard]] std::size_t first_slot(std::uint64_t key) const noexcept {
    return key & (slots_.size() - 1);
  }
  [[nodiscard]] std::size_t next_slot(std::size_t i) const noexcept {
    return (i + 1) & (slots_.size() - 1);
  }
  // Adds to `found` how often the key has stood since `first`, and returns the free slot where the
  // look ended: its own, if it stands once more.
  std::size_t look_for(std::uint64_t key, int& found) const noexcept {
    std::size_t i = first_slot(key);
    for (; slots_[i].number != 0; i = next_slot(i)) {
      found += slots_[i].tag == tag(key) && slots_[i].number > first_ &&
               keys_[slots_[i].number - 1] == key;
    }
    return i;
  }
  void grow() {
    slots_.assign(std::max(kFirstSlots, 4 * slots_.size()), {});
    for (std::uint32_t number = 1; number <= keys_.size(); ++number) {
      const std::uint64_t key = keys_[number - 1];
      int found = 0;
      slots_[look_for(key, found)] = {tag(key), number};
    }
  }

  std::vector<std::uint64_t> keys_;
  std::vector<Slot> slots_;
  std::uint32_t first_ = 0;
  std::uint32_t repeats_ = 0;
  bool recording_ = true;
};

// What undo_move needs.
template <class Word>
struct Undo {
  State<Word> state;
  History::Mark history;
};

}  // namespace sternhalma
