// What every algorithm is handed: the options, the bounds, the table, where to report.
#pragma once

#include <algorithm>

#include "sternhalma/search/claims.hpp"
#include "sternhalma/search/control.hpp"
#include "sternhalma/search/result.hpp"
#include "sternhalma/search/table.hpp"

namespace sternhalma::search {

struct Job {
  const Options& options;
  const Limits& limits;
  Control& control;
  Table& table;
  const OnInfo& on_info;
  Claims* claims = nullptr;  // where several threads search

  [[nodiscard]] int max_depth() const {
    return std::clamp(limits.depth.value_or(kMaxDepth), 1, kMaxDepth);
  }
};

// Counts moves made, stops exactly at the limit, and looks at the control now and then.
class NodeCounter {
 public:
  // `often` where a node takes long; a limit on nodes binds the calling thread.
  NodeCounter(Job& job, bool calling, bool often)
      : control_(job.control),
        limit_(calling ? job.limits.nodes.value_or(~std::uint64_t{0}) : ~std::uint64_t{0}),
        mask_(often ? 15 : 255),
        calling_(calling) {}

  void count() {
    if (nodes_ >= limit_) throw Stopped();
    ++nodes_;
    if ((nodes_ & mask_) == 0 && may_stop_) control_.breathe(calling_);
  }
  // Until it is called only the limit on nodes stops: the first look at all moves takes well below a
  // millisecond, and without it there would be no sensible answer.
  void let_stop() noexcept { may_stop_ = true; }
  [[nodiscard]] std::uint64_t nodes() const noexcept { return nodes_; }

 private:
  Control& control_;
  std::uint64_t nodes_ = 0;
  std::uint64_t limit_;
  std::uint64_t mask_;
  bool calling_;
  bool may_stop_ = false;
};

}  // namespace sternhalma::search
