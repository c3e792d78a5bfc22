// SPDX-License-Identifier: GPL-3.0-or-later
// Natural frequencies and static equilibrium.
#include <gmock/gmock.h>

#include <cmath>
#include <numbers>

#include "tests/cli/program.h"

namespace clank::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class Modes : public CliTest {};

// A rod of 2 kg and 0.25 m on a pin, level; with a torsion spring on request.
std::string rodOnAPin(const std::string& more = {}) {
  return R"({"format": "clank", "version": 1, "bodies": [{"id": "rod", "mass": 2, "inertia": 0.01,
             "center": [0.125, 0]}],
             "joints": [{"id": "O", "type": "revolute", "b": "rod"}])" +
         more + "}";
}

TEST_F(Modes, EquilibriumTellsWhereARodHangs) {
  const Outcome outcome = run({"equilibrium", "-"}, rodOnAPin());
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("angle deg"));
  EXPECT_THAT(outcome.out, HasSubstr("rod "));
  EXPECT_THAT(outcome.out, HasSubstr(" -90 "));
}

TEST_F(Modes, EquilibriumTellsNoRounding) {
  const Outcome outcome =
      run({"equilibrium", CLANK_RESOURCES_FOLDER "/examples/linkages/toggle-clamp.clank"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("plunger"));
  EXPECT_THAT(outcome.out, Not(HasSubstr("e-")));
}

TEST_F(Modes, EquilibriumTellsWhatNothingHolds) {
  const Outcome outcome =
      run({"equilibrium", "-"}, R"({"format": "clank", "version": 1, "bodies": [{"id": "rod", "mass": 2,
                                    "inertia": 0.01}]})");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.out, IsEmpty());
  EXPECT_THAT(outcome.err,
              HasSubstr("/bodies/0: error: no static equilibrium is found: nothing holds body rod"));
}

// f = sqrt(m g c/(J + m c^2))/(2 pi), hanging.
TEST_F(Modes, FrequencyOfAPendulum) {
  const Outcome outcome = run({"frequencies", "-"}, rodOnAPin(R"(, "simulation": {"start": "equilibrium"})"));
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  const double f = std::sqrt(2 * 9.81 * 0.125 / (0.01 + 2 * 0.125 * 0.125)) / (2 * std::numbers::pi);
  char digits[16];
  std::snprintf(digits, sizeof digits, "%.4f", f);
  EXPECT_THAT(outcome.out, HasSubstr(std::string(digits, 5)));
}

}  // namespace
}  // namespace clank::test
