// What a search found.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "sternhalma/game/notation.hpp"

namespace sternhalma::search {

// Scores are from the view of the side to move at the root, in hundredths of a step (of a stone in
// the capture family); kWin less the plies to it where a win is in sight.
struct Line {
  int score = 0;
  std::vector<AnyMove> moves;
};

struct Result {
  std::optional<AnyMove> move;  // none in a finished position
  int depth = 0;                // plies searched in full
  std::uint64_t nodes = 0;      // moves made in search
  double time_ms = 0;
  std::vector<Line> lines;  // best first
};

using OnInfo = std::function<void(const Result&)>;

}  // namespace sternhalma::search
