#include "sternhalma/game/capture.hpp"

#include "sternhalma/game/class_words.hpp"

#include <algorithm>

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

template <class Word>
std::uint64_t hash_of(int cell, const CellSet<Word>& taken) noexcept {
  std::uint64_t hash = static_cast<std::uint64_t>(cell) + 1;
  for (int c = 0; c < kClasses; ++c) hash = mix(hash, taken[c]);
  return hash;
}

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
  search(tables, stones, from, stones);
  return std::span<const Node>(nodes_).subspan(1);
}

template <class Word>
const typename CaptureGenerator<Word>::Node* CaptureGenerator<Word>::find(
    const Tables<Word>& tables, const Set& stones, int from, int to, const Set& taken) {
  search(tables, stones, from, stones & taken);
  for (std::size_t i = 1; i < nodes_.size(); ++i) {
    if (nodes_[i].cell == to && nodes_[i].taken == taken) return &nodes_[i];
  }
  return nullptr;
}

template <class Word>
void CaptureGenerator<Word>::search(const Tables<Word>& tables, const Set& stones, int from,
                                    const Set& takeable) {
  constexpr std::size_t kKept = std::size_t{1} << 18;  // nodes whose memory is worth keeping
  if (nodes_.capacity() > kKept) nodes_ = {};
  // A large search leaves a large table; the small ones after it must not have to clear it.
  if (slots_.empty() || slots_.size() > 64 * nodes_.size())
    slots_ = std::vector<std::uint32_t>(256);
  std::fill(slots_.begin(), slots_.end(), 0);
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
std::uint64_t CaptureGenerator<Word>::count(const State<Word>& state) {
  std::uint64_t total = 0;
  const Set& stones = state.marbles[0];
  state.tables->layout.for_each(jumping_stones(*state.tables, stones), [&](int from) {
    total += moves_of(*state.tables, stones, from).size();
  });
  return total;
}

template <class Word>
CaptureMove<Word> CaptureGenerator<Word>::pick(const State<Word>& state, std::uint64_t index) {
  const Set& stones = state.marbles[0];
  const Set jumpers = jumping_stones(*state.tables, stones);
  CaptureMove<Word> found{};
  bool done = false;
  state.tables->layout.for_each(jumpers, [&](int from) {
    if (done) return;
    const auto moves = moves_of(*state.tables, stones, from);
    if (index >= moves.size()) {
      index -= moves.size();
      return;
    }
    const Node& node = moves[index];
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
