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

// A cantilever with a load that comes at once.
std::string loadedBar(const std::string& flexible) {
  return R"({"format": "clank", "version": 2, "bodies": [{"id": "bar", "length": 1, "flexible": {)" +
         flexible +
         R"("section": {"type": "rectangle", "height": 0.01, "width": 0.02}}}],
             "joints": [{"id": "O", "type": "weld", "b": "bar"}],
             "forces": [{"id": "F", "type": "load", "b": "bar", "at_b": [1, 0], "fy": -10}],
             "simulation": {"duration": 0.02}})";
}

TEST_F(Modes, ConvergeTellsHowManyModesAreEnough) {
  const std::vector<std::string> asked{"converge", "-", "--quantity", "peak(bar.tip_deflection)"};
  const Outcome held = run(asked, loadedBar(""));
  EXPECT_EQ(held.status, 0) << held.err;
  EXPECT_THAT(held.out, HasSubstr("1 modes are enough")) << "static shapes have the sag";
  // The moment at the root converges more slowly, and not within 1e-9.
  const Outcome moment =
      run({"converge", "-", "--quantity", "peak(bar.bending_moment_start)", "--tolerance", "1e-9"},
          loadedBar(R"("basis": "clamped_free", )"));
  EXPECT_EQ(moment.status, 3) << moment.out;
  EXPECT_THAT(moment.err, HasSubstr("does not stay within"));
}

TEST_F(Modes, ConvergeRefusesWhatHasNoAnswer) {
  const Outcome rigid = run({"converge", "-", "--quantity", "peak(rod.angle)"}, rodOnAPin());
  EXPECT_EQ(rigid.status, 1);
  EXPECT_THAT(rigid.err, HasSubstr("/bodies: error: no link bends in modes"));
  EXPECT_THAT(rigid.out, IsEmpty());
  const Outcome unknown = run({"converge", "-", "--quantity", "peak(bar.nothing)"}, loadedBar(""));
  EXPECT_EQ(unknown.status, 1);
  EXPECT_THAT(unknown.err, HasSubstr("unknown name 'bar.nothing'"));
  EXPECT_EQ(run({"converge", "-"}, loadedBar("")).status, 2) << "no quantity";
}

}  // namespace
}  // namespace clank::test
