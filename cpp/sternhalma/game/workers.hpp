// Runs a piece of work on several threads, the calling one among them.
#pragma once

#include <exception>
#include <system_error>
#include <thread>
#include <vector>

#include "sternhalma/game/interrupt.hpp"

namespace sternhalma {

// Calls work(thread index) on `threads` threads and waits. The first exception of any of them stops
// the others through `interrupt` and is thrown here.
template <class Work>
void run_on_threads(int threads, Interrupt& interrupt, Work&& work) {
  std::vector<std::exception_ptr> errors(static_cast<std::size_t>(threads));
  const auto guarded = [&](int index) {
    try {
      work(index);
    } catch (...) {
      errors[static_cast<std::size_t>(index)] = std::current_exception();
      interrupt.stop();
    }
  };
  std::vector<std::thread> others;
  others.reserve(static_cast<std::size_t>(threads));
  try {
    for (int i = 1; i < threads; ++i) others.emplace_back(guarded, i);
  } catch (const std::system_error&) {
    // No more threads to be had: the ones that run do all the work.
  }
  guarded(0);
  for (std::thread& other : others) other.join();
  for (const std::exception_ptr& error : errors) {
    if (!error) continue;
    try {
      std::rethrow_exception(error);
    } catch (const Interrupted&) {  // stopped because another one failed, or from outside
    }
  }
  interrupt.check();
}

}  // namespace sternhalma
