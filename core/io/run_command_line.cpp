// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/run_command_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace clank {
namespace {

bool isPlain(char c) {
  constexpr std::string_view kOthers = "_./-+=:,@%";
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         kOthers.find(c) != std::string_view::npos;
}

std::string quote(const std::string& word) {
  if (!word.empty() && std::all_of(word.begin(), word.end(), isPlain)) return word;
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

}  // namespace

std::string writeRunCommand(const RunChoice& choice) {
  // A file whose name begins with a hyphen would be read as an option.
  const bool isOption = choice.file.starts_with('-') && choice.file != "-";
  std::string text = "clank-cli run " + quote(isOption ? "./" + choice.file : choice.file);
  if (!choice.caseId.empty()) text += " --case " + quote(choice.caseId);
  for (const auto& [parameter, value] : choice.set) text += " --set " + quote(parameter + "=" + value);
  if (choice.until) text += fmt::format(" --until {}", *choice.until);
  if (choice.every) text += fmt::format(" --every {}", *choice.every);
  return text + " --out results";
}

}  // namespace clank
