#include "sternhalma/game/perft.hpp"

#include <atomic>
#include <numeric>

#include "sternhalma/game/children.hpp"
#include "sternhalma/game/workers.hpp"

namespace sternhalma {
namespace {

// One thread's search: its own position, history and working memory.
template <class Word>
class Perft {
 public:
  Perft(const State<Word>& state, const History& history, Interrupt& interrupt, bool polls)
      : state_(state), history_(history), interrupt_(interrupt), polls_(polls) {
    generator_.watch(&interrupt, polls ? 0 : 1);
    if (polls) interrupt.poll();  // a piece of work may be too small to ask again
  }

  std::uint64_t count(int depth) {
    if (depth == 0) return 1;
    if (state_.over()) return 0;
    if (state_.rules().capture) return count_captures(depth);
    if (depth == 1) return static_cast<std::uint64_t>(count_moves(state_, state_.turn));
    breathe();
    if (depth == 2) {
      return sum_over_children(
          state_, history_, [](const State<Word>& state, int s) { return count_moves(state, s); });
    }
    MoveList moves;
    list_moves(state_, state_.turn, moves);
    std::uint64_t total = 0;
    for (const Move move : moves) total += after(move, [&] { return count(depth - 1); });
    return total;
  }

  // What `rest` counts once a move is made.
  template <class AMove, class Rest>
  std::uint64_t after(const AMove& move, const Rest& rest) {
    const Undo<Word> undo = {state_, history_.mark()};
    do_move(state_, move, history_);
    const std::uint64_t total = rest();
    undo_move(state_, undo, history_);
    return total;
  }

  template <class Rest>
  std::uint64_t after(const AnyMove& move, const Rest& rest) {
    if (!state_.rules().capture) return after(Move{move.from, move.to}, rest);
    return after(
        CaptureMove<Word>{move.from, move.to, from_bits(state_.tables->layout, move.taken)}, rest);
  }

 private:
  // Capture lists can be huge: only one stone's moves are held at a level.
  std::uint64_t count_captures(int depth) {
    if (depth == 1) return generator_.count(state_);
    breathe();
    const Tables<Word>& tables = *state_.tables;
    const CellSet<Word> stones = state_.marbles[0];
    std::uint64_t total = 0;
    tables.layout.for_each(jumping_stones(tables, stones), [&](int from) {
      const auto found = generator_.moves_of(tables, stones, from);
      std::vector<CaptureMove<Word>> moves;
      moves.reserve(found.size());
      for (const auto& node : found) {
        moves.push_back({static_cast<std::uint8_t>(from), node.cell, node.taken});
      }
      for (const auto& move : moves) total += after(move, [&] { return count(depth - 1); });
    });
    return total;
  }

  // Looks for a stop now and then: every node here stands over thousands of leaves.
  void breathe() { interrupt_.breathe(polls_ ? 0 : 1); }

  State<Word> state_;
  History history_;
  Interrupt& interrupt_;
  bool polls_;
  CaptureGenerator<Word> generator_;
};

// One or two moves from the root: what threads share out.
using Piece = std::vector<AnyMove>;

// Two plies down there are enough pieces to keep all threads busy to the end. Where captures have
// thousands of moves one ply is enough.
std::vector<Piece> split(const Game& game) {
  constexpr std::size_t kMany = 500;
  std::vector<Piece> pieces;
  const std::vector<AnyMove> moves = game.legal_moves();
  const std::unique_ptr<Game> root = game.copy(false);
  for (const AnyMove& first : moves) {
    std::vector<AnyMove> replies;
    if (moves.size() <= kMany) {
      root->push(first);
      replies = root->legal_moves();
      (void)root->pop();
    }
    if (replies.empty() || replies.size() > kMany) {
      pieces.push_back({first});
    } else {
      for (const AnyMove& second : replies) pieces.push_back({first, second});
    }
  }
  return pieces;
}

// Counts sequences of `depth` plies that begin with each piece.
template <class Word>
std::vector<std::uint64_t> count_each(const State<Word>& state, const History& history,
                                      const std::vector<Piece>& pieces, int depth, int threads,
                                      Interrupt& interrupt) {
  std::vector<std::uint64_t> counts(pieces.size());
  std::atomic<std::size_t> next{0};
  run_on_threads(threads, interrupt, [&](int thread) {
    Perft<Word> search(state, history, interrupt, thread == 0);
    for (std::size_t i = next++; i < pieces.size(); i = next++) {
      const Piece& piece = pieces[i];
      const auto last = [&] {
        return search.after(piece.back(),
                            [&] { return search.count(depth - static_cast<int>(piece.size())); });
      };
      counts[i] = piece.size() == 1 ? last() : search.after(piece.front(), last);
    }
  });
  return counts;
}

std::vector<std::uint64_t> count_each(const Game& game, const std::vector<Piece>& pieces, int depth,
                                      int threads, Interrupt& interrupt) {
  return visit(game, [&](const auto& state, const History& history) {
    return count_each(state, history, pieces, depth, threads, interrupt);
  });
}

}  // namespace

std::vector<std::pair<AnyMove, std::uint64_t>> perft_divide(const Game& game, int depth,
                                                            int threads, Interrupt& interrupt) {
  std::vector<AnyMove> moves = game.legal_moves();
  game.sort(moves);
  std::vector<Piece> pieces;
  for (const AnyMove& move : moves) pieces.push_back({move});
  const auto counts = count_each(game, pieces, depth, threads, interrupt);
  std::vector<std::pair<AnyMove, std::uint64_t>> result;
  for (std::size_t i = 0; i < moves.size(); ++i) result.emplace_back(moves[i], counts[i]);
  return result;
}

std::uint64_t perft(const Game& game, int depth, int threads, Interrupt& interrupt) {
  if (threads == 1 || depth < 3) {
    return visit(game, [&](const auto& state, const History& history) {
      using Word = std::remove_cvref_t<decltype(state.occupied[0])>;
      return Perft<Word>(state, history, interrupt, true).count(depth);
    });
  }
  const auto counts = count_each(game, split(game), depth, threads, interrupt);
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

}  // namespace sternhalma
