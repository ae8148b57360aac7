#include "sternhalma/game/rules.hpp"

#include <string_view>

#include "sternhalma/board/geometry.hpp"
#include "sternhalma/game/error.hpp"

namespace sternhalma {
namespace {

[[noreturn]] void refuse(const char* code, Error::Fields fields = {}) {
  throw Error(ErrorKind::kVariant, code, std::move(fields));
}

void check_range(const char* field, int value, int low, int high) {
  if (value >= low && value <= high) return;
  refuse("bad-value", {{"field", field},
                       {"given", std::to_string(value)},
                       {"expected", std::to_string(low) + " to " + std::to_string(high)}});
}

void check_seats(const std::string& seats) {
  if (seats.size() < 2 || seats.size() > 6) {
    refuse("seats-number", {{"given", static_cast<int>(seats.size())}});
  }
  int seen = 0;
  for (char letter : seats) {
    const auto colour = kColourLetters.find(letter);
    if (colour == std::string_view::npos)
      refuse("seats-letter", {{"given", std::string(1, letter)}});
    if (seen & (1 << colour)) refuse("seats-twice", {{"letter", std::string(1, letter)}});
    seen |= 1 << colour;
  }
  std::string clockwise;
  const auto first = kColourLetters.find(seats[0]);
  for (std::size_t i = 0; i < 6; ++i) {
    const auto colour = (first + i) % 6;
    if (seen & (1 << colour)) clockwise += kColourLetters[colour];
  }
  if (clockwise != seats) refuse("seats-order", {{"given", seats}, {"expected", clockwise}});
}

bool all_opposite(const std::string& seats) {
  for (char letter : seats) {
    const auto opposite = (kColourLetters.find(letter) + 3) % 6;
    if (seats.find(kColourLetters[opposite]) == std::string::npos) return false;
  }
  return true;
}

void check_capture(const Rules& rules) {
  const char* field = rules.lock != Lock::kNone           ? "lock"
                      : rules.foreign != Foreign::kOpen   ? "foreign"
                      : rules.arrival != Arrival::kFilled ? "arrival"
                      : rules.reply                       ? "reply"
                      : rules.deadline != kOff            ? "deadline"
                      : rules.pairs                       ? "pairs"
                      : rules.lock_in                     ? "lock_in"
                                                          : nullptr;
  if (field != nullptr) refuse("capture-conflict", {{"field", field}});
}

}  // namespace

void validate(const Rules& rules) {
  check_range("order", rules.order, kMinOrder, kMaxOrder);
  const int tip = rules.order * (rules.order + 1) / 2;
  const int tip_and_row = tip + rules.order + 1;
  if (rules.marbles != tip && rules.marbles != tip_and_row) {
    refuse("marbles", {{"given", rules.marbles},
                       {"expected", std::to_string(tip) + " or " + std::to_string(tip_and_row)}});
  }
  check_seats(rules.seats);
  const bool two_opposite = rules.seats.size() == 2 && all_opposite(rules.seats);
  if (rules.marbles == tip_and_row && !two_opposite)
    refuse("marbles-row", {{"given", rules.seats}});
  if (rules.reply && rules.seats.size() != 2) refuse("reply-seats", {{"given", rules.seats}});
  if (rules.reply && rules.finish == Finish::kFirst) refuse("reply-finish");
  if (rules.deadline != kOff) check_range("deadline", rules.deadline, 1, kMaxCount);
  if (rules.max_rounds != kOff) check_range("max_rounds", rules.max_rounds, 1, kMaxCount);
  if (rules.max_plies != kOff) check_range("max_plies", rules.max_plies, 1, kMaxCount);
  if (rules.repetition != kOff) check_range("repetition", rules.repetition, 3, 3);
  if (rules.pairs && (rules.seats.size() < 4 || !all_opposite(rules.seats))) {
    refuse("pairs-seats", {{"given", rules.seats}});
  }
  if (rules.capture) check_capture(rules);
}

}  // namespace sternhalma
