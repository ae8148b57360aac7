#include "sternhalma/board/geometry.hpp"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <numeric>

namespace sternhalma {
namespace {

constexpr int kGrid = 4 * kMaxOrder + 3;  // coordinates 0..4k+2, a border of one around the star

bool on_star(int k, int x, int y) {
  const bool up = x >= k + 1 && y >= k + 1 && x + y <= 5 * k + 2;
  const bool down = x <= 3 * k + 1 && y <= 3 * k + 1 && x + y >= 3 * k + 2;
  return up || down;
}

// Each tip lies beyond one side of the hexagon; `depth` counts rows beyond that side from 1 (in the
// tip), 0 is the hexagon's outermost row there and negative numbers lie further in.
int depth_towards(int tip, int k, int x, int y) {
  switch (tip) {
    case kWhite:
      return k + 1 - y;  // bottom
    case kRed:
      return 3 * k + 2 - (x + y);  // lower left
    case kBlue:
      return k + 1 - x;  // upper left
    case kBlack:
      return y - (3 * k + 1);  // top
    case kYellow:
      return x + y - (5 * k + 2);  // upper right
    default:
      return x - (3 * k + 1);  // lower right
  }
}

}  // namespace

const Star& Star::of(int order) {
  static const std::array<std::unique_ptr<const Star>, kMaxOrder + 1> stars = [] {
    std::array<std::unique_ptr<const Star>, kMaxOrder + 1> all;
    for (int k = kMinOrder; k <= kMaxOrder; ++k) all[k].reset(new Star(k));
    return all;
  }();
  return *stars[order];
}

Star::Star(int order) : order_(order), at_(kGrid * kGrid, kNoCell) {
  const int k = order;
  for (int y = 4 * k + 1; y >= 1; --y) {
    for (int x = 1; x <= 4 * k + 1; ++x) {
      if (!on_star(k, x, y)) continue;
      at_[y * kGrid + x] = static_cast<std::int16_t>(x_.size());
      x_.push_back(x);
      y_.push_back(y);
      std::string name(1, static_cast<char>('a' + x - 1));
      name_.push_back(name += std::to_string(y));
      int tip = -1;
      for (int t = 0; t < kTips; ++t) {
        if (depth_towards(t, k, x, y) > 0) tip = t;
      }
      tip_of_.push_back(tip);
    }
  }
  std::vector<int> sorted(x_.size());
  std::iota(sorted.begin(), sorted.end(), 0);
  std::sort(sorted.begin(), sorted.end(),
            [&](int a, int b) { return x_[a] != x_[b] ? x_[a] < x_[b] : y_[a] < y_[b]; });
  rank_.resize(x_.size());
  for (std::size_t i = 0; i < sorted.size(); ++i) rank_[sorted[i]] = static_cast<int>(i);
}

int Star::cell_at(int x, int y) const noexcept {
  if (x < 0 || y < 0 || x >= kGrid || y >= kGrid) return kNoCell;
  return at_[y * kGrid + x];
}

int Star::find(std::string_view name) const noexcept {
  if (name.size() < 2 || name.size() > 3 || name[0] < 'a' || name[0] > 'z') return kNoCell;
  int row = 0;
  for (char c : name.substr(1)) {
    if (c < '0' || c > '9') return kNoCell;
    row = row * 10 + (c - '0');
  }
  return name[1] == '0' ? kNoCell : cell_at(name[0] - 'a' + 1, row);
}

int Star::neighbour(int cell, int direction, int count) const noexcept {
  return cell_at(x_[cell] + count * kDx[direction], y_[cell] + count * kDy[direction]);
}

bool Star::in_camp(int cell, int tip, int marbles) const noexcept {
  const int depth = depth_towards(tip, order_, x_[cell], y_[cell]);
  if (depth > 0) return tip_of_[cell] == tip;
  // The hexagon's outermost row before the tip: its corners belong to no tip, the row has k+1 cells.
  return depth == 0 && marbles > tip_size() && tip_of_[cell] < 0;
}

int Star::distance(int a, int b) const noexcept {
  const int dx = x_[b] - x_[a];
  const int dy = y_[b] - y_[a];
  return std::max({std::abs(dx), std::abs(dy), std::abs(dx + dy)});
}

int Star::image(int cell, int symmetry) const noexcept {
  const int centre = 2 * order_ + 1;
  int dx = x_[cell] - centre;
  int dy = y_[cell] - centre;
  if (symmetry >= 6) {  // mirror on the vertical axis: right and left change places
    dx = -dx - dy;
  }
  for (int turn = symmetry % 6; turn > 0; --turn) {  // clockwise by 60 degrees: east -> south-east
    const int old_dx = dx;
    dx = dx + dy;
    dy = -old_dx;
  }
  return cell_at(centre + dx, centre + dy);
}

}  // namespace sternhalma
