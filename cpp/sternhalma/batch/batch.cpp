#include "sternhalma/batch/batch.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>

#include "sternhalma/game/children.hpp"
#include "sternhalma/game/playout.hpp"
#include "sternhalma/game/workers.hpp"

namespace sternhalma {
namespace {

constexpr std::int32_t kUnknown = -1;
constexpr std::int32_t kNoMove = -1;
constexpr int kRowsAtOnce = 256;  // what a thread takes at a time

// One game of the batch, with what is known of its moves until the next change.
template <class Word>
struct Row {
  State<Word> state;
  History history;
  Random random{0, 0};
  std::uint64_t resets = 0;
  std::int32_t count = kUnknown;  // legal moves, capture family
};

template <class Word>
class BatchOf final : public Batch {
 public:
  BatchOf(SharedRules rules, int n, std::uint64_t seed, int threads, bool auto_reset)
      : Batch(std::move(rules), n, seed, threads, auto_reset),
        tables_(rules_->tables<Word>()),
        start_(start_state(tables_)),
        rows_(static_cast<std::size_t>(n)),
        sampled_(static_cast<std::size_t>(n), kNoMove),
        generators_(static_cast<std::size_t>(threads)),
        moves_(static_cast<std::size_t>(n)) {
    for (int i = 0; i < n; ++i) begin(i);
    turn_planes();
  }
  BatchOf(const BatchOf&) = default;

  void legal_counts(std::int32_t* out) override {
    for_rows([&](int i, int thread) { out[i] = count(i, thread); });
  }

  void legal_mask(std::uint8_t* out, bool packed) override {
    const auto cells = static_cast<std::size_t>(tables_.star.cells());
    const std::size_t width = packed ? (cells * cells + 7) / 8 : cells * cells;
    for_rows([&](int i, int) {
      std::uint8_t* row = out + static_cast<std::size_t>(i) * width;
      std::memset(row, 0, width);
      if (rows_[i].state.over()) return;
      MoveList list;
      list_moves(rows_[i].state, rows_[i].state.turn, list);
      for (const Move move : list) {
        const std::size_t code = move.from * cells + move.to;
        if (packed) {
          row[code / 8] = static_cast<std::uint8_t>(row[code / 8] | 1U << (code % 8));
        } else {
          row[code] = 1;
        }
      }
    });
  }

  RaggedMoves legal_moves() override {
    RaggedMoves ragged;
    std::vector<std::int32_t> counts(rows_.size());
    legal_counts(counts.data());
    ragged.offsets.resize(rows_.size() + 1);
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      ragged.offsets[i + 1] = ragged.offsets[i] + counts[i];
    }
    ragged.moves.resize(static_cast<std::size_t>(ragged.offsets.back()));
    for_rows([&](int i, int thread) {
      write_moves(i, thread, ragged.moves.data() + ragged.offsets[i]);
    });
    return ragged;
  }

  void sample(std::int32_t* out) override {
    for_rows([&](int i, int thread) { out[i] = pick(i, thread); });
  }

  void step(const std::int32_t* given) override {
    // The caller's array may change under us: what is checked must be what is played.
    std::copy_n(given, n_, moves_.begin());
    const std::int32_t* moves = moves_.data();
    check(moves);
    for_rows([&](int i, int thread) {
      fetch_ahead(i, moves);
      views_.ended[i] = 0;
      if (rows_[i].state.over()) return;
      play(i, moves[i], thread);
      finish(i);
    });
  }

  void reset(const std::uint8_t* mask) override {
    for_rows([&](int i, int) {
      if (mask != nullptr && mask[i] == 0) return;
      ++rows_[i].resets;
      begin(i);
    });
  }

  void playout(int max_plies, Interrupt& interrupt) override {
    for_rows(
        [&](int i, int thread) {
          Row<Word>& row = rows_[i];
          views_.ended[i] = 0;
          if (row.state.over()) return;
          const auto settle = [&] {
            forget_moves(i);
            show(i);
            finish(i);
          };
          try {
            play_out(row.state, row.history, generators_[thread], row.random, max_plies,
                     Policy::kUniform, {interrupt, thread});
          } catch (...) {
            settle();  // stopped between two moves: the views show how far this game came
            throw;
          }
          settle();
        },
        interrupt);
  }

  void features(std::uint8_t* out) override { write_features(out); }
  void features(float* out) override { write_features(out); }

  [[nodiscard]] std::unique_ptr<Batch> copy() const override {
    return std::make_unique<BatchOf>(*this);
  }

  [[nodiscard]] std::unique_ptr<Game> get(int row) const override {
    return std::make_unique<GameOf<Word>>(rules_, rows_[row].state, rows_[row].history);
  }

  void set(int i, const Game& game) override {
    const auto& of = static_cast<const GameOf<Word>&>(game);
    Row<Word>& row = rows_[i];
    row.state = of.state();
    row.state.tables = &tables_;
    row.history = of.history();
    row.history.set_recording(tables_.rules.repetition != kOff);
    forget_moves(i);
    views_.ended[i] = 0;
    show(i);
  }

  [[nodiscard]] SavedRow save(int i) const override {
    return {get(i)->save(), rows_[i].random.state(), rows_[i].resets};
  }

  void load(int i, const SavedRow& saved) override {
    set(i, *Game::load(rules_, saved.game));
    rows_[i].random = Random::from_state(saved.random);
    rows_[i].resets = saved.resets;
  }

 private:
  // Calls f(row, thread) for all rows, in shares of kRowsAtOnce.
  template <class F>
  void for_rows(F&& f, Interrupt& interrupt) {
    const int workers = std::min(threads_, (n_ + kRowsAtOnce - 1) / kRowsAtOnce);
    std::atomic<int> next{0};
    run_on_threads(std::max(workers, 1), interrupt, [&](int thread) {
      for (int first = next.fetch_add(kRowsAtOnce); first < n_;
           first = next.fetch_add(kRowsAtOnce)) {
        interrupt.breathe(thread);
        const int end = std::min(first + kRowsAtOnce, n_);
        for (int i = first; i < end; ++i) f(i, thread);
      }
    });
  }
  template <class F>
  void for_rows(F&& f) {
    Interrupt never;
    for_rows(std::forward<F>(f), never);
  }

  // Games lie far apart in memory, and where a new key goes is anywhere in its game's table: without
  // asking for the lines some rows ahead, most of a step would be waiting. Stays in the share of rows
  // that this thread has taken.
  STERNHALMA_PREFETCHES void fetch_ahead(int i, const std::int32_t* moves) {
    constexpr int kAhead = 8;
    if (tables_.rules.capture || tables_.rules.repetition == kOff) return;
    if (i + kAhead >= std::min((i | (kRowsAtOnce - 1)) + 1, n_)) return;
    const Row<Word>& row = rows_[i + kAhead];
    row.history.prefetch(key_after(row.state, moves[i + kAhead]));
  }
  // The key that a checked move most likely leads to.
  [[nodiscard]] std::uint64_t key_after(const State<Word>& state, std::int32_t code) const {
    if (state.over()) return state.key;
    return state.key ^ marble_key(state, move_of(code)) ^ turn_key(state);
  }

  void begin(int i) {
    Row<Word>& row = rows_[i];
    row.state = start_;
    row.history.clear();
    row.history.set_recording(tables_.rules.repetition != kOff);
    if (row.history.recording()) row.history.push(row.state.key);
    const auto game = static_cast<std::uint64_t>(i) + static_cast<std::uint64_t>(n_) * row.resets;
    row.random = Random(seed_, game);
    forget_moves(i);
    show(i);
  }

  void forget_moves(int i) {
    rows_[i].count = kUnknown;
    sampled_[i] = kNoMove;
  }

  // Writes the views of a row.
  void show(int i) {
    const State<Word>& state = rows_[i].state;
    std::int8_t* cells = &views_.cells[static_cast<std::size_t>(i) * cells_of_row()];
    std::fill_n(cells, cells_of_row(), std::int8_t{-1});
    for (int s = 0; s < tables_.seats; ++s) {
      const int colour = tables_.rules.capture ? kStone : tables_.seat[s].colour;
      tables_.layout.for_each(state.marbles[s],
                              [&](int cell) { cells[cell] = static_cast<std::int8_t>(colour); });
    }
    show_counters(i);
  }

  void show_counters(int i) {
    const State<Word>& state = rows_[i].state;
    views_.turn[i] = static_cast<std::int8_t>(state.over() ? -1 : tables_.seat[state.turn].colour);
    views_.plies[i] = static_cast<std::int32_t>(state.plies);
    views_.done[i] = state.over();
    for (int s = 0; s < tables_.seats; ++s) {
      views_.places[static_cast<std::size_t>(i * tables_.seats + s)] =
          static_cast<std::int8_t>(state.places[s]);
    }
  }

  [[nodiscard]] std::size_t cells_of_row() const {
    return static_cast<std::size_t>(tables_.star.cells());
  }

  std::int32_t count(int i, int thread) {
    Row<Word>& row = rows_[i];
    if (row.state.over()) return 0;
    if (!tables_.rules.capture) return count_moves(row.state, row.state.turn);
    if (row.count == kUnknown) {
      row.count = static_cast<std::int32_t>(generators_[thread].count(row.state));
    }
    return row.count;
  }

  void write_moves(int i, int thread, AnyMove* out) {
    const State<Word>& state = rows_[i].state;
    if (state.over()) return;
    if (!tables_.rules.capture) {
      MoveList list;
      list_moves(state, state.turn, list);
      for (const Move move : list) *out++ = {move.from, move.to, {}};
      return;
    }
    generators_[thread].for_each(state, [&](const CaptureMove<Word>& move) {
      *out++ = {move.from, move.to, to_bits(tables_.layout, move.taken)};
    });
  }

  std::int32_t pick(int i, int thread) {
    Row<Word>& row = rows_[i];
    if (row.state.over()) return kNoMove;
    if (tables_.rules.capture) {
      sampled_[i] =
          static_cast<std::int32_t>(row.random.below(static_cast<std::uint64_t>(count(i, thread))));
    } else {
      sampled_[i] = code_of(pick_move(row.state, row.state.turn, row.random.draw()));
    }
    return sampled_[i];
  }

  [[nodiscard]] std::int32_t code_of(Move move) const {
    return move.from * tables_.star.cells() + move.to;
  }

  // The move of a legal code. Multiplied by 1 / cells, rounded up, in place of a division: exact, since
  // a code is below 2^16.
  [[nodiscard]] Move move_of(std::int32_t code) const {
    const auto from =
        static_cast<std::int32_t>((static_cast<std::uint64_t>(code) * inverse_) >> 32);
    return {static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(code - from * cells_)};
  }

  // Whether step may play the move in row i.
  bool is_legal(int i, std::int32_t move, int thread) {
    if (move != kNoMove && move == sampled_[i]) return true;
    const Row<Word>& row = rows_[i];
    if (row.state.over()) return move == kNoMove;
    if (move < 0) return false;
    if (tables_.rules.capture) return move < count(i, thread);
    const int cells = tables_.star.cells();
    if (move >= cells * cells) return false;
    return has_move(row.state, move / cells, move % cells);
  }

  void check(const std::int32_t* moves) {
    std::atomic<int> bad{n_};
    for_rows([&](int i, int thread) {
      if (is_legal(i, moves[i], thread)) return;
      int known = bad.load();
      while (i < known && !bad.compare_exchange_weak(known, i)) {
      }
    });
    const int row = bad.load();
    if (row < n_) {
      throw Error(ErrorKind::kIllegal, "row", {{"row", row}, {"move", std::to_string(moves[row])}});
    }
  }

  // Plays a checked move and follows it in the views.
  void play(int i, std::int32_t code, int thread) {
    Row<Word>& row = rows_[i];
    const int mover = row.state.turn;
    if (tables_.rules.capture) {
      const auto move = generators_[thread].pick(row.state, static_cast<std::uint64_t>(code));
      do_move(row.state, move, row.history);
      forget_moves(i);
      return show(i);
    }
    const Move move = move_of(code);
    const Effect effect = do_move(row.state, move, row.history);
    forget_moves(i);
    if (effect.eliminated != 0) return show(i);
    std::int8_t* view = &views_.cells[static_cast<std::size_t>(i) * cells_of_row()];
    view[move.from] = -1;
    view[move.to] = static_cast<std::int8_t>(tables_.seat[mover].colour);
    show_counters(i);
  }

  // Records an end, and starts the next game where that is wanted.
  void finish(int i) {
    if (!rows_[i].state.over()) return;
    views_.ended[i] = 1;
    const auto seats = static_cast<std::size_t>(tables_.seats);
    const auto row = static_cast<std::size_t>(i);
    std::copy_n(&views_.places[row * seats], seats, &views_.final_places[row * seats]);
    std::copy_n(&views_.cells[row * cells_of_row()], cells_of_row(),
                &views_.final_cells[row * cells_of_row()]);
    if (!auto_reset_) return;
    ++rows_[i].resets;
    begin(i);
  }

  // Where each cell lies in a plane, by the colour to move.
  void turn_planes() {
    const int side = tables_.star.rows();
    for (int colour = 0; colour < kTips; ++colour) {
      for (int cell = 0; cell < tables_.star.cells(); ++cell) {
        const int image = tables_.star.image(cell, (kTips - colour) % kTips);
        plane_index_[colour][cell] = static_cast<std::uint16_t>(
            (side - tables_.star.y(image)) * side + tables_.star.x(image) - 1);
      }
    }
  }

  template <class T>
  void write_features(T* out) {
    const auto side = static_cast<std::size_t>(tables_.star.rows());
    const std::size_t plane = side * side;
    std::array<std::vector<T>, kTips> still;  // by colour to move, the planes that stay the same
    for (int s = 0; s < tables_.seats; ++s) {
      still[tables_.seat[s].colour] = still_planes<T>(s, plane);
    }
    for_rows([&](int i, int) {
      T* planes = out + static_cast<std::size_t>(i) * kPlanes * plane;
      const State<Word>& state = rows_[i].state;
      if (state.over()) {
        std::fill_n(planes, kPlanes * plane, T{0});
      } else {
        std::copy_n(still[tables_.seat[state.turn].colour].data(), kPlanes * plane, planes);
        write_row(rows_[i], planes, plane);
      }
    });
  }

  // All planes with only the board and the camps of seat s in them.
  template <class T>
  std::vector<T> still_planes(int s, std::size_t plane) const {
    std::vector<T> planes(kPlanes * plane);
    mark(planes.data(), plane, s, kPlaneBoard, tables_.layout.board);
    if (!tables_.rules.capture) {
      mark(planes.data(), plane, s, kPlaneTarget, tables_.seat[s].target);
      mark(planes.data(), plane, s, kPlaneHome, tables_.seat[s].home);
    }
    return planes;
  }

  // Ones in plane p on the cells of a set, as seat s sees them.
  template <class T>
  void mark(T* planes, std::size_t plane, int s, int p, const CellSet<Word>& set) const {
    const auto& index = plane_index_[tables_.seat[s].colour];
    T* to = planes + static_cast<std::size_t>(p) * plane;
    tables_.layout.for_each(set, [&](int cell) { to[index[cell]] = T{1}; });
  }

  template <class T>
  void write_row(const Row<Word>& row, T* planes, std::size_t plane) {
    const State<Word>& state = row.state;
    const int mover = tables_.seat[state.turn].colour;
    if (tables_.rules.capture) {
      mark(planes, plane, state.turn, kPlaneStones, state.marbles[0]);
    } else {
      for (int s = 0; s < tables_.seats; ++s) {
        const int p = kPlaneMarbles + (tables_.seat[s].colour - mover + kTips) % kTips;
        mark(planes, plane, state.turn, p, state.marbles[s]);
      }
    }
    const auto fill = [&](int p, std::int64_t left, int limit) {
      if (limit == kOff) return;
      left = std::max<std::int64_t>(left, 0);
      T value;
      if constexpr (std::is_same_v<T, float>) {
        value = static_cast<float>(left) / static_cast<float>(limit);
      } else {
        value = static_cast<T>(std::min<std::int64_t>(left, 255));
      }
      std::fill_n(planes + static_cast<std::size_t>(p) * plane, plane, value);
    };
    const Rules& rules = tables_.rules;
    fill(kPlaneDeadline, std::int64_t{rules.deadline} - state.moves[state.turn], rules.deadline);
    fill(kPlaneRounds, std::int64_t{rules.max_rounds} + 1 - state.round, rules.max_rounds);
    fill(kPlanePlies, std::int64_t{rules.max_plies} - state.plies, rules.max_plies);
    fill(kPlaneRepeats, row.history.count(state.key) - 1, rules.repetition);
    fill(kPlaneReply, state.reply_due ? 1 : 0, 1);
  }

  const Tables<Word>& tables_;
  std::int32_t cells_ = tables_.star.cells();
  std::uint64_t inverse_ = ((std::uint64_t{1} << 32) + cells_ - 1) / cells_;
  State<Word> start_;
  std::vector<Row<Word>> rows_;
  // By row, a move known to be legal. Apart from the rows, which lie far apart: a step of moves that
  // were drawn is checked without looking at the games.
  std::vector<std::int32_t> sampled_;
  std::vector<CaptureGenerator<Word>> generators_;
  std::vector<std::int32_t> moves_;  // of the step under way
  std::array<std::array<std::uint16_t, kMaxCells>, kTips> plane_index_{};
};

}  // namespace

Batch::Batch(SharedRules rules, int n, std::uint64_t seed, int threads, bool auto_reset)
    : rules_(std::move(rules)), n_(n), seed_(seed), threads_(threads), auto_reset_(auto_reset) {
  const auto rows = static_cast<std::size_t>(n);
  const auto cells = static_cast<std::size_t>(rules_->star().cells());
  const std::size_t seats = rules_->rules().seats.size();
  views_.cells.resize(rows * cells);
  views_.turn.resize(rows);
  views_.places.resize(rows * seats);
  views_.plies.resize(rows);
  views_.done.resize(rows);
  views_.ended.resize(rows);
  views_.final_places.resize(rows * seats);
  views_.final_cells.resize(rows * cells, -1);
}

std::unique_ptr<Batch> Batch::create(SharedRules rules, int n, std::uint64_t seed, int threads,
                                     bool auto_reset) {
  if (rules->rules().order <= kMaxSmallOrder) {
    return std::make_unique<BatchOf<std::uint64_t>>(std::move(rules), n, seed, threads, auto_reset);
  }
  return std::make_unique<BatchOf<U128>>(std::move(rules), n, seed, threads, auto_reset);
}

}  // namespace sternhalma
