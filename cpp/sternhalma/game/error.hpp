// The one error type of the library: what kind, a stable code, and the facts as named fields.
// The English is made elsewhere (the Python package's errors module), so that a face can translate.
#pragma once

#include <exception>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace sternhalma {

enum class ErrorKind { kNotation, kIllegal, kPosition, kVariant, kOver };

class Error : public std::exception {
 public:
  using Value = std::variant<int, std::string>;
  using Fields = std::vector<std::pair<std::string, Value>>;

  Error(ErrorKind kind, std::string code, Fields fields = {})
      : kind_(kind), code_(std::move(code)), fields_(std::move(fields)) {
    what_ = code_;
    for (const auto& [name, value] : fields_) {
      what_ += what_ == code_ ? ": " : ", ";
      what_ += name + "=";
      what_ += std::holds_alternative<int>(value) ? std::to_string(std::get<int>(value))
                                                  : std::get<std::string>(value);
    }
  }

  [[nodiscard]] ErrorKind kind() const noexcept { return kind_; }
  [[nodiscard]] const std::string& code() const noexcept { return code_; }
  [[nodiscard]] const Fields& fields() const noexcept { return fields_; }
  [[nodiscard]] const char* what() const noexcept override { return what_.c_str(); }

 private:
  ErrorKind kind_;
  std::string code_;
  Fields fields_;
  std::string what_;
};

}  // namespace sternhalma
