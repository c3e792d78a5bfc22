// SPDX-License-Identifier: GPL-3.0-or-later
// Where arrows of forces and velocities begin and what they mean, against rows of runs.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <string>

#include "tests/support/contacts.h"
#include "tests/support/growth.h"
#include "tests/support/parts.h"
#include "tests/support/runs.h"
#include "ui/scene/arrow_record.h"
#include "ui/scene/row_layout.h"
#include "ui/scene/run_arrows.h"

namespace clank {
namespace {

using namespace test;

struct Recorded {
  Mechanism mechanism;
  FinishedRun run;
  ArrowRecord record;
};

Recorded recordExample(const std::string& name) {
  const Mechanism mechanism = loadExample(name);
  Recorded r{mechanism, run(mechanism), {}};
  r.record = ArrowRecord(mechanism, r.run.trajectory.channels(), layOut(mechanism));
  const Trajectory& trajectory = r.run.trajectory;
  for (std::size_t i = 0; i < trajectory.sampleCount(); ++i)
    r.record.append(trajectory.row(i), trajectory.touchesAt(i));
  return r;
}

std::vector<ArrowMoment> select(std::vector<ArrowMoment> moments, ArrowKind kind) {
  std::erase_if(moments, [&](const ArrowMoment& moment) { return moment.kind != kind; });
  return moments;
}

// The scene learns a plate with so many points that touch a floor.
std::function<void()> learnContacts(int n) {
  Mechanism m;
  m.bodies = {makeBody("plate", 1, 0.1)};
  std::vector<Channel> channels{{"t", "s"}};
  for (int i = 0; i < n; ++i) {
    m.contacts.push_back(makeContact("c" + std::to_string(i), "plate", makeFloor(), 0.5));
    m.contacts.back().atB = {1e-3 * i, 1e-6 * i * (i % 2)};
    for (const char* signal : {".state", ".gap", ".point_x", ".point_y", ".force_x", ".force_y"})
      channels.push_back({m.contacts.back().id + signal, "1"});
  }
  return [m, channels] {
    const MechanismLayout layout = layOut(m);
    const RowLayout rows(m, channels);
    const ArrowRecord record(m, channels, layout);
  };
}

// Eight times as many take about eight times as long, and not sixty-four times.
TEST(ArrowRecord, WhatManyContactsCostGrowsWithTheirNumber) {
  test::expectNearlyLinear(learnContacts, 1000);
}

TEST(ArrowRecord, VelocitiesAreThoseOfThePoints) {
  const Recorded r = recordExample("linkages/four-bar.clank");
  const auto row = r.run.trajectory.row(r.run.trajectory.sampleCount() / 3);
  const auto velocities = select(r.record.read(row), ArrowKind::velocity);
  ASSERT_EQ(velocities.size(), 3U) << "two pins that move and the traced point";
  // The pin of a crank of 100 mm that turns by 2 pi a second about the origin.
  const ArrowMoment& pin = velocities.front();
  EXPECT_NEAR(length(pin.at), 0.1, 1e-9);
  EXPECT_NEAR(length(pin.value), 0.1 * 2 * kPi, 1e-9);
  EXPECT_NEAR(dot(pin.at, pin.value), 0, 1e-9);
  // That of the rocker, 200 mm from its bearing, seen on a body whose origin is somewhere else.
  const ArrowMoment& far = velocities[1];
  const Vec2 arm = far.at - Vec2{0.3, 0};
  EXPECT_NEAR(length(arm), 0.2, 1e-9);
  EXPECT_NEAR(dot(arm, far.value), 0, 1e-9);
  EXPECT_NEAR(cross(arm, far.value), 0.04 * r.run.value(row, "rocker.omega"), 1e-9);
  const ArrowMoment& traced = velocities.back();
  EXPECT_EQ(traced.at.x, r.run.value(row, "P.x"));
  EXPECT_EQ(traced.value.y, r.run.value(row, "P.vy"));
  EXPECT_GE(r.record.peak(ArrowKind::velocity), length(pin.value));
}

TEST(ArrowRecord, ReactionsStandAtTheirJoints) {
  const Recorded r = recordExample("linkages/four-bar.clank");
  const auto row = r.run.trajectory.row(7);
  const auto reactions = select(r.record.read(row), ArrowKind::reaction);
  ASSERT_EQ(reactions.size(), r.mechanism.joints.size());
  EXPECT_NEAR(length(reactions.front().at), 0, 1e-9) << "the bearing of the crank";
  EXPECT_EQ(reactions.front().value.x, r.run.value(row, r.mechanism.joints.front().id + ".reaction_x"));
}

// At rest on its two edges the block of 120 kg is carried by them, each where it touches.
TEST(ArrowRecord, ContactsPushWhereTheyTouch) {
  const Recorded r = recordExample("contacts/rocking-block.clank");
  const auto row = r.run.trajectory.row(r.run.trajectory.sampleCount() - 1);
  const auto contacts = select(r.record.read(row), ArrowKind::contact);
  ASSERT_EQ(contacts.size(), 2U);
  double up = 0, turning = 0;
  for (const ArrowMoment& contact : contacts) {
    EXPECT_NEAR(contact.at.y, 0, 1e-9);
    up += contact.value.y;
    turning += cross(contact.at, contact.value);
  }
  EXPECT_NEAR(up, 120 * 9.81, 1e-6);
  EXPECT_NEAR(turning, r.run.value(row, "block.x") * up, 1e-6) << "about the middle there is no moment";
  const auto first = select(r.record.read(r.run.trajectory.row(0)), ArrowKind::contact);
  EXPECT_LT(first.size(), 2U) << "what is open has no arrow";
}

// One contact of all dominoes with the table and each other has no one force. What the table carries is the
// weight of all but what goes down faster and faster, and nobody pulls.
TEST(ArrowRecord, BodiesOfOneContactPushEachOtherWhereTheyTouch) {
  const Recorded r = recordExample("contacts/domino-row.clank");
  const Trajectory& trajectory = r.run.trajectory;
  std::size_t between = 0;
  for (const double t : {0.0, 0.1, 0.5}) {
    SCOPED_TRACE(t);
    const std::size_t sample = trajectory.countUpTo(t) - 1;
    const auto row = trajectory.row(sample);
    double up = 0, needed = 0;
    for (const ArrowMoment& contact :
         select(r.record.read(row, trajectory.touchesAt(sample)), ArrowKind::contact)) {
      if (contact.at.y < 1e-6)
        up += contact.value.y;
      else
        ++between;
    }
    for (const Body& body : r.mechanism.bodies)
      needed += body.mass->value * (9.81 + r.run.value(row, body.id + ".ay"));
    EXPECT_NEAR(up, needed, 1e-5 * needed);
  }
  EXPECT_GT(between, 5U);
  // Each weighs 0.19 N; where they wedge for an instant it is up to 13 N, and nobody would see the others.
  EXPECT_GT(r.record.peak(ArrowKind::contact), 0.2);
  EXPECT_LT(r.record.peak(ArrowKind::contact), 0.5);
}

TEST(ArrowRecord, WhatALooseJointDoesIsAContact) {
  const Recorded r = recordExample("benchmarks/flores-leine-glocker.clank");
  const auto loose = static_cast<std::size_t>(
      std::ranges::count_if(r.mechanism.joints, [](const Joint& joint) { return isLoose(joint); }));
  ASSERT_GT(loose, 0U);
  const auto row = r.run.trajectory.row(r.run.trajectory.sampleCount() / 2);
  EXPECT_EQ(select(r.record.read(row), ArrowKind::reaction).size(), r.mechanism.joints.size() - loose);
  EXPECT_LE(select(r.record.read(row), ArrowKind::contact).size(), loose);
  EXPECT_GT(r.record.peak(ArrowKind::contact), 0);
}

// Its pin is new at first and has play afterwards.
TEST(ArrowRecord, AJointThatWearsOutHasAReactionBeforeAndAContactAfterwards) {
  const Recorded r = recordExample("linkages/worn-four-bar.clank");
  const Trajectory& run = r.run.trajectory;
  std::size_t touching = 0;
  for (std::size_t i = 0; i < run.sampleCount(); ++i) {
    const auto moments = r.record.read(run.row(i));
    const std::size_t reactions = select(moments, ArrowKind::reaction).size(),
                      contacts = select(moments, ArrowKind::contact).size();
    const bool isWorn = r.run.value(run.row(i), "B.phase") > 0;
    EXPECT_EQ(reactions, r.mechanism.joints.size() - (isWorn ? 1 : 0)) << "row " << i;
    EXPECT_LE(contacts, isWorn ? 1U : 0U);
    touching += contacts;
  }
  EXPECT_GT(touching, 0U);
}

TEST(RunArrows, LongerOnesMeanLess) {
  const Recorded r = recordExample("linkages/four-bar.clank");
  RunArrows arrows(nullptr);
  arrows.begin(r.mechanism, r.run.trajectory.channels(), layOut(r.mechanism));
  EXPECT_EQ(arrows.fullVelocity(), 0);
  for (std::size_t i = 0; i < r.run.trajectory.sampleCount(); ++i) arrows.append(r.run.trajectory.row(i));
  const auto read = [&](int longer) {
    arrows.setLook({.contacts = true, .reactions = true, .velocities = true, .longer = longer});
    return arrows.fullVelocity();
  };
  EXPECT_EQ(read(0), 1) << "m/s";
  EXPECT_NEAR(read(1), 0.5, 1e-12);
  EXPECT_NEAR(read(2), 0.2, 1e-12);
  EXPECT_NEAR(read(3), 0.1, 1e-12);
  EXPECT_NEAR(read(-1), 2, 1e-12);
  EXPECT_NEAR(read(-3), 10, 1e-12);
  EXPECT_EQ(arrows.forceKind(), ArrowKind::reaction) << "no contacts here";
}

}  // namespace
}  // namespace clank
