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

  [[nodiscard]] bool over() const noexcept { return turn == kNobody; }
  [[nodiscard]] bool plays(int s) const noexcept { return (in_play >> s) & 1; }
  [[nodiscard]] const Rules& rules() const noexcept { return tables->rules; }
};

static_assert(std::is_trivially_copyable_v<State<std::uint64_t>>);
static_assert(std::is_trivially_copyable_v<State<U128>>);

// Keys of the positions that stood, oldest first. A look back ends at `first`: an arrival or an
// elimination changes the seats in play, so nothing before it can stand again. A table of counts by
// the key's low bits, which grows with the keys, tells nearly always without a look back that a key
// is new.
class History {
 public:
  // How often `key` has stood since `first`.
  [[nodiscard]] int count(std::uint64_t key) const noexcept {
    if (counts_.empty() || counts_[slot(key)] == 0) return 0;
    return static_cast<int>(std::count(keys_.begin() + first_, keys_.end(), key));
  }
  // Adds a key and returns how often it has stood now.
  int push(std::uint64_t key) {
    if (keys_.size() >= counts_.size()) grow();
    const int now = count(key) + 1;
    keys_.push_back(key);
    repeats_ += now > 1;
    add_to_counts(key);
    return now;
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
  void rewind(Mark mark) noexcept {
    while (keys_.size() > mark.size) {
      std::uint8_t& bucket = counts_[slot(keys_.back())];
      bucket = static_cast<std::uint8_t>(bucket - (bucket != 255));
      keys_.pop_back();
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
    keys_.clear();
    std::fill(counts_.begin(), counts_.end(), std::uint8_t{0});
    first_ = repeats_ = 0;
  }
  void reserve(std::size_t plies) { keys_.reserve(plies); }
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
  static constexpr std::size_t kFirstSlots = 1024;  // a power of two, as all sizes of the table

  [[nodiscard]] std::size_t slot(std::uint64_t key) const noexcept {
    return key & (counts_.size() - 1);
  }
  void add_to_counts(std::uint64_t key) noexcept {
    std::uint8_t& bucket = counts_[slot(key)];
    // Once full it stays so: a full bucket only means a look back.
    bucket = static_cast<std::uint8_t>(bucket + (bucket != 255));
  }
  void grow() {
    counts_.assign(std::max(kFirstSlots, 4 * counts_.size()), 0);
    for (const std::uint64_t key : keys_) add_to_counts(key);
  }

  std::vector<std::uint64_t> keys_;
  std::vector<std::uint8_t> counts_;
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
