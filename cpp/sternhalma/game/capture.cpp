#include "sternhalma/game/capture.hpp"

#include "sternhalma/game/class_words.hpp"

#include <algorithm>
#include <bit>

namespace sternhalma {
namespace {

std::uint64_t mix(std::uint64_t hash, std::uint64_t word) noexcept {
  hash ^= word;
  hash *= 0x9E3779B97F4A7C15ULL;
  return hash ^ (hash >> 29);
}
std::uint64_t mix(std::uint64_t hash, U128 word) noexcept {
  return mix(mix(hash, word.lo), word.hi);
}

constexpr std::size_t kKept = std::size_t{1} << 18;  // states whose memory is worth keeping

// The table takes the low bits, and a product's upper half knows all bits of its factor.
std::uint64_t hash_of(int cell, std::uint64_t taken) noexcept {
  const std::uint64_t mixed =
      (taken + (static_cast<std::uint64_t>(cell) << 56)) * 0x9E3779B97F4A7C15ULL;
  return mixed ^ (mixed >> 32);
}

template <class Word>
std::uint64_t hash_of(int cell, const CellSet<Word>& taken) noexcept {
  std::uint64_t hash = static_cast<std::uint64_t>(cell) + 1;
  for (int c = 0; c < kClasses; ++c) hash = mix(hash, taken[c]);
  return hash;
}

void add_bit(CellBits& bits, int cell) noexcept {
  bits[static_cast<std::size_t>(cell / 64)] |= std::uint64_t{1} << (cell % 64);
}
constexpr CellBits kNone{};
// Words of CellBits in use: stars of order 4 have 121 cells.
template <class Word>
constexpr int kBitWords = sizeof(Word) == 8 ? 2 : 4;

}  // namespace

template <class Word>
CellSet<Word> jumping_stones(const Tables<Word>& tables, const CellSet<Word>& stones) {
  CellSet<Word> result{};
  if (tables.rules.jumps == Jumps::kLong) {
    const LineWords words = line_words(tables, stones);
    tables.layout.for_each(stones, [&](int cell) {
      for (int d = 0; d < kDirections; ++d) {
        if (long_jump(tables, words, cell, d).landing == kNoCell) continue;
        tables.layout.add(result, cell);
        break;
      }
    });
    return result;
  }
  words::unroll<kClasses>([&](auto cls) {
    const auto landings = words::landing_words<cls>(stones, tables.layout.jump_landings);
    result[cls] = stones[cls] & words::jump_starts(landings);
  });
  return result;
}

template <class Word>
std::span<const typename CaptureGenerator<Word>::Node> CaptureGenerator<Word>::moves_of(
    const Tables<Word>& tables, const Set& stones, int from) {
  if (follow_trails(tables, stones, from, stones)) {
    unfold_trails(tables);
  } else {
    search(tables, stones, from, stones);
  }
  return std::span<const Node>(nodes_).subspan(1);
}

template <class Word>
const typename CaptureGenerator<Word>::Node* CaptureGenerator<Word>::find(
    const Tables<Word>& tables, const Set& stones, int from, int to, const Set& taken) {
  if (follow_trails(tables, stones, from, stones & taken)) {
    unfold_trails(tables);
  } else {
    search(tables, stones, from, stones & taken);
  }
  for (std::size_t i = 1; i < nodes_.size(); ++i) {
    if (nodes_[i].cell == to && nodes_[i].taken == taken) return &nodes_[i];
  }
  return nullptr;
}

template <class Word>
std::size_t CaptureGenerator<Word>::count_of(const Tables<Word>& tables, const Set& stones,
                                             int from) {
  if (follow_trails(tables, stones, from, stones)) return trails_.size() - 1;
  return moves_of(tables, stones, from).size();
}

// --- States of a cell and one word ----------------------------------------------------------------

// The search into trails_; false where it can't be done so.
template <class Word>
bool CaptureGenerator<Word>::follow_trails(const Tables<Word>& tables, const Set& stones, int from,
                                           const Set& takeable) {
  if (!number_stones(tables, stones)) return false;
  std::uint64_t kept = 0;  // stones that may not be taken
  if (!(takeable == stones)) {
    for (std::size_t n = 0; n < static_cast<std::size_t>(popcount(stones)); ++n) {
      if (!tables.layout.contains(takeable, cell_of_[stone_[n]])) kept |= std::uint64_t{1} << n;
    }
  }
  if (trails_.capacity() > kKept) trails_ = {};
  trails_.clear();
  trails_.push_back({kept, 0, at_[from], 0});
  hashing_ = false;
  flip_landing(at_[from]);  // it is in nobody's way, its own included
  try {
    expand_levels();
  } catch (...) {
    numbered_order_ = 0;
    throw;
  }
  flip_landing(at_[from]);
  return true;
}

template <class Word>
void CaptureGenerator<Word>::expand_levels() {
  constexpr int kFirstTwins = 3;  // jumps: fewer never lead to one state by two ways
  std::size_t level = 1;          // where the level after that of trail i starts
  int depth = 1;                  // jumps of that level
  for (std::uint32_t i = 0; i < trails_.size(); ++i) {
    if (i == level) {
      level = trails_.size();
      ++depth;
    }
    if (interrupt_ != nullptr && (i & 4095) == 4095) interrupt_->breathe(thread_);
    const Trail trail = trails_[i];
    for (std::uint64_t left = jumpable_[trail.at] & ~trail.taken; left != 0; left &= left - 1) {
      const int pivot = std::countr_zero(left);
      const int at = 2 * stone_[pivot] - trail.at;
      const std::uint64_t taken = trail.taken | (left & (0 - left));
      if (depth >= kFirstTwins && !is_new_trail(at, taken, level)) continue;
      trails_.push_back(
          {taken, i, static_cast<std::uint16_t>(at), static_cast<std::uint8_t>(pivot)});
    }
  }
}

// Makes a place with a stone a landing, or takes that back.
template <class Word>
void CaptureGenerator<Word>::flip_landing(int at) {
  for (int d = 0; d < kDirections; ++d) {
    const int step = kStride * kDy[d] + kDx[d];
    const std::uint64_t stone = ground_[at + step] == kStoneThere ? 1 : 0;
    jumpable_[at + 2 * step] ^= stone << number_[at + step];
  }
}

// Prepares for searches on a board, if it is not the last one's; false where it has too many stones
// or long jumps.
template <class Word>
bool CaptureGenerator<Word>::number_stones(const Tables<Word>& tables, const Set& stones) {
  if (tables.rules.jumps != Jumps::kAdjacent || popcount(stones) > kMaxStones) return false;
  if (numbered_order_ == tables.rules.order && numbered_ == stones) return true;
  if (grid_order_ != tables.rules.order) lay_out(tables);
  const int used = kStride * (tables.star.rows() + 4);
  std::copy_n(empty_.begin(), used, ground_.begin());
  std::fill_n(jumpable_.begin(), used, 0);
  std::array<std::uint64_t, (kMaxCells + 63) / 64> ranks{};
  tables.layout.for_each(stones, [&](int cell) {
    const int rank = tables.star.rank(cell);
    ranks[static_cast<std::size_t>(rank / 64)] |= std::uint64_t{1} << (rank % 64);
    ground_[at_[cell]] = kStoneThere;
  });
  int n = 0;
  for (std::size_t w = 0; w < ranks.size(); ++w) {
    for (std::uint64_t rest = ranks[w]; rest != 0; rest &= rest - 1) {
      const std::uint16_t at = at_[by_rank_[64 * w + std::countr_zero(rest)]];
      number_[at] = static_cast<std::uint8_t>(n);
      stone_[n] = at;
      for (int d = 0; d < kDirections; ++d) {
        const int step = kStride * kDy[d] + kDx[d];
        const std::uint64_t free = ground_[at - step] == kFree ? 1 : 0;
        jumpable_[at + step] |= free << n;
      }
      ++n;
    }
  }
  numbered_order_ = tables.rules.order;
  numbered_ = stones;
  return true;
}

template <class Word>
void CaptureGenerator<Word>::lay_out(const Tables<Word>& tables) {
  const auto& star = tables.star;
  empty_.fill(kNoGround);
  for (int cell = 0; cell < star.cells(); ++cell) {
    const int at = kStride * (star.y(cell) + 1) + star.x(cell) + 1;
    at_[cell] = static_cast<std::uint16_t>(at);
    by_rank_[star.rank(cell)] = static_cast<std::uint8_t>(cell);
    cell_of_[at] = static_cast<std::uint8_t>(cell);
    empty_[at] = kFree;
  }
  grid_order_ = tables.rules.order;
}

// Equal states have taken equally many stones, so twins lie in one level, here in the one that starts
// at `level`. Most searches are over before looking through it costs more than a table.
template <class Word>
bool CaptureGenerator<Word>::is_new_trail(int at, std::uint64_t taken, std::size_t level) {
  constexpr std::size_t kLookedThrough = 16;
  if (!hashing_) {
    for (std::size_t i = level; i < trails_.size(); ++i) {
      if (trails_[i].taken == taken && trails_[i].at == at) return false;
    }
    if (trails_.size() - level < kLookedThrough) return true;
    prepare_slots(trails_.size());
    hash_trails(level);
    hashing_ = true;
  }
  if ((trails_.size() + 1) * 2 > slots_.size()) {
    slots_.assign(slots_.size() * 4, 0);
    hash_trails(level);
  }
  const std::size_t last = slots_.size() - 1;
  std::size_t slot = hash_of(at, taken) & last;
  for (; slots_[slot] != 0; slot = (slot + 1) & last) {
    const Trail& other = trails_[slots_[slot]];
    if (other.taken == taken && other.at == at) return false;
  }
  slots_[slot] = static_cast<std::uint32_t>(trails_.size());
  return true;
}

// Puts the trails from `first` on into the empty table.
template <class Word>
void CaptureGenerator<Word>::hash_trails(std::size_t first) {
  const std::size_t last = slots_.size() - 1;
  for (std::size_t i = first; i < trails_.size(); ++i) {
    std::size_t slot = hash_of(trails_[i].at, trails_[i].taken) & last;
    while (slots_[slot] != 0) slot = (slot + 1) & last;
    slots_[slot] = static_cast<std::uint32_t>(i);
  }
}

// nodes_ from trails_.
template <class Word>
void CaptureGenerator<Word>::unfold_trails(const Tables<Word>& tables) {
  if (nodes_.capacity() > kKept) nodes_ = {};
  nodes_.clear();
  nodes_.reserve(trails_.size());
  nodes_.push_back({Set{}, 0, cell_of(trails_[0])});
  for (std::size_t i = 1; i < trails_.size(); ++i) {
    const Trail& trail = trails_[i];
    Set taken = nodes_[trail.parent].taken;
    tables.layout.add(taken, cell_of_[stone_[trail.pivot]]);
    nodes_.push_back({taken, trail.parent, cell_of(trail)});
  }
}

// --- States with whole sets -----------------------------------------------------------------------

// Slots, all free. A large search leaves a large table; the small ones after it must not have to
// clear it.
template <class Word>
void CaptureGenerator<Word>::prepare_slots(std::size_t last_size) {
  if (slots_.empty() || slots_.size() > 64 * last_size) slots_ = std::vector<std::uint32_t>(256);
  std::fill(slots_.begin(), slots_.end(), 0);
}

template <class Word>
void CaptureGenerator<Word>::search(const Tables<Word>& tables, const Set& stones, int from,
                                    const Set& takeable) {
  if (nodes_.capacity() > kKept) nodes_ = {};
  prepare_slots(nodes_.size());
  nodes_.clear();
  nodes_.push_back({Set{}, 0, static_cast<std::uint8_t>(from)});
  Set others = stones;
  tables.layout.flip(others, from);
  for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
    if (interrupt_ != nullptr && (i & 4095) == 4095) interrupt_->breathe(thread_);
    expand(tables, others, takeable, i);
  }
}

template <class Word>
void CaptureGenerator<Word>::expand(const Tables<Word>& tables, const Set& others,
                                    const Set& takeable, std::uint32_t index) {
  const Node node = nodes_[index];
  const Layout<Word>& layout = tables.layout;
  const Set standing = others & ~node.taken;
  const auto take = [&](int pivot, int landing) {
    if (!layout.contains(takeable, pivot)) return;
    Set taken = node.taken;
    layout.add(taken, pivot);
    visit(landing, taken, index);
  };
  if (tables.rules.jumps == Jumps::kAdjacent) {
    for (const auto hop : tables.hops[node.cell]) {
      if (hop.landing == Tables<Word>::kNoHop) continue;
      if (!layout.contains(standing, hop.pivot) || layout.contains(standing, hop.landing)) continue;
      take(hop.pivot, hop.landing);
    }
    return;
  }
  const LineWords words = line_words(tables, standing);
  std::array<LongJump, kDirections> jumps;
  for (int d = 0; d < kDirections; ++d) jumps[d] = long_jump(tables, words, node.cell, d);
  std::sort(jumps.begin(), jumps.end(), [&](const LongJump& a, const LongJump& b) {
    const auto key = [&](const LongJump& j) {
      return j.landing == kNoCell ? kMaxCells : tables.star.rank(j.landing);
    };
    return key(a) < key(b);
  });
  for (const LongJump& jump : jumps) {
    if (jump.landing != kNoCell) take(jump.pivot, jump.landing);
  }
}

template <class Word>
void CaptureGenerator<Word>::visit(int cell, const Set& taken, std::uint32_t parent) {
  const std::size_t last = slots_.size() - 1;
  std::size_t slot = hash_of(cell, taken) & last;
  for (; slots_[slot] != 0; slot = (slot + 1) & last) {
    const Node& other = nodes_[slots_[slot]];
    if (other.cell == cell && other.taken == taken) return;
  }
  slots_[slot] = static_cast<std::uint32_t>(nodes_.size());
  nodes_.push_back({taken, parent, static_cast<std::uint8_t>(cell)});
  if (nodes_.size() * 2 > slots_.size()) grow();
}

template <class Word>
void CaptureGenerator<Word>::grow() {
  slots_.assign(slots_.size() * 4, 0);
  const std::size_t last = slots_.size() - 1;
  for (std::size_t i = 1; i < nodes_.size(); ++i) {
    std::size_t slot = hash_of(nodes_[i].cell, nodes_[i].taken) & last;
    while (slots_[slot] != 0) slot = (slot + 1) & last;
    slots_[slot] = static_cast<std::uint32_t>(i);
  }
}

template <class Word>
void CaptureGenerator<Word>::list(const State<Word>& state, std::vector<AnyMove>& moves) {
  const Tables<Word>& tables = *state.tables;
  const Set& stones = state.marbles[0];
  tables.layout.for_each(jumping_stones(tables, stones), [&](int cell) {
    const auto from = static_cast<std::uint8_t>(cell);
    if (!follow_trails(tables, stones, from, stones)) {
      for (const Node& node : moves_of(tables, stones, from)) {
        AnyMove& move = moves.emplace_back(AnyMove{from, node.cell, {}});
        tables.layout.for_each(node.taken, [&](int c) { add_bit(move.taken, c); });
      }
      return;
    }
    // A state's stones are its parent's and one more. Its parent lies before it in the list: the
    // moves of this stone start behind `first`, with the state at rest left out.
    const std::size_t first = moves.size();
    if (moves.capacity() < first + trails_.size()) moves.reserve(2 * (first + trails_.size()));
    for (std::size_t i = 1; i < trails_.size(); ++i) {
      const Trail& trail = trails_[i];
      AnyMove& move = moves.emplace_back(AnyMove{from, cell_of(trail), {}});
      const int stone = cell_of_[stone_[trail.pivot]];
      const std::uint64_t bit = std::uint64_t{1} << (stone % 64);
      const std::uint64_t* before =
          trail.parent == 0 ? kNone.data() : moves[first + trail.parent - 1].taken.data();
      // Word by word: a set that was written in parts can't be read on at once as a whole.
      for (int w = 0; w < kBitWords<Word>; ++w)
        move.taken[w] = before[w] | (stone / 64 == w ? bit : 0);
    }
  });
}

template <class Word>
std::uint64_t CaptureGenerator<Word>::count(const State<Word>& state) {
  std::uint64_t total = 0;
  const Set& stones = state.marbles[0];
  counted_order_ = 0;  // a count that is stopped is none
  counts_.clear();
  state.tables->layout.for_each(jumping_stones(*state.tables, stones), [&](int from) {
    const std::size_t moves = count_of(*state.tables, stones, from);
    counts_.push_back(static_cast<std::uint32_t>(moves));
    total += moves;
  });
  counted_order_ = state.rules().order;
  counted_jumps_ = state.rules().jumps;
  counted_ = stones;
  return total;
}

template <class Word>
CaptureMove<Word> CaptureGenerator<Word>::pick(const State<Word>& state, std::uint64_t index) {
  const Set& stones = state.marbles[0];
  if (counted_order_ != state.rules().order || counted_jumps_ != state.rules().jumps ||
      !(counted_ == stones)) {
    (void)count(state);
  }
  CaptureMove<Word> found{};
  std::size_t n = 0;
  bool done = false;
  state.tables->layout.for_each(jumping_stones(*state.tables, stones), [&](int from) {
    if (done) return;
    const std::uint32_t moves = counts_[n++];
    if (index >= moves) {
      index -= moves;
      return;
    }
    const Node& node = moves_of(*state.tables, stones, from)[index];
    found = {static_cast<std::uint8_t>(from), node.cell, node.taken};
    done = true;
  });
  return found;
}

template <class Word>
std::vector<int> CaptureGenerator<Word>::path(const Node& node) const {
  std::vector<int> cells = {node.cell};
  const Node* at = &node;
  while (at != &nodes_[0]) {
    at = &nodes_[at->parent];
    cells.push_back(at->cell);
  }
  std::reverse(cells.begin(), cells.end());
  return cells;
}

template CellSet<std::uint64_t> jumping_stones(const Tables<std::uint64_t>&,
                                               const CellSet<std::uint64_t>&);
template CellSet<U128> jumping_stones(const Tables<U128>&, const CellSet<U128>&);
template class CaptureGenerator<std::uint64_t>;
template class CaptureGenerator<U128>;

}  // namespace sternhalma
