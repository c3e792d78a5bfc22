// SPDX-License-Identifier: GPL-3.0-or-later
// Thousands of damaged files: reading never crashes, and what is read can be written and read again.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>

#include "core/io/mechanism_file.h"
#include "tests/support/sanitized.h"
#include "tests/unit/io/sample_files.h"

namespace clank {
namespace {

using Random = std::mt19937;

std::size_t pick(Random& random, std::size_t count) {
  return std::uniform_int_distribution<std::size_t>(0, count - 1)(random);
}

// Pieces that turn one kind of value into another.
const std::vector<std::string> kPieces{
    "{",      "}",         "[",    "]",       ",",       ":",  "\"",
    "null",   "true",      "-",    "1e999",   "0",       "[]", "{}",
    "\"=x\"", "\"merge\"", "\xFF", "\\u0000", "\\ud800", "e",  "9007199254740993",
    "\n",     "//"};

std::string mutate(std::string text, Random& random) {
  const std::size_t times = 1 + pick(random, 3);
  for (std::size_t i = 0; i < times && text.size() > 2; ++i) {
    const std::size_t at = pick(random, text.size());
    const std::size_t length = std::min(text.size() - at, 1 + pick(random, 12));
    switch (pick(random, 5)) {
      case 0:
        text.erase(at, length);
        break;
      case 1:
        text.insert(at, kPieces[pick(random, kPieces.size())]);
        break;
      case 2:
        text.replace(at, length, kPieces[pick(random, kPieces.size())]);
        break;
      case 3:
        text.insert(at, text.substr(pick(random, text.size()), length));
        break;
      default:
        text[at] = static_cast<char>(pick(random, 256));
        break;
    }
  }
  return text;
}

// Replaces one whole value after a colon, so that the text stays well-formed and the reader gets to see it.
std::string replaceValue(const std::string& text, Random& random) {
  static const std::vector<std::string> values{"null",   "true",   "[]",    "{}",     "\"\"",
                                               "-1e999", "[1, 2]", "\"=\"", "1e-320", "\"merge\""};
  const std::size_t colon = text.find(": ", pick(random, text.size()));
  if (colon == std::string::npos) return text;
  const std::size_t end = text.find_first_of(",}\n", colon);
  return text.substr(0, colon + 2) + values[pick(random, values.size())] + text.substr(end);
}

void check(const std::string& text, int& read, int& refused) {
  const auto loaded = readMechanism(text);
  if (!loaded) {
    ++refused;
    ASSERT_FALSE(loaded.error().empty()) << text;
    for (const Problem& problem : loaded.error()) ASSERT_FALSE(problem.what.empty()) << text;
    return;
  }
  ++read;
  const std::string written = writeMechanism(loaded->mechanism);
  const auto again = readMechanism(written);
  ASSERT_TRUE(again) << test::listProblems(again.error()) << text;
  ASSERT_EQ(again->mechanism, loaded->mechanism) << text;
}

TEST(MechanismMutation, DamagedFilesAreRefusedOrRoundTrip) {
  Random random(7);
  int read = 0, refused = 0;
  for (int i = 0; i < 4000 && !HasFatalFailure(); ++i) {
    check(mutate(test::kRichFile, random), read, refused);
    check(replaceValue(test::kRichFile, random), read, refused);
  }
  EXPECT_GT(read, 200) << "too few to mean anything";
  EXPECT_GT(refused, 1000) << "too few to mean anything";
}

TEST(MechanismMutation, DamagedExamplesAreRefusedOrRoundTrip) {
  const int mutations = test::isSanitized() ? 50 : 120;  // of each; tests/fuzz goes on from there
  Random random(11);
  int read = 0, refused = 0, examples = 0;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(std::string(CLANK_RESOURCES) + "/examples")) {
    if (entry.path().extension() != ".clank") continue;
    ++examples;
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    for (int i = 0; i < mutations && !HasFatalFailure(); ++i) {
      check(mutate(text, random), read, refused);
      check(replaceValue(text, random), read, refused);
    }
  }
  EXPECT_GT(examples, 0);
  EXPECT_GT(refused, 0);
}

TEST(MechanismMutation, EveryPrefixIsRefused) {
  const std::size_t end = test::kRichFile.rfind('}');
  for (std::size_t length = 0; length <= end; ++length) {
    ASSERT_FALSE(readMechanism(test::kRichFile.substr(0, length))) << length;
  }
}

}  // namespace
}  // namespace clank
