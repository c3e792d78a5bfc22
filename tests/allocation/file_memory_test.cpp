// SPDX-License-Identifier: GPL-3.0-or-later
// What a large file takes in memory, from its text to a mechanism that is resolved and has been judged, and
// to one that is ready to run.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <string>

#include "core/io/mechanism_file.h"
#include "core/simulation/simulator.h"

namespace clank {

extern long allocations, heldBytes, mostBytes;  // of this program, see count_new.cpp

namespace {

std::string listNumbers(int count, const std::function<std::string(int)>& write) {
  std::string list;
  for (int i = 0; i < count; ++i) list += (i > 0 ? ",\n" : "") + write(i);
  return list;
}

std::string file(const std::string& members) {
  return R"({"format": "clank", "version": 1,
"bodies": [{"id": "b", "mass": 1, "inertia": 1}],
"joints": [{"id": "O", "type": "revolute", "b": "b"}],
)" + members +
         "}";
}

double calcWave(int i) {
  return std::sin(0.001 * i) + 1e-3 * i;
}

std::string pointsOfALine(int count) {
  return file(
      R"("contacts": [{"id": "c", "b": "b", "type": "polyline", "points": [)" +
      listNumbers(count, [](int i) { return fmt::format("[{:.6f}, {:.6f}]", 1e-3 * i, calcWave(i)); }) +
      "]}]");
}

std::string table(int count) {
  return file(R"("drives": [{"id": "d", "joint": "O", "type": "table", "times": [)" +
              listNumbers(count, [](int i) { return fmt::format("{:.6f}", 1e-3 * i); }) +
              R"(], "values": [)" +
              listNumbers(count, [](int i) { return fmt::format("{:.6f}", calcWave(i)); }) + "]}]");
}

std::string chain(int count) {
  std::string bodies, joints;
  for (int i = 0; i < count; ++i) {
    const char* const comma = i > 0 ? ",\n" : "";
    const std::string before = i > 0 ? fmt::format("b{}", i - 1) : "frame";
    bodies += fmt::format(
        R"({}{{"id": "b{}", "pose": {{"x": {:.6f}, "y": 0.25}}, "mass": 1.25, "inertia": 0.0325, "center": [0.05, 0]}})",
        comma, i, 0.1 * i);
    joints += fmt::format(
        R"({}{{"id": "j{}", "type": "revolute", "a": "{}", "b": "b{}", "at_a": [0.1, 0], "at_b": [0, 0]}})",
        comma, i, before, i);
  }
  return fmt::format(R"({{"format": "clank", "version": 1, "bodies": [{}], "joints": [{}]}})", bodies,
                     joints);
}

struct MemoryCase {
  const char* name;
  std::string (*write)(int count);
  int count;
  bool isShort;  // without a blank too many; otherwise as Clank writes it
  double most;   // times the size of the file
};
void PrintTo(const MemoryCase& one, std::ostream* out) {
  *out << one.name;
}

class FileMemory : public testing::TestWithParam<MemoryCase> {};

TEST_P(FileMemory, IsAFewTimesTheSizeOfTheFile) {
  std::string text = GetParam().write(GetParam().count);
  if (!GetParam().isShort) text = writeMechanism(readMechanism(text).value().mechanism);
  text.shrink_to_fit();
  const auto size = static_cast<double>(text.size());
  const long before = heldBytes - static_cast<long>(text.capacity());
  ASSERT_GT(size, 2e6);
  mostBytes = heldBytes;
  auto loaded = readMechanism(text);
  ASSERT_TRUE(loaded) << loaded.error().front().what;
  std::string().swap(text);  // assigning an empty one would keep the memory
  Problems problems;
  // Both are there in a window: what was drawn and the values.
  const Mechanism resolved = resolve(loaded->mechanism, {}, {}, problems);
  const Problems found = validate(resolved);
  EXPECT_FALSE(stopRun(problems) || stopRun(found));
  const double most = static_cast<double>(mostBytes - before) / size;
  RecordProperty("times", fmt::format("{:.2f}", most));
  EXPECT_LE(most, GetParam().most);
}

// Numbers are what makes a file large; a part has many members, of which a file names a few: every joint has
// room for the teeth of a gear.
INSTANTIATE_TEST_SUITE_P(Shapes, FileMemory,
                         testing::Values(MemoryCase{"points", &pointsOfALine, 100000, false, 1.7},
                                         MemoryCase{"table", &table, 150000, false, 2.1},
                                         MemoryCase{"chain", &chain, 15000, false, 6.9},
                                         MemoryCase{"shortPoints", &pointsOfALine, 100000, true, 2.6},
                                         MemoryCase{"shortTable", &table, 150000, true, 2.7},
                                         MemoryCase{"shortChain", &chain, 15000, true, 11.2}),
                         [](const auto& each) { return each.param.name; });

class StartMemory : public FileMemory {};

// As `validate` has it: what was drawn is not needed any more.
TEST_P(StartMemory, IsAFewTimesTheSizeOfTheFile) {
  std::string text = GetParam().write(GetParam().count);
  if (!GetParam().isShort) text = writeMechanism(readMechanism(text).value().mechanism);
  text.shrink_to_fit();
  const auto size = static_cast<double>(text.size());
  const long before = heldBytes - static_cast<long>(text.capacity());
  mostBytes = heldBytes;
  auto loaded = readMechanism(text);
  ASSERT_TRUE(loaded) << loaded.error().front().what;
  std::string().swap(text);  // assigning an empty one would keep the memory
  Problems problems;
  const Mechanism resolved = resolve(std::move(loaded->mechanism), {}, {}, problems);
  const auto simulator = Simulator::create(resolved);
  ASSERT_TRUE(simulator) << simulator.error().front().what;
  const double most = static_cast<double>(mostBytes - before) / size;
  RecordProperty("times", fmt::format("{:.2f}", most));
  EXPECT_LE(most, GetParam().most);
}

// Of a line nothing is held but its points, in the drawing; a knot of a table is a few numbers.
INSTANTIATE_TEST_SUITE_P(Shapes, StartMemory,
                         testing::Values(MemoryCase{"points", &pointsOfALine, 100000, false, 1.7},
                                         MemoryCase{"table", &table, 150000, false, 3},
                                         MemoryCase{"shortPoints", &pointsOfALine, 100000, true, 2.6},
                                         MemoryCase{"shortTable", &table, 150000, true, 4},
                                         MemoryCase{"chain", &chain, 10000, false, 7.4},
                                         MemoryCase{"shortChain", &chain, 15000, true, 11.9}),
                         [](const auto& each) { return each.param.name; });

}  // namespace
}  // namespace clank
