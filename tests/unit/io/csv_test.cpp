// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <random>
#include <sstream>

#include "core/io/csv.h"
#include "core/io/exporters.h"
#include "core/io/number_text.h"

namespace clank {
namespace {

const std::vector<Channel> kChannels{{"t", "s"},
                                     {"bar.omega", "rad/s"},
                                     {"bar.alpha", "rad/s2"},
                                     {"O.reaction_x", "N"},
                                     {"O.reaction_y", "N"},
                                     {"odd,\"name\"", "1"}};

std::vector<std::string> splitLines(const std::string& text) {
  std::vector<std::string> lines;
  std::size_t start = 0;
  for (std::size_t end = 0; (end = text.find("\r\n", start)) != std::string::npos; start = end + 2) {
    lines.push_back(text.substr(start, end - start));
  }
  EXPECT_EQ(start, text.size()) << "every line ends in CR LF";
  return lines;
}

std::vector<std::string> splitFields(const std::string& line) {
  std::vector<std::string> fields;
  std::istringstream in(line + ",");
  for (std::string field; std::getline(in, field, ',');) fields.push_back(field);
  return fields;
}

TEST(Csv, SamplesHaveAHeaderAndFullNumbers) {
  Trajectory trajectory(kChannels);
  trajectory.sample(std::vector<double>{0, 0.1, -0.0, 1.0 / 3, 1e-300, std::nan("")});
  trajectory.sample(std::vector<double>{0.5, 1, 2, 3, -1e22, std::numeric_limits<double>::infinity()});
  std::ostringstream out;
  writeSamplesCsv(out, trajectory);
  const auto lines = splitLines(out.str());
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(lines[0],
            "t [s],bar.omega [rad/s],bar.alpha [rad/s2],O.reaction_x [N],O.reaction_y [N],\"odd,\"\"name\"\" "
            "[1]\"");
  EXPECT_EQ(lines[1], "0,0.1,0,0.3333333333333333,1e-300,");
  EXPECT_EQ(lines[2], "0.5,1,2,3,-1e+22,");
}

TEST(Csv, WritesJustTheChosenColumns) {
  Trajectory trajectory(kChannels);
  trajectory.sample(std::vector<double>{1, 2, 3, 4, 5, 6});
  std::ostringstream out;
  const std::size_t columns[] = {0, 3};
  writeSamplesCsv(out, trajectory, columns);
  EXPECT_EQ(out.str(), "t [s],O.reaction_x [N]\r\n1,4\r\n");
}

TEST(Csv, NumbersReadBackExactly) {
  for (const double value : {0.1, 2.0 / 3, 1e-310, 1.7976931348623157e308, -123456789.123456789}) {
    std::string text;
    appendFullNumber(text, value);
    EXPECT_EQ(readNumber(text), value) << text;
  }
}

// The contract: what std::to_chars writes, -0 as 0.
TEST(Csv, NumbersAreThoseOfTheStandardLibrary) {
  std::mt19937_64 random(1);
  std::normal_distribution<double> normal;
  std::vector<double> values{1,
                             -1,
                             10,
                             100000,
                             123456,
                             1e5,
                             1e-4,
                             1.5e-4,
                             1e15,
                             1e16,
                             9007199254740993.0,
                             5e-324,
                             1.7976931348623157e308,
                             -2.2250738585072014e-308,
                             0.001,
                             999999999999999.9};
  for (int i = 0; i < 100000; ++i) {
    values.push_back(std::bit_cast<double>(random()));
    values.push_back(normal(random) * std::pow(10.0, i % 40 - 20));
    values.push_back(std::round(normal(random) * 1e4) * std::pow(10.0, i % 40 - 20));
  }
  // Powers of two are nearer to the double below than to the one above; few numbers meet all other powers of
  // ten.
  for (int exponent = -1074; exponent < 1024; ++exponent) {
    const double power = std::ldexp(1.0, exponent);
    for (const double value : {power, std::nextafter(power, 0.0), std::nextafter(power, 1e308)})
      values.push_back(value);
  }
  for (int exponent = -323; exponent <= 308; ++exponent)
    for (int digits = 1; digits < 1000; digits += 37)
      values.push_back(std::strtod(fmt::format("{}e{}", digits, exponent).c_str(), nullptr));
  for (const double value : values) {
    if (!std::isfinite(value) || value == 0) continue;
    std::array<char, 64> expected{};
    const auto end = std::to_chars(expected.begin(), expected.end(), value);
    std::string text;
    appendFullNumber(text, value);
    ASSERT_EQ(text, std::string(expected.data(), end.ptr));
    ASSERT_LE(text.size(), kLongestNumber);
  }
}

TEST(Csv, ManyRowsComeWholeAndInOrder) {
  Trajectory trajectory({{"t", "s"}, {"a", "m"}, {"b", "m"}});
  std::string expected = "t [s],b [m],a [m]\r\n";
  for (int i = 0; i < 100000; ++i) {
    const double row[] = {i * 0.001, i / 7 % 3 / 3.0, i % 5 == 0 ? std::nan("") : 0.5};
    trajectory.sample(row);
    for (const int column : {0, 2, 1}) {
      appendFullNumber(expected, row[column]);
      expected += column == 1 ? "\r\n" : ",";
    }
  }
  std::ostringstream out;
  const std::size_t columns[] = {0, 2, 1};
  writeSamplesCsv(out, trajectory, columns);
  EXPECT_TRUE(out.str() == expected);
}

// A loose pin is a joint and a contact of one name: one column each, with what the parts push each other
// with.
TEST(Csv, AJointWithPlayIsOneAndTellsThePushOfItsParts) {
  const std::vector<Channel> channels{
      {"O.reaction_x", "N"}, {"B.reaction_x", "N"}, {"B.slip_speed", "m/s"}, {"wall.slip_speed", "m/s"}};
  const EventColumns columns = findEventColumns(channels);
  Receipt hit;
  hit.contactImpulses = {{"wall", 5, 6}, {"B", 1, 2}, {"B", 0.5, 0.25}, {"O", 10, 20}};
  hit.contactImpulses[1].playMoment = 0.5;
  hit.contactImpulses[2].playMoment = -0.125;  // the last is of the stop of O: it pushes beside the pin
  hit.jointImpulses = {{"O", 3, 4, 0.125}, {"B", 0, 0, 0}};
  std::string header, row;
  appendEventHeader(header, columns);
  appendEventRow(row, hit, columns);
  const std::string names =
      ",wall.impulse_x [N s],wall.impulse_y [N s],O.impulse_x [N s],O.impulse_y [N s],O.impulse_moment [N m "
      "s],"
      "B.impulse_x [N s],B.impulse_y [N s],B.impulse_moment [N m s]\r\n";
  const std::string numbers = ",5,6,3,4,0.125,1.5,2.25,0.375\r\n";
  EXPECT_TRUE(header.ends_with(names)) << header;
  EXPECT_TRUE(row.ends_with(numbers)) << row;
}

TEST(Csv, EventHeaderDoesNotDependOnEvents) {
  std::ostringstream out;
  writeEventsCsv(out, Trajectory(kChannels));
  const auto lines = splitLines(out.str());
  ASSERT_EQ(lines.size(), 1U);
  const auto fields = splitFields(lines[0]);
  ASSERT_EQ(fields.size(), 32U + 3U + 6U);
  EXPECT_EQ(fields[0], "t [s]");
  EXPECT_EQ(fields[3], "class");
  EXPECT_EQ(fields[23], "change");
  EXPECT_EQ(fields[24], "guard");
  EXPECT_EQ(fields[25], "guard_value");
  EXPECT_EQ(fields[26], "note");
  EXPECT_EQ(fields[27], "not_unique");
  EXPECT_EQ(fields[28], "moment_impulse [N m s]");
  EXPECT_EQ(fields[29], "angular_velocity_before [rad/s]");
  EXPECT_EQ(fields[30], "angular_velocity_after [rad/s]");
  EXPECT_EQ(fields[31], "stays_closed");
  EXPECT_EQ(fields[32], "O.impulse_x [N s]");
  EXPECT_EQ(fields[35], "bar.omega_before [rad/s]");
  EXPECT_EQ(fields[40], "bar.vy_after [m/s]");
}

TEST(Csv, EventRowsCarryTheReceipt) {
  Receipt receipt;
  receipt.t = 0.25;
  receipt.kind = EventKind::merge;
  receipt.element = "O";
  receipt.law = "merge";
  receipt.guard = {2, "limit", 0.75, "rad", {}, true};
  receipt.note = "simultaneous impact of 2 contacts";
  receipt.notUnique = {"O", "bar"};
  receipt.mobile = true;
  receipt.bodyA = "bar";
  receipt.normalX = 1;
  receipt.impulse = 1.5;
  receipt.normalVelocityBefore = -2;
  receipt.energyBefore = 3;
  receipt.energyAfter = 0.5;
  receipt.phaseBefore = "free";
  receipt.phaseAfter = "held";
  receipt.mobilityBefore = 2;
  receipt.momentumConserved = false;
  receipt.jointImpulses = {{"O", 7, 8, 9}};
  receipt.jumps = {{"bar", {10, 11, 12}, {13, 14, 15}}};
  Trajectory trajectory(kChannels);
  trajectory.event(receipt);
  std::ostringstream out;
  writeEventsCsv(out, trajectory);
  EXPECT_EQ(splitLines(out.str()).at(1),
            "0.25,merge,O,mobile,merge,bar,,1.5,-2,0,2.5,0,free,held,2,0,0,0,0,1,0,3,0.5,2,limit,0.75,"
            "simultaneous impact of 2 "
            "contacts,O bar,,,,0,7,8,9,"
            "12,15,10,13,11,14");
}

// The stop of a pin exchanges a moment: N m s and rad/s are in columns of their own.
TEST(Csv, AMomentHasItsOwnColumns) {
  Receipt receipt;
  receipt.impulse = 0.5;
  receipt.normalVelocityBefore = -3;
  receipt.normalVelocityAfter = 2;
  Trajectory trajectory(kChannels);
  trajectory.event(receipt);
  std::ostringstream out;
  writeEventsCsv(out, trajectory);
  const auto fields = splitFields(splitLines(out.str()).at(1));
  for (const std::size_t i : {7U, 8U, 9U}) EXPECT_EQ(fields[i], "") << i;
  EXPECT_EQ((std::vector<std::string>(fields.begin() + 28, fields.begin() + 31)),
            (std::vector<std::string>{"0.5", "-3", "2"}));
}

TEST(Csv, AnExpressionThatFiredIsWrittenOut) {
  Receipt receipt;
  receipt.guard = {1, "expression", 0, {}, "max(O.angle, 1)", false};
  Trajectory trajectory(kChannels);
  trajectory.event(receipt);
  std::ostringstream out;
  writeEventsCsv(out, trajectory);
  EXPECT_NE(out.str().find(",1,expression,\"max(O.angle, 1)\","), std::string::npos) << out.str();
}

TEST(Csv, PartsThatTheReceiptLacksAreEmpty) {
  Trajectory trajectory(kChannels);
  trajectory.event(Receipt());
  std::ostringstream out;
  writeEventsCsv(out, trajectory);
  const auto lines = splitLines(out.str());
  EXPECT_EQ(splitFields(lines.at(1)).size(), splitFields(lines.at(0)).size());
  EXPECT_TRUE(lines[1].ends_with(",,,,,,,,,")) << lines[1];
}

std::string cellOf(const std::string& text) {
  std::string cell;
  appendCell(cell, text);
  return cell;
}

TEST(Csv, ATextIsNoFormulaAndANumberStaysOne) {
  EXPECT_EQ(cellOf("=1+1"), "'=1+1");
  EXPECT_EQ(cellOf("@SUM(A1)"), "'@SUM(A1)");
  EXPECT_EQ(cellOf("-2+3"), "'-2+3");
  EXPECT_EQ(cellOf("+a"), "'+a");
  EXPECT_EQ(cellOf("\t=1"), "'\t=1");
  EXPECT_EQ(cellOf("=a,\"b\""), "\"'=a,\"\"b\"\"\"");
  EXPECT_EQ(cellOf("=x.omega [rad/s]"), "'=x.omega [rad/s]");
  for (const char* text : {"", "a=b", "-2", "-2.5e-3", "+3", "'=a", "link 1", "1+1"})
    EXPECT_EQ(cellOf(text), text);
  for (const char* text : {"=1+1", "-a", "@x"}) EXPECT_EQ(takeMarkAway(cellOf(text)), text);
  for (const char* text : {"a", "'a", "-2", "'", ""}) EXPECT_EQ(takeMarkAway(text), text);
}

}  // namespace
}  // namespace clank
