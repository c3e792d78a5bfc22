// SPDX-License-Identifier: GPL-3.0-or-later
// One function decides what state a phase is seen to be in.
#include "ui/look/joint_state.h"

#include <gtest/gtest.h>

#include "ui/scene/row_layout.h"

namespace clank {
namespace {

Phase makePhase(const char* id, PhaseKind kind = AsDrawn{}, bool locked = false) {
  Phase phase;
  phase.id = id;
  phase.kind = std::move(kind);
  phase.locked = locked;
  return phase;
}

Joint makeJoint() {
  Joint joint;
  joint.id = "O";
  joint.b = "link";
  Metamorphic table;
  table.phases = {makePhase("free"),
                  makePhase("locked", AsDrawn{}, true),
                  makePhase("merged", Merged{}),
                  makePhase("weld", Weld{}),
                  makePhase("apart", Released{}),
                  makePhase("slides", Prismatic{}),
                  makePhase("slides locked", Prismatic{}, true),
                  makePhase("leans")};
  PhaseChange push;
  push.from = "free";
  push.to = "leans";
  push.guard = Limit{};
  push.latched = 0;
  table.changes = {push};
  joint.metamorphic = table;
  return joint;
}

TEST(JointState, EveryKindOfPhase) {
  using S = JointState;
  EXPECT_EQ(listStates(makeJoint()),
            (std::vector{S::free, S::locked, S::locked, S::locked, S::free, S::free, S::locked, S::contact}));
  Joint ideal = makeJoint();
  ideal.metamorphic.reset();
  EXPECT_EQ(listStates(ideal), std::vector{S::free});
}

TEST(JointState, TheStrongestOfSeveral) {
  using S = JointState;
  EXPECT_EQ(findStrongest({}), S::free);
  EXPECT_EQ(findStrongest({S::free, S::contact}), S::contact);
  EXPECT_EQ(findStrongest({S::locked, S::contact, S::free}), S::locked);
  EXPECT_EQ(findStrongest({S::locked, S::impact}), S::impact);
}

TEST(JointState, ALooseJointHasClearanceUntilItsJournalTouches) {
  using S = JointState;
  Mechanism m;
  m.joints.resize(2);
  m.joints[0].id = "B";
  m.joints[0].clearance.emplace();
  m.joints[1].id = "C";
  m.joints[1].clearance.emplace().fit = Fit::ideal;
  EXPECT_EQ(listStates(m.joints[0]), std::vector{S::clearance});
  EXPECT_EQ(findStrongest({S::free, S::clearance}), S::clearance);
  const RowLayout rows(m, {{"t", "s"}, {"B.state", "1"}});
  std::vector<S> joints;
  rows.readStates({}, joints);
  EXPECT_EQ(joints, (std::vector{S::clearance, S::free}));
  rows.readStates(std::vector<double>{0.1, 0}, joints);
  EXPECT_EQ(joints, (std::vector{S::clearance, S::free}));
  rows.readStates(std::vector<double>{0.1, 3}, joints);
  EXPECT_EQ(joints, (std::vector{S::contact, S::free}));
}

// The row of a run as board and scene read it.
TEST(JointState, RowsTellThePhasesAndTheClosedContacts) {
  using S = JointState;
  Mechanism m;
  m.joints = {makeJoint()};
  ContactPair floor;
  floor.id = "ground";
  m.contacts = {floor};
  const RowLayout rows(m, {{"t", "s"}, {"O.phase", "1"}, {"ground.state", "1"}});
  std::vector<S> joints, contacts;
  rows.readStates({}, joints);
  EXPECT_EQ(joints, std::vector{S::free}) << "the first phase, before a run";
  const std::vector<double> merged{0.1, 2, 0}, leaning{0.2, 7, 2};
  rows.readStates(merged, joints);
  rows.readContacts(merged, contacts);
  EXPECT_EQ(joints, std::vector{S::locked});
  EXPECT_EQ(contacts, std::vector{S::free});
  rows.readStates(leaning, joints);
  rows.readContacts(leaning, contacts);
  EXPECT_EQ(joints, std::vector{S::contact});
  EXPECT_EQ(contacts, std::vector{S::contact});
}

}  // namespace
}  // namespace clank
