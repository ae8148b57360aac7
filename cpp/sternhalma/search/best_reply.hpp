// Best-reply search: of all the others only one answers our move, in the way that is worst for us; the
// rest play what gains them most. Deeper for ourselves than the paranoid view, with less fear.
// Sources: Schadd and Winands, "Best Reply Search for Multiplayer Games", 2011; that the rest move on
// instead of passing, Esser, Gras, Winands, Schadd and Lanctot, "Improving Best-Reply Search", 2013.
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
    play_.forget_repetitions();
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
  void choose(List& moves, std::size_t most) {
    play_.list(moves, job_.options.full_width);
    keep_best(moves, most);
  }
  // How many of the moves that could be looked at are.
  [[nodiscard]] std::size_t width(std::size_t usual) const noexcept {
    return job_.options.full_width ? ~std::size_t{0} : usual;
  }

  // Our move.
  int ours(int depth, int ply, int alpha, int beta) {
    if (depth <= 0) return stand();
    if (depth == 1 && !job_.options.full_width && play_.quiet()) return stand() + play_.best_gain();
    List& moves = lists_[static_cast<std::size_t>(ply)];
    choose(moves, width(kOurs));
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

  // The others' moves: each plays what gains it most, but for one that answers us.
  int reply(int depth, int ply, int alpha, int beta, bool replied = false) {
    if (play_.over()) return ended(ply);
    if (placed()) return play_.state().places[teams_.side] != 0 ? ended(ply) : stand();
    if (depth <= 0) return stand();
    if (play_.turn() == us_) return ours(depth - 1, ply + 1, alpha, beta);
    const bool partner = teams_.of[static_cast<std::size_t>(play_.turn())] == 0;
    const auto at = static_cast<std::size_t>(ply);
    if (at >= kMaxPly) return stand();
    List& moves = lists_[at];
    choose(moves, replied || partner ? 1 : width(kTheirs));
    const auto before = play_.before();
    for (std::size_t i = 0; i < moves.size(); ++i) {
      counter_.count();
      play_.make(moves[i].move);
      const int value = reply(depth, ply + 1, alpha, beta, replied || i > 0);
      play_.take_back(before);
      beta = std::min(beta, value);
      if (alpha >= beta) break;
    }
    return beta;
  }

  PlayType play_;
  Job& job_;
  NodeCounter counter_;
  Teams teams_;
  int us_;
  std::vector<List> lists_;
};

}  // namespace sternhalma::search
