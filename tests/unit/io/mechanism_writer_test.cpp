// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>
#include <random>

#include "core/io/mechanism_file.h"
#include "tests/unit/io/sample_files.h"

namespace clank {
namespace {

using test::kRichFile;
using test::listProblems;
using testing::HasSubstr;
using testing::Not;

Mechanism readBack(const Mechanism& mechanism) {
  const auto loaded = readMechanism(writeMechanism(mechanism));
  if (loaded) return loaded->mechanism;
  ADD_FAILURE() << listProblems(loaded.error());
  return {};
}

Mechanism readRich() {
  return readMechanism(kRichFile)->mechanism;
}

TEST(MechanismWriter, WritesTheSmallestFileForAnEmptyMechanism) {
  EXPECT_EQ(writeMechanism(Mechanism()), "{\n  \"format\": \"clank\",\n  \"version\": 2\n}\n");
}

TEST(MechanismWriter, ReadsBackEqual) {
  const Mechanism mechanism = readRich();
  EXPECT_EQ(readBack(mechanism), mechanism);
  EXPECT_EQ(writeMechanism(readBack(mechanism)), writeMechanism(mechanism));
}

TEST(MechanismWriter, LeavesDefaultsOutButWritesRequiredKeys) {
  Mechanism mechanism;
  mechanism.bodies.emplace_back();
  mechanism.joints.emplace_back();
  mechanism.forces.emplace_back().kind = TorsionSpring();
  mechanism.simulation.duration = 2;
  const std::string text = writeMechanism(mechanism);
  EXPECT_THAT(text, HasSubstr(R"("bodies": [
    {
      "id": ""
    }
  ])"));
  EXPECT_THAT(text, HasSubstr(R"("joints": [
    {
      "b": "",
      "id": "",
      "type": "revolute"
    }
  ])"));
  EXPECT_THAT(text, HasSubstr(R"("forces": [
    {
      "b": "",
      "id": "",
      "type": "torsion_spring"
    }
  ])"));
  EXPECT_THAT(text, HasSubstr(R"("simulation": {
    "duration": 2
  })"));
  EXPECT_EQ(readBack(mechanism), mechanism);
}

TEST(MechanismWriter, WritesADefaultThatAnOptionalHolds) {
  Mechanism mechanism;
  mechanism.joints.emplace_back().kind = Weld{Quantity(0)};
  EXPECT_THAT(writeMechanism(mechanism), HasSubstr("\"angle\": 0"));
  EXPECT_EQ(readBack(mechanism), mechanism);
}

TEST(MechanismWriter, PutsUnknownKeysBack) {
  Mechanism mechanism = readRich();
  EXPECT_THAT(writeMechanism(mechanism), HasSubstr("\"zoom\": 1.25"));
  mechanism.unknown["name"] = "\"thief\"";
  EXPECT_THAT(writeMechanism(mechanism), Not(HasSubstr("thief"))) << "known keys win";
}

TEST(MechanismWriter, PutsStudiesBackThatCannotBeRead) {
  const std::string text = R"({
  "format": "clank",
  "optimisations": [
    {
      "id": "best",
      "aim": 3
    }
  ],
  "studies": [
    5,
    {
      "id": "good",
      "parameters": []
    },
    {
      "parameters": [
        {
          "count": [
            7
          ]
        }
      ],
      "strange": {
        "as it": "is"
      }
    }
  ],
  "version": 2
})";
  const auto loaded = readMechanism(text);
  ASSERT_TRUE(loaded);
  EXPECT_EQ(nlohmann::json::parse(writeMechanism(loaded->mechanism)), nlohmann::json::parse(text));
  EXPECT_EQ(readBack(loaded->mechanism), loaded->mechanism);
}

TEST(MechanismWriter, WritesNumbersThatReadBackExactly) {
  std::mt19937_64 random(20200211);
  std::uniform_int_distribution<std::uint64_t> bits;
  Mechanism mechanism;
  for (int i = 0; i < 2000; ++i) {
    const std::uint64_t pattern = bits(random);
    double value = 0;
    std::memcpy(&value, &pattern, sizeof value);
    if (std::isfinite(value)) mechanism.parameters.emplace_back().value = value;
  }
  for (const double value :
       {0.1, 1e-10, 1e22, -5e-324, std::numeric_limits<double>::max(), 9007199254740993.0, 1e15}) {
    mechanism.parameters.emplace_back().value = value;
  }
  const Mechanism back = readBack(mechanism);
  ASSERT_EQ(back.parameters.size(), mechanism.parameters.size());
  for (std::size_t i = 0; i < back.parameters.size(); ++i) {
    EXPECT_EQ(back.parameters[i].value.value, mechanism.parameters[i].value.value);
  }
}

TEST(MechanismWriter, WritesNumbersShort) {
  Mechanism mechanism;
  mechanism.gravity = {0.1, -9.81};
  mechanism.simulation.duration = 250;
  const std::string text = writeMechanism(mechanism);
  EXPECT_THAT(text, HasSubstr("[\n    0.1,\n    -9.81\n  ]"));
  EXPECT_THAT(text, HasSubstr("\"duration\": 250\n"));
}

TEST(MechanismWriter, KeepsTextsOfCasesAndLawsAsTheyAre) {
  Mechanism mechanism;
  Case& one = mechanism.cases.emplace_back();
  for (const char* text :
       {"1", "1.0", "0.5", ".5", "1e5", "100000", "-0", "inf", "nan", "1e999", "", " 1", "0x10", "merge"}) {
    one.set[std::string("p") + text] = text;
    mechanism.forces.emplace_back().kind = Torque{kFrame, "b", Law{text}};
  }
  EXPECT_EQ(readBack(mechanism), mechanism);
  EXPECT_THAT(writeMechanism(mechanism), HasSubstr("\"p0.5\": 0.5")) << "a number is written as a number";
}

// The default of a load is the text 0, which -0 equals as a number.
TEST(MechanismWriter, MinusZeroIsKeptWhereItIsAnExpression) {
  const auto loaded = readMechanism(R"({"format": "clank", "version": 1, "bodies": [{"id": "b", "mass": 1,
    "inertia": 1}], "joints": [], "forces": [{"id": "F", "type": "load", "b": "b", "fx": 1, "fy": -0.0}]})");
  ASSERT_TRUE(loaded) << loaded.error().front().what;
  const auto again = readMechanism(writeMechanism(loaded->mechanism));
  ASSERT_TRUE(again);
  EXPECT_EQ(again->mechanism, loaded->mechanism);
}

}  // namespace
}  // namespace clank
