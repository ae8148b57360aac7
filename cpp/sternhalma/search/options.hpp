// What an engine can be told (Options) and what bounds one search (Limits). Plain values.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

namespace sternhalma::search {

enum class Algorithm {
  kAuto,       // the best known for the number of sides
  kAlphaBeta,  // principal variation search: two sides
  kPlain,      // iterative alpha-beta without any of it: the baseline
  kParanoid,   // all others play against the side to move
  kMaxN,       // everyone plays for themselves
  kBestReply,  // of all the others' moves only the worst one for us is answered
  kMcts,       // tree search by playouts
  kRunAhead,   // the others are foreseen, our own moves searched
};

[[nodiscard]] std::string_view algorithm_name(Algorithm algorithm) noexcept;
[[nodiscard]] std::optional<Algorithm> find_algorithm(std::string_view name) noexcept;

// Of the evaluation, in hundredths of a step; see evaluation.hpp.
struct Weights {
  int step = 60;    // of each step to the outermost target cell
  int square = 4;   // of its square
  int in_tip = -6;  // of half a cell off the axis, in the target tip
  int ahead = 36;   // up to the middle of the board
  int behind = 36;  // before it
  int last = 178;   // of each step of the last marble
  int second = 70;  // and of the second last
  int tempo = 285;  // of being to move
};

// Each switch is one feature whose own gain can be measured by turning it off.
struct Options {
  Algorithm algorithm = Algorithm::kAuto;
  int threads = 1;
  int hash_mib = 64;       // size of the transposition table
  std::uint64_t seed = 0;  // shuffles moves that are equally promising; 0 leaves them in order
  std::optional<Weights> weights;  // instead of those of the algorithm
  bool full_width = false;  // alpha-beta alone: every value is that of minimax to the full depth
  bool table = true;        // transposition table
  bool aspiration = true;   // windows around the last iteration's score
  bool killers = true;      // moves that refuted a sibling are tried early
  bool history = true;      // moves that refuted anything are tried earlier
  bool reductions = true;   // late moves are searched less deep at first
  bool futility = true;     // near the leaves, moves that gain too little are left out
  bool null_move = true;    // a side that stands well after passing need not be searched
  bool frontier = true;     // last plies by gain alone, where no ending is near
  bool race = true;         // two armies that have passed each other: both races solved first
};

struct Limits {
  std::optional<std::int64_t> time_ms;                         // for this move
  std::optional<std::pair<std::int64_t, std::int64_t>> clock;  // ms left, ms added a move
  std::optional<int> depth;                                    // plies
  std::optional<std::uint64_t> nodes;                          // exactly so many at most
  int multipv = 1;                                             // best lines to report
};

inline constexpr std::uint32_t kNoCode = 0;  // of no move; see code_of in play.hpp
inline constexpr int kMostWeight = 1000;
inline constexpr int kMaxDepth = 60;  // plies of the main line
inline constexpr int kMaxPly = kMaxDepth + 4;
inline constexpr int kWin = 1'000'000;         // a win at the root; one less for every ply to it
inline constexpr int kWinBound = kWin - 1000;  // scores beyond are wins or losses in sight
inline constexpr int kInfinity = kWin + 1;
inline constexpr int kMaxStand = 800'000;  // bound of what the evaluation says

}  // namespace sternhalma::search
