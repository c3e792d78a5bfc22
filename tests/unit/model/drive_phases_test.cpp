// SPDX-License-Identifier: GPL-3.0-or-later
// What a driven joint may become in a phase: a kind whose coordinate measures the same.
#include <gtest/gtest.h>

#include "tests/unit/model/mechanism_samples.h"

namespace clank {
namespace {

// A joint of this kind, driven, that is of another kind after 0.5 s.
Problems judge(JointKind drawn, PhaseKind then) {
  Mechanism m = samplePendulum();
  m.forces.clear();
  m.joints[0].kind = std::move(drawn);
  auto& [phases, changes, unknown] = *m.joints[0].metamorphic;
  phases[1].id = "other";
  phases[1].kind = std::move(then);
  phases[1].locked = false;
  changes[0].to = "other";
  changes[0].guard = TimeGuard{0.5};
  Drive drive;
  drive.id = "motor";
  drive.joint = "O";
  m.drives = {drive};
  return validate(m);
}

const std::string kOtherCoordinate =
    "drive motor: in phase 'other' joint O does not have the coordinate that is driven";

TEST(DrivenJoint, KeepsItsCoordinateInEveryPhase) {
  const std::pair<JointKind, PhaseKind> others[] = {
      {Slot{0.0}, onCircle(0.1)},        {onCircle(0.1), Slot{0.0}}, {onCircle(0.1), onCircle(0.2)},
      {onCircle(0.1), onCircle(0.1, 1)}, {Slot{0.0}, Slot{1.0}},     {Slot{0.0}, Prismatic{1.0, {}}},
      {Revolute{}, Slot{0.0}},           {Revolute{}, Released{}},   {Slot{0.0}, Merged{}},
      {Slot{0.0}, Rack{0.0, 0.1}},
  };
  for (const auto& [drawn, then] : others) {
    const Problems problems = judge(drawn, then);
    EXPECT_EQ(problemAt(problems, "/drives/0/joint"), kOtherCoordinate)
        << drawn.index() << " then " << then.index() << '\n'
        << listProblems(problems);
    EXPECT_EQ(problems.size(), 1U) << listProblems(problems);
  }
}

TEST(DrivenJoint, MayChangeWhatHoldsItsCoordinate) {
  const std::pair<JointKind, PhaseKind> same[] = {{Slot{0.3}, Prismatic{0.3, {}}},
                                                  {Prismatic{0.3, {}}, Slot{0.3}},
                                                  {onCircle(0.1, 0.2), onCircle(0.1, 0.2)},
                                                  {Revolute{}, AsDrawn{}}};
  for (const auto& [drawn, then] : same)
    EXPECT_EQ(listProblems(judge(drawn, then)), "") << drawn.index() << " then " << then.index();
}

}  // namespace
}  // namespace clank
