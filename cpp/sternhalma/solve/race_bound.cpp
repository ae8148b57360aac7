#include "sternhalma/solve/race_bound.hpp"

namespace sternhalma::solve {
namespace {

// One of six coordinates, which a step changes by 1 at most: three and their negatives.
int coordinate(const Star& star, int cell, int which) {
  const std::array<int, kAxes> values = {star.x(cell), star.y(cell), star.x(cell) + star.y(cell)};
  const int value = values[static_cast<std::size_t>(which % kAxes)];
  return which < kAxes ? value : -value;
}

}  // namespace

int outermost(const Star& star, int tip) {
  for (int cell = 0; cell < star.cells(); ++cell) {
    if (star.tip_of(cell) != tip) continue;
    int neighbours = 0;
    for (int d = 0; d < kDirections; ++d) neighbours += star.neighbour(cell, d) != kNoCell;
    if (neighbours == 2) return cell;
  }
  return 0;
}

template <class Word>
RaceBound<Word>::RaceBound(const Tables<Word>& tables, int s)
    : target_(tables.seat[s].target), rims_(tables.rules.jumps == Jumps::kAdjacent) {
  const Star& star = tables.star;
  const Layout<Word>& layout = tables.layout;
  layout.for_each(target_, [&](int cell) { beside_ = beside_ | layout.neighbours[cell]; });
  beside_ = beside_ & ~target_;
  for (int c = 0; c < kClasses; ++c) {
    cells_of_class_[static_cast<std::size_t>(c)] = popcount(target_[c]);
  }
  for (int d = 0; d < kDirections; ++d) {
    Rows& rows = rows_[static_cast<std::size_t>(d)];
    int first = coordinate(star, 0, d);
    for (int cell = 1; cell < star.cells(); ++cell) {
      first = std::min(first, coordinate(star, cell, d));
    }
    for (int cell = 0; cell < star.cells(); ++cell) {
      layout.add(rows.cells[static_cast<std::size_t>(coordinate(star, cell, d) - first)], cell);
    }
    while (!any(target_ & rows.cells[static_cast<std::size_t>(rows.goal)])) ++rows.goal;
  }
  const int apex = outermost(star, opposite_tip(tables.seat[s].colour));
  const int home = outermost(star, tables.seat[s].colour);
  for (int cell = 0; cell < star.cells(); ++cell) {
    const int steps = star.distance(cell, apex);
    // Off the axis the ways to the two ends are longer together than the axis.
    const int sideways = steps + star.distance(cell, home) - star.distance(apex, home);
    cost_[static_cast<std::size_t>(cell)] = 60 * steps + 5 * steps * steps + 6 * sideways;
  }
}

template class RaceBound<std::uint64_t>;
template class RaceBound<U128>;

}  // namespace sternhalma::solve
