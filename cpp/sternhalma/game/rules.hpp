// The rules of one variant as a plain value: fields, equality, validation. It knows no preset names
// and no text form; whoever owns those (the Python package) builds a Rules and calls validate.
#pragma once

#include <cstdint>
#include <string>

namespace sternhalma {

enum class Jumps : std::uint8_t { kAdjacent, kLong };
enum class Foreign : std::uint8_t { kPass, kOpen, kClosed };
enum class Lock : std::uint8_t { kNone, kMove, kLanding };
enum class Arrival : std::uint8_t { kFilled, kOwn };
enum class Finish : std::uint8_t { kPlaces, kFirst };
enum class Tie : std::uint8_t { kRank, kDraw };

inline constexpr int kOff = 0;  // deadline, limits, repetition: switched off
inline constexpr int kMaxCount = 1'000'000;

struct Rules {
  int order = 4;
  int marbles = 10;          // a tip's cells, or those plus the hexagon's next row
  std::string seats = "wk";  // colour letters in turn order, first to move first
  Jumps jumps = Jumps::kAdjacent;
  Foreign foreign = Foreign::kPass;
  Lock lock = Lock::kMove;
  Arrival arrival = Arrival::kFilled;
  Finish finish = Finish::kPlaces;
  bool reply = false;   // two seats: the second answers the first's arrival
  int deadline = kOff;  // own moves by which all marbles must have left the home camp
  int max_rounds = kOff;
  int max_plies = kOff;   // own moves of all seats together
  int repetition = kOff;  // 3 or none
  Tie tie = Tie::kRank;   // what limit, repetition and blocked do
  bool lock_in = false;   // a marble locked in for good in its home camp draws
  bool pairs = false;     // partners sit opposite
  bool capture = false;   // the capture family

  friend bool operator==(const Rules&, const Rules&) = default;
};

// Throws Error{kVariant} with the reason where the fields make no sense together.
void validate(const Rules& rules);

}  // namespace sternhalma
