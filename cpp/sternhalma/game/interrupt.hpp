// How long work is stopped from outside. The calling thread polls now and then; every worker looks
// at the flag. Work that was stopped throws Interrupted in the calling thread.
#pragma once

#include <atomic>
#include <chrono>
#include <exception>
#include <functional>

namespace sternhalma {

struct Interrupted : std::exception {
  [[nodiscard]] const char* what() const noexcept override { return "interrupted"; }
};

class Interrupt {
 public:
  // `poll` returns true to stop; it is called in the calling thread only, at most every 8 ms, since
  // it may have to wait for a lock. Empty: never stops.
  explicit Interrupt(std::function<bool()> poll = {}) : poll_(std::move(poll)) {}

  void poll() {
    if (!poll_) return;
    const auto now = std::chrono::steady_clock::now();
    if (now - last_ < std::chrono::milliseconds(8)) return;
    if (poll_()) stop();
    last_ = std::chrono::steady_clock::now();
  }
  [[nodiscard]] bool stopped() const noexcept { return stop_.load(std::memory_order_relaxed); }
  void stop() noexcept { stop_.store(true, std::memory_order_relaxed); }
  void check() const {
    if (stopped()) throw Interrupted();
  }
  // What a worker calls now and then; the calling thread is number 0.
  void breathe(int thread) {
    if (thread == 0) poll();
    check();
  }

 private:
  std::function<bool()> poll_;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
  std::atomic<bool> stop_{false};
};

}  // namespace sternhalma
