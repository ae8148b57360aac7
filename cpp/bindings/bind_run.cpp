// Long work: perft, playouts, benchmarks. Positions are copied, then the GIL is released.
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include "bindings/bindings.hpp"
#include "sternhalma/game/bench.hpp"
#include "sternhalma/game/kernel.hpp"
#include "sternhalma/game/perft.hpp"
#include "sternhalma/game/playout.hpp"

namespace sternhalma::python {
namespace {

std::unique_ptr<Game> snapshot(PyPosition& p) {
  const Busy busy(p);
  return p.game->copy(false);
}

// Each ply of depth is a frame with a move list on the stack, and no count of this depth would end.
constexpr int kMaxDepth = 30;

void check_depth(int depth, int least) {
  check_least("depth", depth, least);
  if (depth <= kMaxDepth) return;
  throw py::value_error("depth is at most " + std::to_string(kMaxDepth) + ", not " +
                        std::to_string(depth));
}

std::uint64_t run_perft(PyPosition& p, int depth, int threads) {
  check_depth(depth, 0);
  check_threads(threads);
  const auto game = snapshot(p);
  return unlocked([&](Interrupt& interrupt) { return perft(*game, depth, threads, interrupt); });
}

py::list run_divide(PyPosition& p, int depth, int threads) {
  check_depth(depth, 1);
  check_threads(threads);
  const auto game = snapshot(p);
  const auto counts = unlocked(
      [&](Interrupt& interrupt) { return perft_divide(*game, depth, threads, interrupt); });
  const auto before = game->snapshot();
  py::list list;
  for (const auto& [move, count] : counts) {
    list.append(py::make_tuple(PyMove{game->star().order(), move, before, {}}, count));
  }
  return list;
}

struct Playouts {
  PlayoutResult result;
  int seats = 0;
};

Policy policy_of(const std::string& name) {
  if (name == "uniform") return Policy::kUniform;
  if (name == "forward") return Policy::kForward;
  throw py::value_error("policy is 'uniform' or 'forward', not '" + name + "'");
}

Playouts run_playouts(PyPosition& p, int games, int max_plies, std::uint64_t seed, int threads,
                      const std::string& policy) {
  check_least("games", games, 0);
  check_least("max_plies", max_plies, 0);
  check_threads(threads);
  const Policy which = policy_of(policy);
  const auto game = snapshot(p);
  Playouts found;
  found.seats = static_cast<int>(game->rules()->rules().seats.size());
  found.result = unlocked([&](Interrupt& interrupt) {
    return playouts(*game, games, max_plies, seed, threads, which, interrupt);
  });
  return found;
}

py::dict run_bench(const std::string& work, const py::list& positions, double seconds,
                   int threads) {
  check_threads(threads);
  if (positions.empty()) throw py::value_error("bench needs at least one position");
  Work which = Work::kCount;
  while (work != work_name(which)) {
    if (which == Work::kPlayout) {
      throw py::value_error("work is 'count', 'list', 'node' or 'playout', not '" + work + "'");
    }
    which = static_cast<Work>(static_cast<int>(which) + 1);
  }
  std::vector<std::unique_ptr<Game>> games;
  std::vector<const Game*> pointers;
  for (const py::handle position : positions) {
    games.push_back(snapshot(position.cast<PyPosition&>()));
    pointers.push_back(games.back().get());
  }
  const BenchResult result = unlocked(
      [&](Interrupt& interrupt) { return bench(which, pointers, seconds, threads, interrupt); });
  py::dict row;
  row["work"] = work;
  row["n"] = result.n;
  row["seconds"] = result.seconds;
  row["per_s"] = result.seconds > 0 ? static_cast<double>(result.n) / result.seconds : 0.0;
  row["check"] = result.check;
  return row;
}

}  // namespace

void check_least(const char* name, long long value, long long least) {
  if (value >= least) return;
  throw py::value_error(std::string(name) + " is at least " + std::to_string(least) + ", not " +
                        std::to_string(value));
}

void check_threads(int threads) {
  check_least("threads", threads, 1);
  if (threads > 1024) {
    throw py::value_error("threads is at most 1024, not " + std::to_string(threads));
  }
}

void bind_run(py::module_& m) {
  using namespace py::literals;
  py::class_<Playouts>(m, "Playouts", py::is_final())
      .def_property_readonly("plies", [](const Playouts& p) { return p.result.plies; })
      .def_property_readonly("lengths",
                             [](const Playouts& p) {
                               const auto n = static_cast<py::ssize_t>(p.result.lengths.size());
                               return to_array(p.result.lengths, {n});
                             })
      .def_property_readonly("places",
                             [](const Playouts& p) {
                               const auto n = static_cast<py::ssize_t>(p.result.lengths.size());
                               return to_array(p.result.places, {n, p.seats});
                             })
      .def("__repr__", [](const Playouts& p) {
        return "<Playouts of " + std::to_string(p.result.lengths.size()) + " games, " +
               std::to_string(p.result.plies) + " plies>";
      });
  m.def("perft", &run_perft, "position"_a, "depth"_a, "threads"_a = 1);
  m.def("perft_divide", &run_divide, "position"_a, "depth"_a, "threads"_a = 1);
  m.def("playouts", &run_playouts, "position"_a, "games"_a = 1000, "max_plies"_a = 400,
        "seed"_a = 1, "threads"_a = 1, "policy"_a = "uniform");
  m.def("bench_positions", &run_bench, "work"_a, "positions"_a, "seconds"_a, "threads"_a);
  m.def("kernel", [] { return kernel().name; });
}

}  // namespace sternhalma::python
