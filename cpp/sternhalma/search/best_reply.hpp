// Best-reply search: after a move of ours only one of all the others' moves is played, the worst one
// for us, and it is our turn again. Deeper for ourselves than the paranoid view, with less fear.
// Source: Schadd and Winands, "Best Reply Search for Multiplayer Games", 2011.
#pragma once

#include "sternhalma/search/deepening.hpp"
#include "sternhalma/search/sides.hpp"

namespace sternhalma::search {

template <class PlayType>
class BestReply {
 public:
  BestReply(const PlayType& root, Job& job)
      : play_(root),
        job_(job),
        counter_(job, true, root.state().rules().capture),
        teams_(root.state()),
        us_(root.turn()),
        lists_(kMaxPly + 1) {
    play_.forget_repetitions();  // turns are left out, so positions do not stand as in a game
  }

  Result run() {
    const PlayType root = play_;
    Result result;
    deepen(play_, job_, counter_, result, [&](const auto& move, int depth, int best) {
      play_ = root;
      counter_.count();
      play_.make(move);
      return reply(depth - 1, 1, best, kInfinity);
    });
    return result;
  }

 private:
  static constexpr std::size_t kOurs = 14;   // our moves that are looked at below the root
  static constexpr std::size_t kTheirs = 4;  // and each other seat's

  using List = typename PlayType::List;

  [[nodiscard]] int stand() const noexcept {
    const auto& state = play_.state();
    return std::clamp(teams_.stand(play_.costs(), state.tables->seats), -kMaxStand, kMaxStand);
  }
  [[nodiscard]] int ended(int ply) const noexcept {
    return place_value(play_.state(), teams_.side, teams_.best, ply);
  }
  [[nodiscard]] bool placed() const noexcept { return play_.over() || !play_.state().plays(us_); }
  [[nodiscard]] bool moves_now(int s) const noexcept {
    if (!play_.state().plays(s)) return false;
    return play_.state().rules().capture || can_move(play_.state(), s);
  }
  void choose(List& moves, std::size_t most) {
    play_.list(moves, job_.options.full_width);
    if (!job_.options.full_width) keep_best(moves, most);
  }

  // Our move.
  int ours(int depth, int ply, int alpha, int beta) {
    if (depth <= 0) return stand();
    if (depth == 1 && !job_.options.full_width && play_.quiet()) return stand() + play_.best_gain();
    List& moves = lists_[static_cast<std::size_t>(ply)];
    choose(moves, kOurs);
    const auto before = play_.before();
    for (const auto& ranked : moves) {
      counter_.count();
      play_.make(ranked.move);
      alpha = std::max(alpha, reply(depth - 1, ply + 1, alpha, beta));
      play_.take_back(before);
      if (alpha >= beta) break;
    }
    return alpha;
  }

  // The others' moves: each plays what gains it most, but for one of them that may answer us.
  int reply(int depth, int ply, int alpha, int beta) {
    return others(depth, ply, alpha, beta, false);
  }

  int others(int depth, int ply, int alpha, int beta, bool replied) {
    if (play_.over()) return ended(ply);
    if (placed()) return play_.state().places[teams_.side] != 0 ? ended(ply) : stand();
    if (depth <= 0) return stand();
    if (play_.turn() == us_) return ours(depth - 1, ply + 1, alpha, beta);
    const bool partner = teams_.of[static_cast<std::size_t>(play_.turn())] == 0;
    const auto at = static_cast<std::size_t>(ply);
    if (at >= kMaxPly) return stand();
    List& moves = lists_[at];
    choose(moves, replied || partner ? 1 : kTheirs);
    const auto before = play_.before();
    for (std::size_t i = 0; i < moves.size(); ++i) {
      counter_.count();
      play_.make(moves[i].move);
      const int value = others(depth, ply + 1, alpha, beta, replied || i > 0);
      play_.take_back(before);
      beta = std::min(beta, value);
      if (alpha >= beta) break;
    }
    return beta;
  }

  int our_turn(int depth, int ply, int alpha, int beta) {
    if (play_.over()) return ended(ply);
    if (placed()) return play_.state().places[teams_.side] != 0 ? ended(ply) : stand();
    if (!moves_now(us_)) return stand();
    if (play_.turn() != us_) play_.pass_to(us_);
    return ours(depth, ply, alpha, beta);
  }

  PlayType play_;
  Job& job_;
  NodeCounter counter_;
  Teams teams_;
  int us_;
  std::vector<List> lists_;
};

}  // namespace sternhalma::search
