// When a search ends: time, nodes, a stop from outside. A search that has to end throws Stopped from
// wherever it is; nothing it was about to conclude is kept, and its root is a copy.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>

#include "sternhalma/search/options.hpp"

namespace sternhalma::search {

struct Stopped {};

class Control {
 public:
  using Clock = std::chrono::steady_clock;
  using Milliseconds = std::chrono::duration<double, std::milli>;

  // `stop` is set from outside. `poll` returns true to interrupt; it is called on the calling thread
  // only and now and then, since it may have to wait for a lock.
  Control(const Limits& limits, std::atomic<bool>& stop, std::function<bool()> poll)
      : stop_(stop), poll_(std::move(poll)) {
    share_out(limits);
  }

  // What every thread calls often; `calling` is true on the calling thread.
  void breathe(bool calling) {
    if (calling) look();
    if (halted()) throw Stopped();
  }
  [[nodiscard]] bool halted() const noexcept {
    return halt_.load(std::memory_order_relaxed) || stop_.load(std::memory_order_relaxed);
  }
  void halt() noexcept { halt_.store(true, std::memory_order_relaxed); }
  [[nodiscard]] bool interrupted() const noexcept { return interrupted_; }

  [[nodiscard]] double elapsed_ms() const { return Milliseconds(Clock::now() - start_).count(); }
  // Whether another iteration would hardly end in time.
  [[nodiscard]] bool enough() const { return elapsed_ms() >= soft_; }
  // Whether so much of a move's usual time has passed.
  [[nodiscard]] bool has_used(double share) const { return elapsed_ms() >= share * soft_; }
  [[nodiscard]] bool timed() const noexcept { return hard_ < kForever; }

 private:
  static constexpr double kForever = 1e15;
  static constexpr double kPollEvery = 8.0;  // ms

  void look() {
    const double now = elapsed_ms();
    if (now >= hard_) halt();
    if (poll_ && now - polled_ >= kPollEvery) {
      polled_ = now;
      if (poll_()) {
        interrupted_ = true;
        halt();
      }
    }
  }

  // A move's share of the time. With a clock: a part of what is left and most of what is added, up to
  // three times as much while an iteration is under way, never the last few milliseconds.
  void share_out(const Limits& limits) {
    if (limits.time_ms) {
      const auto given = static_cast<double>(std::max<std::int64_t>(0, *limits.time_ms));
      hard_ = std::max(0.0, given - std::min(1.0, given / 20));
      soft_ = 0.85 * hard_;
    }
    if (limits.clock) {
      const auto left = static_cast<double>(std::max<std::int64_t>(0, limits.clock->first));
      const auto added = static_cast<double>(std::max<std::int64_t>(0, limits.clock->second));
      const double usable = std::max(0.0, left - std::min(50.0, left / 2));
      const double share = std::min(usable, left / 25 + 0.8 * added);
      hard_ = std::min(hard_, std::min(usable, std::min(3 * share, left / 4 + 0.8 * added)));
      soft_ = std::min(soft_, 0.6 * share);
    }
  }

  std::atomic<bool>& stop_;
  std::function<bool()> poll_;
  Clock::time_point start_ = Clock::now();
  double hard_ = kForever;  // ms
  double soft_ = kForever;
  double polled_ = 0;
  bool interrupted_ = false;
  std::atomic<bool> halt_{false};
};

}  // namespace sternhalma::search
