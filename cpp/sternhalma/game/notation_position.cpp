// Position texts: `<board> <turn> <places> <moves> <round>`, in the capture family also `<taken>`.
#include <algorithm>

#include "sternhalma/game/notation.hpp"

namespace sternhalma {
namespace {

constexpr std::array<std::string_view, 11> kReasonNames = {
    "",           "arrived",   "eliminated", "blocked", "locked-in", "limit",
    "repetition", "exhausted", "resigned",   "time",    "read"};

[[noreturn]] void refuse(const char* code, Error::Fields fields) {
  throw Error(ErrorKind::kPosition, code, std::move(fields));
}

// A piece of the text, lower case, that knows where it stood.
struct Piece {
  std::string text;
  std::vector<int> offset;

  [[nodiscard]] bool empty() const { return text.empty(); }
  void add(char c, int at) {
    text += c;
    offset.push_back(at);
  }
};

// Counts in a text go far beyond any game, and six of them still add up in 32 bits.
constexpr int kMaxCounted = 700'000'000;
constexpr int kMaxTaken = 60'000;

// Splits at blanks. Blanks beside a slash or a comma separate nothing.
std::vector<Piece> split_fields(std::string_view text) {
  std::vector<Piece> fields;
  bool blank = true;
  const auto glues = [](char c) { return c == '/' || c == ','; };
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (is_blank(text[i])) {
      blank = true;
      continue;
    }
    const char c = to_lower(text[i]);
    const bool glued = !fields.empty() && (glues(c) || glues(fields.back().text.back()));
    if (fields.empty() || (blank && !glued)) fields.emplace_back();
    fields.back().add(c, static_cast<int>(i));
    blank = false;
  }
  return fields;
}

std::vector<Piece> split(const Piece& field, char separator) {
  std::vector<Piece> parts(1);
  for (std::size_t i = 0; i < field.text.size(); ++i) {
    if (field.text[i] == separator) {
      parts.emplace_back();
    } else {
      parts.back().add(field.text[i], field.offset[i]);
    }
  }
  return parts;
}

template <class Word>
class Reader {
 public:
  Reader(const Tables<Word>& tables, std::string_view text) : t_(tables), text_(text) {
    state_.tables = &tables;
  }

  State<Word> read() {
    const std::vector<Piece> fields = split_fields(text_);
    const std::size_t expected = t_.rules.capture ? 6 : 5;
    if (fields.size() != expected) {
      refuse("fields", {{"text", std::string(text_)},
                        {"given", static_cast<int>(fields.size())},
                        {"expected", static_cast<int>(expected)}});
    }
    read_board(fields[0]);
    read_places(fields[2]);
    read_numbers(fields[3], "moves", kMaxCounted,
                 [&](int s, int n) { state_.moves[s] = static_cast<std::uint32_t>(n); });
    state_.round = static_cast<std::uint32_t>(number(fields[4], "round", 0, 1, kMaxCounted));
    if (t_.rules.capture) {
      read_numbers(fields[5], "taken", kMaxTaken,
                   [&](int s, int n) { state_.taken[s] = static_cast<std::uint16_t>(n); });
    }
    for (int s = 0; s < t_.seats; ++s) state_.plies += state_.moves[s];
    read_turn(fields[1]);
    state_.key = fresh_key(state_);
    return state_;
  }

 private:
  void read_board(const Piece& board) {
    const std::vector<Piece> rows = split(board, '/');
    if (static_cast<int>(rows.size()) != t_.star.rows()) {
      refuse("rows", {{"given", static_cast<int>(rows.size())}, {"expected", t_.star.rows()}});
    }
    int first = 0;
    for (int r = 0; r < t_.star.rows(); ++r) {
      int width = 0;
      while (first + width < t_.star.cells() && t_.star.y(first + width) == t_.star.y(first)) {
        ++width;
      }
      read_row(rows[r], r + 1, first, width);
      first += width;
    }
    for (int s = 0; s < t_.seats && !t_.rules.capture; ++s) {
      check_count(std::string(1, t_.rules.seats[s]), popcount(state_.marbles[s]), t_.rules.marbles);
    }
  }

  static void check_count(const std::string& letter, int given, int most) {
    if (given > most) refuse("too-many", {{"seat", letter}, {"given", given}, {"expected", most}});
  }

  void read_row(const Piece& row, int number, int first, int width) {
    int cells = 0;
    for (std::size_t i = 0; i < row.text.size(); ++i) {
      const char c = row.text[i];
      if (c >= '0' && c <= '9') {
        int run = 0;
        const std::size_t start = i;
        for (; i < row.text.size() && row.text[i] >= '0' && row.text[i] <= '9'; ++i) {
          run = std::min(run * 10 + (row.text[i] - '0'), 1000);
        }
        if (row.text[start] == '0') bad_char(row, start, number);
        --i;
        cells = std::min(cells + run, 1000);
        continue;
      }
      put(row, i, number, cells < width ? first + cells : kNoCell);
      ++cells;
    }
    if (cells != width) {
      refuse("row-length",
             {{"row", number}, {"text", row.text}, {"given", cells}, {"expected", width}});
    }
  }

  [[noreturn]] static void bad_char(const Piece& row, std::size_t i, int number) {
    refuse("board-char",
           {{"row", number}, {"char", std::string(1, row.text[i])}, {"offset", row.offset[i]}});
  }

  void put(const Piece& row, std::size_t i, int number, int cell) {
    const char c = row.text[i];
    int s = 0;
    if (c == 'o' && !t_.rules.capture) bad_char(row, i, number);
    if (c != 'o') {
      const auto colour = kColourLetters.find(c);
      if (colour == std::string_view::npos) bad_char(row, i, number);
      s = t_.tip_seat(static_cast<int>(colour));
      if (s < 0 || t_.rules.capture) {
        refuse("not-seated",
               {{"letter", std::string(1, c)}, {"row", number}, {"offset", row.offset[i]}});
      }
    }
    if (cell == kNoCell) return;  // the row is too long, which its caller reports
    t_.layout.add(state_.marbles[s], cell);
    t_.layout.add(state_.occupied, cell);
  }

  // A whole number without sign or leading zero.
  static int number(const Piece& piece, const char* field, int index, int low, int high) {
    int value = 0;
    bool good = !piece.empty() && piece.text.size() <= 9 &&
                (piece.text[0] != '0' || piece.text.size() == 1);
    for (char c : piece.text) {
      good = good && c >= '0' && c <= '9';
      if (good) value = value * 10 + (c - '0');
    }
    if (!good || value < low || value > high) {
      refuse("number", {{"field", field},
                        {"text", piece.text},
                        {"index", index + 1},
                        {"expected", std::to_string(low) + " to " + std::to_string(high)}});
    }
    return value;
  }

  [[nodiscard]] std::vector<Piece> entries(const Piece& field, const char* name) const {
    std::vector<Piece> parts = split(field, ',');
    if (static_cast<int>(parts.size()) != t_.seats) {
      refuse("count",
             {{"field", name}, {"given", static_cast<int>(parts.size())}, {"expected", t_.seats}});
    }
    return parts;
  }

  template <class F>
  void read_numbers(const Piece& field, const char* name, int most, F&& store) {
    const std::vector<Piece> parts = entries(field, name);
    for (int s = 0; s < t_.seats; ++s) store(s, number(parts[s], name, s, 0, most));
  }

  void read_places(const Piece& field) {
    const std::vector<Piece> parts = entries(field, "places");
    for (int s = 0; s < t_.seats; ++s) {
      const std::string& text = parts[s].text;
      if (text == "-") {
        state_.in_play = static_cast<std::uint8_t>(state_.in_play | 1 << s);
      } else if (text == "a" && t_.rules.pairs) {
        state_.waiting = static_cast<std::uint8_t>(state_.waiting | 1 << s);
      } else if (text.size() == 1 && text[0] >= '0' && text[0] <= '9') {
        const int place = text[0] - '0';
        if (place < 1 || place > t_.sides) {
          refuse("place-range", {{"place", place}, {"expected", t_.sides}, {"index", s + 1}});
        }
        state_.places[s] = static_cast<std::uint8_t>(place);
      } else {
        refuse("place", {{"text", text}, {"index", s + 1}});
      }
    }
    check_pairs();
  }

  // Partners share their place; one may have arrived while the other still plays.
  void check_pairs() const {
    for (int s = 0; s < t_.seats; ++s) {
      const int partner = t_.seat[s].partner;
      if (partner < 0) continue;
      const bool waits = (state_.waiting >> s) & 1;
      if (state_.places[s] != state_.places[partner] || (waits && !state_.plays(partner))) {
        refuse("arrived-pairs", {{"index", s + 1}});
      }
    }
  }

  void read_turn(const Piece& field) {
    if (field.text == "-") {
      for (int s = 0; s < t_.seats; ++s) {
        if (state_.places[s] == 0) refuse("unfinished", {{"index", s + 1}});
      }
      state_.reason = Reason::kRead;
      return;
    }
    if (field.text.size() != 1 || kColourLetters.find(field.text[0]) == std::string_view::npos) {
      refuse("turn", {{"text", field.text}});
    }
    const int s = t_.tip_seat(static_cast<int>(kColourLetters.find(field.text[0])));
    if (s < 0) refuse("turn-seat", {{"letter", field.text}});
    if ((state_.waiting >> s) & 1) refuse("turn-arrived", {{"letter", field.text}});
    if (!state_.plays(s)) refuse("turn-placed", {{"letter", field.text}});
    const int sides = detail::Endings<Word>::sides_in_play(state_);
    state_.reply_due = t_.rules.reply && s == 1 && state_.places[0] == 1;
    if (sides < 2 && !state_.reply_due) refuse("sides", {{"given", sides}});
    state_.turn = static_cast<std::int8_t>(s);
    if (!detail::turn_can_move(state_, s)) refuse("turn-stuck", {{"letter", field.text}});
  }

  const Tables<Word>& t_;
  std::string_view text_;
  State<Word> state_{};
};

}  // namespace

std::string_view reason_name(Reason reason) noexcept {
  return kReasonNames[static_cast<std::size_t>(reason)];
}

std::optional<Reason> find_reason(std::string_view name) noexcept {
  for (std::size_t i = 1; i < kReasonNames.size(); ++i) {
    if (kReasonNames[i] == name) return static_cast<Reason>(i);
  }
  return std::nullopt;
}

template <class Word>
State<Word> start_state(const Tables<Word>& tables) {
  State<Word> state{};
  state.tables = &tables;
  if (tables.rules.capture) {
    const int centre = tables.star.cells() / 2;
    for (int cell = 0; cell < tables.star.cells(); ++cell) {
      if (tables.star.tip_of(cell) < 0 && cell != centre) tables.layout.add(state.marbles[0], cell);
    }
    state.occupied = state.marbles[0];
  } else {
    for (int s = 0; s < tables.seats; ++s) {
      state.marbles[s] = tables.seat[s].home;
      state.occupied = state.occupied | state.marbles[s];
    }
  }
  state.in_play = static_cast<std::uint8_t>((1 << tables.seats) - 1);
  state.turn = 0;
  state.key = fresh_key(state);
  return state;
}

template <class Word>
State<Word> read_position(const Tables<Word>& tables, std::string_view text) {
  return Reader<Word>(tables, text).read();
}

template <class Word>
std::string write_position(const State<Word>& state) {
  const Tables<Word>& t = *state.tables;
  std::string text;
  int run = 0;
  const auto end_run = [&] {
    if (run > 0) text += std::to_string(run);
    run = 0;
  };
  for (int cell = 0; cell < t.star.cells(); ++cell) {
    if (cell > 0 && t.star.y(cell) != t.star.y(cell - 1)) {
      end_run();
      text += '/';
    }
    if (!t.layout.contains(state.occupied, cell)) {
      ++run;
      continue;
    }
    end_run();
    char letter = 'o';
    for (int s = 0; !t.rules.capture && s < t.seats; ++s) {
      if (t.layout.contains(state.marbles[s], cell)) letter = t.rules.seats[s];
    }
    text += letter;
  }
  end_run();
  const auto list = [&](auto&& entry) {
    for (int s = 0; s < t.seats; ++s) {
      text += s == 0 ? ' ' : ',';
      text += entry(s);
    }
  };
  text += ' ';
  text += state.over() ? '-' : t.rules.seats[state.turn];
  list([&](int s) {
    if (state.places[s] != 0) return std::to_string(state.places[s]);
    return std::string((state.waiting >> s) & 1 ? "a" : "-");
  });
  list([&](int s) { return std::to_string(state.moves[s]); });
  text += ' ' + std::to_string(state.round);
  if (t.rules.capture) list([&](int s) { return std::to_string(state.taken[s]); });
  return text;
}

template State<std::uint64_t> start_state(const Tables<std::uint64_t>&);
template State<U128> start_state(const Tables<U128>&);
template State<std::uint64_t> read_position(const Tables<std::uint64_t>&, std::string_view);
template State<U128> read_position(const Tables<U128>&, std::string_view);
template std::string write_position(const State<std::uint64_t>&);
template std::string write_position(const State<U128>&);

}  // namespace sternhalma
