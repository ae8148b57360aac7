// How a position stands for every side at once, for algorithms in which each plays for itself.
#pragma once

#include "sternhalma/search/sides.hpp"

namespace sternhalma::search {

// A value a side. Of a position in play: how much less than the average of all it has to go.
using Values = std::array<std::int32_t, kMaxSeats>;

template <class PlayType>
[[nodiscard]] inline Values values_of(const PlayType& play, int best, int ply) noexcept {
  const auto& state = play.state();
  const auto& tables = *state.tables;
  Values values{};
  if (state.over()) {
    for (int side = 0; side < tables.sides; ++side) {
      values[static_cast<std::size_t>(side)] = place_value(state, side, best, ply);
    }
    return values;
  }
  std::int32_t total = 0;
  for (int s = 0; s < tables.seats; ++s) {
    values[static_cast<std::size_t>(tables.side_of(s))] -=
        play.costs()[static_cast<std::size_t>(s)];
    total += play.costs()[static_cast<std::size_t>(s)];
  }
  for (int side = 0; side < tables.sides; ++side) {
    std::int32_t& value = values[static_cast<std::size_t>(side)];
    value += total / tables.sides;
    // A side that has its place already keeps it.
    if (state.places[side] != 0) value = place_value(state, side, best, ply);
  }
  return values;
}

}  // namespace sternhalma::search
