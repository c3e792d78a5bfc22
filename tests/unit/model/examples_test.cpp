// SPDX-License-Identifier: GPL-3.0-or-later
// Every shipped example, in every case: it reads without a warning, resolves, has no problem, and is written
// as it is.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <numbers>
#include <sstream>

#include "core/io/mechanism_file.h"
#include "tests/unit/model/mechanism_samples.h"

namespace clank {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> listExamples() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(CLANK_RESOURCES "/examples"))
    if (entry.path().extension() == ".clank") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

class Example : public testing::TestWithParam<fs::path> {};

TEST_P(Example, ReadsWithoutWarning) {
  const auto loaded = loadMechanism(GetParam());
  ASSERT_TRUE(loaded) << listProblems(loaded.error());
  EXPECT_TRUE(loaded->warnings.empty()) << listProblems(loaded->warnings);
  EXPECT_FALSE(loaded->mechanism.name.empty());
  EXPECT_FALSE(loaded->mechanism.description.empty());
}

TEST_P(Example, EveryCaseIsSound) {
  const auto loaded = loadMechanism(GetParam());
  ASSERT_TRUE(loaded) << listProblems(loaded.error());
  std::vector<std::string> cases{""};
  for (const Case& one : loaded->mechanism.cases) cases.push_back(one.id);
  for (const std::string& id : cases) {
    SCOPED_TRACE("case " + id);
    const auto resolved = resolve(loaded->mechanism, id);
    ASSERT_TRUE(resolved) << listProblems(resolved.error());
    EXPECT_TRUE(validate(*resolved).empty()) << listProblems(validate(*resolved));
  }
}

// Saving an example unchanged must not show up as a change.
TEST_P(Example, IsWrittenAsItIs) {
  const auto loaded = loadMechanism(GetParam());
  ASSERT_TRUE(loaded) << listProblems(loaded.error());
  std::ifstream file(GetParam());
  std::stringstream text;
  text << file.rdbuf();
  EXPECT_EQ(writeMechanism(loaded->mechanism), text.str());
}

INSTANTIATE_TEST_SUITE_P(Examples, Example, testing::ValuesIn(listExamples()), [](const auto& example) {
  std::string name = example.param.stem().string();
  std::replace_if(
      name.begin(), name.end(), [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
  return name;
});

class SongThreeBar : public testing::Test {
 protected:
  Mechanism inCase(const std::string& id) {
    const auto loaded = loadMechanism(CLANK_RESOURCES "/examples/papers/song-2020-three-bar.clank");
    if (!loaded) throw std::runtime_error(listProblems(loaded.error()));
    const auto resolved = resolve(loaded->mechanism, id);
    if (!resolved) throw std::runtime_error(listProblems(resolved.error()));
    return *resolved;
  }
};

TEST_F(SongThreeBar, HasTheMassesOfThePaper) {
  const Mechanism mechanism = inCase("");
  ASSERT_EQ(mechanism.bodies.size(), 3U);
  const double mass[] = {0.39, 0.195, 0.195}, inertia[] = {0.00203125, 0.00025390625, 0.00025390625};
  for (std::size_t i = 0; i < 3; ++i) {
    const MassProperties properties = calcMassProperties(mechanism.bodies[i]);
    EXPECT_DOUBLE_EQ(properties.mass, mass[i]);
    EXPECT_DOUBLE_EQ(properties.inertia, inertia[i]);
  }
  EXPECT_EQ(mechanism.gravity.y.value, -9.81);
}

TEST_F(SongThreeBar, CasesDifferInTheLawAndTheReadingOfTheMoments) {
  struct Expected {
    const char* id;
    TransitionLaw law;
    double latched;
    int firstActive;  // the three torques of the reading in force
  };
  for (const Expected& expected : {Expected{"paper-merge", TransitionLaw::merge, 1, 0},
                                   Expected{"paper-ignore", TransitionLaw::ignore, 1, 0},
                                   Expected{"paper-bounce", TransitionLaw::restitution, 0, 0},
                                   Expected{"paper-lock", TransitionLaw::restitutionThenLock, 1, 0},
                                   Expected{"physical-merge", TransitionLaw::merge, 1, 3},
                                   Expected{"physical-ignore", TransitionLaw::ignore, 1, 3},
                                   Expected{"physical-bounce", TransitionLaw::restitution, 0, 3},
                                   Expected{"physical-lock", TransitionLaw::restitutionThenLock, 1, 3}}) {
    SCOPED_TRACE(expected.id);
    const Mechanism mechanism = inCase(expected.id);
    const PhaseChange& change = mechanism.joints[2].metamorphic->changes[0];
    EXPECT_EQ(change.law.value, expected.law);
    EXPECT_EQ(change.latched.value, expected.latched);
    EXPECT_EQ(change.restitution.value, 0.8);
    EXPECT_EQ(std::get<Limit>(change.guard).value.value, std::numbers::pi);
    EXPECT_EQ(std::get<Limit>(change.guard).pin->x.value, 0.0625);
    ASSERT_EQ(mechanism.forces.size(), 6U);
    for (int i = 0; i < 6; ++i)
      EXPECT_EQ(mechanism.forces[static_cast<std::size_t>(i)].active.value,
                i / 3 == expected.firstActive / 3 ? 1 : 0);
  }
}

}  // namespace
}  // namespace clank
