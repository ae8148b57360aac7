// Many games of one variant stepped together: states and buffers allocated once, work shared out to
// threads by rows. Rows are independent, so every result is the same for every thread count. Errors
// name the first bad row and leave all rows as they were. It plays by the rules and picks at random;
// what to play is its caller's.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "sternhalma/game/game.hpp"
#include "sternhalma/game/interrupt.hpp"

namespace sternhalma {

// What readers see of the games, row by row. The buffers never move.
struct BatchViews {
  std::vector<std::int8_t> cells;         // n x cells: -1 empty, a colour, 6 a nobody's stone
  std::vector<std::int8_t> turn;          // n: colour of the seat to move, -1 over
  std::vector<std::int8_t> places;        // n x seats, in turn order, 0 none yet
  std::vector<std::int32_t> plies;        // n: own moves of all seats
  std::vector<std::uint8_t> done;         // n: the game is over
  std::vector<std::uint8_t> ended;        // n: a game ended in the last step
  std::vector<std::int8_t> final_places;  // n x seats: of the game that ended last in the row
  std::vector<std::int8_t> final_cells;   // n x cells: likewise
};

struct RaggedMoves {
  std::vector<std::int64_t> offsets;  // n + 1
  std::vector<AnyMove> moves;         // row by row, in generation order
};

// One row as saved: enough to go on exactly.
struct SavedRow {
  SavedGame game;
  std::uint64_t random = 0;
  std::uint64_t resets = 0;
};

// Feature planes, seen by the seat to move with its camp at the bottom; see Batch::features.
enum Plane : int {
  kPlaneMarbles = 0,    // 0 to 5: marbles by colour, clockwise from the seat to move
  kPlaneStones = 6,     // nobody's stones
  kPlaneBoard = 7,      // cells of the star
  kPlaneTarget = 8,     // target camp of the seat to move
  kPlaneHome = 9,       // its home camp
  kPlaneDeadline = 10,  // everywhere: own moves left before the deadline
  kPlaneRounds = 11,    // everywhere: rounds left, this one included
  kPlanePlies = 12,     // everywhere: plies left
  kPlaneRepeats = 13,   // everywhere: how often the position has stood before
  kPlaneReply = 14,     // everywhere: 1 where the reply is due
  kPlanes = 15,
};

class Batch {
 public:
  virtual ~Batch() = default;
  [[nodiscard]] static std::unique_ptr<Batch> create(SharedRules rules, int n, std::uint64_t seed,
                                                     int threads, bool auto_reset);

  [[nodiscard]] int size() const noexcept { return n_; }
  [[nodiscard]] int threads() const noexcept { return threads_; }
  [[nodiscard]] bool auto_reset() const noexcept { return auto_reset_; }
  [[nodiscard]] std::uint64_t seed() const noexcept { return seed_; }
  [[nodiscard]] const SharedRules& rules() const noexcept { return rules_; }
  [[nodiscard]] const BatchViews& views() const noexcept { return views_; }
  // Ended and final views, for a batch that is loaded.
  [[nodiscard]] BatchViews& views() noexcept { return views_; }

  // Moves of each game: out holds n.
  virtual void legal_counts(std::int32_t* out) = 0;
  // 1 at from * cells + to of each legal move: out holds n rows of cells * cells bytes, or of that
  // many bits, lowest first, in (cells * cells + 7) / 8 bytes. Race families.
  virtual void legal_mask(std::uint8_t* out, bool packed) = 0;
  [[nodiscard]] virtual RaggedMoves legal_moves() = 0;
  // A uniform legal move of each game as step takes it, -1 for a finished one: out holds n.
  virtual void sample(std::int32_t* out) = 0;
  // Plays moves[i] in game i: from * cells + to, in the capture family the index of the move in the
  // game's part of legal_moves; -1 for a finished game. Throws Error{kIllegal, "row"}.
  virtual void step(const std::int32_t* moves) = 0;
  // Starts new games in the rows where mask is not 0, in all rows where it is null.
  virtual void reset(const std::uint8_t* mask) = 0;
  // Plays every game on at random until it is over or `max_plies` more plies are played.
  virtual void playout(int max_plies, Interrupt& interrupt) = 0;
  // n x kPlanes x rows x cols; row 0 is the top row, col 0 letter a, after turning the star so that
  // the tip of the seat to move is at the bottom. Planes of a finished game are 0. Counts are cut at
  // 255 in bytes; as floats they are fractions of the limit (repeats: of 3), 0 without a limit.
  virtual void features(std::uint8_t* out) = 0;
  virtual void features(float* out) = 0;

  [[nodiscard]] virtual std::unique_ptr<Batch> copy() const = 0;
  [[nodiscard]] virtual std::unique_ptr<Game> get(int row) const = 0;
  virtual void set(int row, const Game& game) = 0;
  [[nodiscard]] virtual SavedRow save(int row) const = 0;
  virtual void load(int row, const SavedRow& saved) = 0;

 protected:
  Batch(SharedRules rules, int n, std::uint64_t seed, int threads, bool auto_reset);
  Batch(const Batch&) = default;

  SharedRules rules_;
  int n_;
  std::uint64_t seed_;
  int threads_;
  bool auto_reset_;
  BatchViews views_;
};

}  // namespace sternhalma
