// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/fuzz_checks.h"

#include <cctype>
#include <cstdio>
#include <cstdlib>

#include "core/support/one_line.h"

namespace clank::test {
namespace {

bool isLetter(const std::string& text, std::size_t i) {
  return i < text.size() && std::isalnum(static_cast<unsigned char>(text[i])) != 0;
}

// A word of the text, or what one begins with.
bool hasWord(const std::string& text, const std::string& word, bool whole) {
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1))
    if ((at == 0 || !isLetter(text, at - 1)) && !(whole && isLetter(text, at + word.size()))) return true;
  return false;
}

}  // namespace

void require(bool holds, const char* what, const std::string& which) {
  if (holds) return;
  std::fprintf(stderr, "fuzz: %s: %s\n", what, toOneLine(which).c_str());
  std::abort();
}

void checkNote(const std::string& note, const std::string& input) {
  require(!note.empty(), "an empty message");
  for (const char* word : {"nan", "-nan", "inf"})
    require(!hasWord(note, word, true) || hasWord(input, word, false), "a message with no number", note);
}

void checkProblems(const Problems& problems, const std::string& input) {
  for (const Problem& problem : problems) checkNote(problem.what, input);
}

void checkRefusal(const Problems& problems, const std::string& input) {
  require(!problems.empty(), "refused without a word");
  checkProblems(problems, input);
}

}  // namespace clank::test
