// SPDX-License-Identifier: GPL-3.0-or-later
// Every column of samples.csv and events.csv is in the unit of its header: of a mechanism with every kind of
// joint, drive, force and contact, that is computed in other units as well.
#include <set>

#include "core/io/csv.h"
#include "core/io/exporters.h"
#include "core/model/words.h"
#include "tests/support/scaled_mechanism.h"

namespace clank {
namespace {

struct Columns {
  std::vector<std::string> names;
  std::vector<std::vector<std::string>> rows;
};

std::vector<std::string> splitRecord(const std::string& line) {
  std::vector<std::string> cells(1);
  bool isQuoted = false;
  for (const char c : line) {
    if (c == '"')
      isQuoted = !isQuoted;
    else if (c == ',' && !isQuoted)
      cells.emplace_back();
    else if (c != '\r')
      cells.back() += c;
  }
  return cells;
}

Columns readColumns(const std::string& csv) {
  std::istringstream lines(csv);
  std::string line;
  std::getline(lines, line);
  Columns columns{splitRecord(line), {}};
  while (std::getline(lines, line)) columns.rows.push_back(splitRecord(line));
  return columns;
}

std::string unitOf(const std::string& header) {
  const std::size_t begin = header.rfind('[');
  return begin == std::string::npos ? std::string() : header.substr(begin + 1, header.size() - begin - 2);
}

// What an event has not is nothing of it.
double readCell(const std::string& cell) {
  return cell.empty() ? 0 : std::stod(cell);
}

class DimensionsTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    for (const bool scaled : {false, true})
      runs().push_back(test::run(test::readScaled(test::kEveryKind, scaled)));
  }
  static void TearDownTestSuite() { runs().clear(); }
  static std::vector<test::FinishedRun>& runs() {
    static std::vector<test::FinishedRun> both;
    return both;
  }

  // What is noise of a zero has no scale.
  static void compare(const Columns& si, const Columns& scaled) {
    constexpr double kNoise = 1e-9, kTolerance = 1e-4;
    ASSERT_EQ(si.names, scaled.names);
    ASSERT_EQ(si.rows.size(), scaled.rows.size());
    for (std::size_t c = 0; c < si.names.size(); ++c) {
      const std::string unit = unitOf(si.names[c]);
      if (unit.empty()) continue;
      const double scale = test::findScale(unit);
      double most = 0, error = 0;
      for (std::size_t r = 0; r < si.rows.size(); ++r) {
        EXPECT_EQ(si.rows[r][c].empty(), scaled.rows[r][c].empty()) << si.names[c] << ", row " << r;
        const double value = readCell(si.rows[r][c]) * scale;
        most = std::max(most, std::abs(value));
        error = std::max(error, std::abs(value - readCell(scaled.rows[r][c])));
      }
      EXPECT_LE(error, most < kNoise ? kNoise : kTolerance * most) << si.names[c];
    }
  }
};

TEST_F(DimensionsTest, TheSceneHasEveryKindOfPart) {
  const auto loaded = loadMechanism(test::kEveryKind);
  ASSERT_TRUE(loaded);
  const Mechanism& m = loaded->mechanism;
  std::set<std::size_t> joints, forces;
  for (const Joint& joint : m.joints) joints.insert(joint.kind.index());
  for (const ForceElement& force : m.forces) forces.insert(force.kind.index());
  EXPECT_EQ(joints.size(), Words<JointKind>::names.size());
  EXPECT_EQ(forces.size(), Words<ForceKind>::names.size());
}

TEST_F(DimensionsTest, ItsRunHasEveryKindOfEvent) {
  std::set<std::string> kinds;
  for (const Receipt& receipt : runs()[0].trajectory.events()) kinds.insert(toWord(receipt.kind));
  EXPECT_EQ(kinds, (std::set<std::string>{"contact-begin", "contact-end", "contact-open", "drive-jump",
                                          "drive-off", "impact", "kinematic-switch", "lock", "merge",
                                          "release", "slack", "slip", "stick", "taut"}));
}

TEST_F(DimensionsTest, SamplesAreInTheUnitsOfTheirHeaders) {
  std::vector<Columns> columns;
  for (const test::FinishedRun& run : runs()) {
    std::ostringstream csv;
    writeSamplesCsv(csv, run.trajectory);
    columns.push_back(readColumns(csv.str()));
  }
  compare(columns[0], columns[1]);
}

TEST_F(DimensionsTest, EventsAreInTheUnitsOfTheirHeaders) {
  std::vector<Columns> columns;
  for (const test::FinishedRun& run : runs()) {
    std::ostringstream csv;
    writeEventsCsv(csv, run.trajectory);
    columns.push_back(readColumns(csv.str()));
  }
  compare(columns[0], columns[1]);
}

}  // namespace
}  // namespace clank
