// How many moves every placement of one seat's marbles needs to fill its target, alone on the board:
// breadth first over all C(n, m) placements, written from the rules, sharing nothing with the library.
//
// Reads from standard input: cells, playable cells n, marbles m, whether jumps are long, whether the
// target locks; then for each cell its six neighbours (-1: none) and whether it is in the target.
// Moves may end on the first n cells only, where the target is too, and pass through all. Writes a byte
// a placement in the order of its rank (255: never arrives), where cells c1 < c2 < ... have the rank
// C(c1, 1) + C(c2, 2) + ...
//
// It goes back from the goal. Jumps and steps lead back the way they came; the lock alone does not: to
// a cell outside the target any way back will do, to one inside only a way that stays inside.
#include <array>
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <vector>

namespace {

constexpr int kDirections = 6;
constexpr int kMostCells = 80;
constexpr int kMostMarbles = 10;
constexpr std::uint8_t kNever = 255;

struct Board {
  int cells = 0;
  int playable = 0;
  int marbles = 0;
  int far = 0;
  int lock = 0;
  std::array<std::array<int, kDirections>, kMostCells> next{};
  std::array<int, kMostCells> target{};
  std::array<std::array<std::uint64_t, kMostMarbles + 1>, kMostCells + 1> choose{};
};

using Marbles = std::array<int, kMostMarbles>;  // ascending

bool read(Board& board) {
  std::cin >> board.cells >> board.playable >> board.marbles >> board.far >> board.lock;
  if (!std::cin || board.cells > kMostCells || board.marbles > kMostMarbles) return false;
  for (int c = 0; c < board.cells; ++c) {
    for (int& neighbour : board.next[c]) std::cin >> neighbour;
    std::cin >> board.target[c];
  }
  for (int n = 0; n <= board.cells; ++n) {
    board.choose[n][0] = 1;
    for (int k = 1; k <= board.marbles; ++k) {
      board.choose[n][k] = n == 0 ? 0 : board.choose[n - 1][k - 1] + board.choose[n - 1][k];
    }
  }
  return static_cast<bool>(std::cin);
}

// The rank of the placement with marble `lifted` moved to `end`.
std::uint64_t rank(const Board& board, const Marbles& marbles, int lifted, int end) {
  std::uint64_t sum = 0;
  int place = 1;
  bool put = false;
  for (int i = 0; i < board.marbles; ++i) {
    if (i == lifted) continue;
    if (!put && end < marbles[i]) {
      sum += board.choose[end][place++];
      put = true;
    }
    sum += board.choose[marbles[i]][place++];
  }
  return put ? sum : sum + board.choose[end][place];
}

// The landing of a jump from `cell`, -1 where there is none.
int landing(const Board& board, const std::array<bool, kMostCells>& full, int cell, int direction) {
  int gap = 1;
  int pivot = board.next[cell][direction];
  while (board.far != 0 && pivot >= 0 && !full[pivot]) {
    pivot = board.next[pivot][direction];
    ++gap;
  }
  if (pivot < 0 || !full[pivot]) return -1;
  int at = pivot;
  for (int i = 0; i < gap; ++i) {
    at = board.next[at][direction];
    if (at < 0 || full[at]) return -1;
  }
  return at;
}

// Gives `number` to every placement without one that has a move to this one.
bool spread(const Board& board, std::vector<std::uint8_t>& needed, const Marbles& marbles,
            std::uint8_t number) {
  bool any = false;
  std::array<bool, kMostCells> full{};
  for (int i = 0; i < board.marbles; ++i) full[marbles[i]] = true;
  for (int i = 0; i < board.marbles; ++i) {
    const int end = marbles[i];
    full[end] = false;
    const auto came_from = [&](int cell, bool inside) {
      if (cell >= board.playable || (board.lock != 0 && (board.target[cell] != 0) != inside))
        return;
      std::uint8_t& before = needed[rank(board, marbles, i, cell)];
      if (before == kNever) {
        before = number;
        any = true;
      }
    };
    for (const bool inside : {false, true}) {
      if (inside && (board.lock == 0 || board.target[end] == 0)) break;
      std::array<bool, kMostCells> seen{};
      std::array<int, kMostCells> queue{};
      int last = 0;
      seen[end] = true;
      queue[last++] = end;
      for (int d = 0; d < kDirections; ++d) {
        const int cell = board.next[end][d];
        if (cell >= 0 && !full[cell]) came_from(cell, inside);
      }
      for (int at = 0; at < last; ++at) {
        for (int d = 0; d < kDirections; ++d) {
          const int cell = landing(board, full, queue[at], d);
          if (cell < 0 || seen[cell] || (inside && board.target[cell] == 0)) continue;
          seen[cell] = true;
          queue[last++] = cell;
          came_from(cell, inside);
        }
      }
    }
    full[end] = true;
  }
  return any;
}

}  // namespace

int main() {
  Board board;
  if (!read(board)) {
    std::fputs("what was read is no board\n", stderr);
    return 2;
  }
  std::vector<std::uint8_t> needed(board.choose[board.playable][board.marbles], kNever);
  Marbles goal{};
  int filled = 0;
  for (int c = 0; c < board.cells; ++c) {
    if (board.target[c] != 0) goal[filled++] = c;
  }
  needed[rank(board, goal, 0, goal[0])] = 0;
  bool more = true;
  for (int round = 1; more && round < kNever; ++round) {
    more = false;
    Marbles marbles{};
    for (int i = 0; i < board.marbles; ++i) marbles[i] = i;
    for (std::uint64_t at = 0; at < needed.size(); ++at) {
      if (needed[at] == round - 1) {
        more = spread(board, needed, marbles, static_cast<std::uint8_t>(round)) || more;
      }
      int i = 0;  // the next placement in the order of ranks
      while (i + 1 < board.marbles && marbles[i] + 1 == marbles[i + 1]) ++i;
      ++marbles[i];
      for (int below = 0; below < i; ++below) marbles[below] = below;
    }
  }
  std::fwrite(needed.data(), 1, needed.size(), stdout);
  return 0;
}
