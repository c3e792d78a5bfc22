// SPDX-License-Identifier: GPL-3.0-or-later
// Which contacts a step of time has to think of, along ways that parts really take.
#include "core/simulation/near_contacts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "core/dynamics/system_compiler.h"
#include "tests/support/contacts.h"
#include "tests/support/parts.h"

namespace clank::test {
namespace {

// A disc of radius 0.1 m beside a square from -1 to 1 m.
class NearContactsTest : public ::testing::Test {
 protected:
  static constexpr double kRadius = 0.1;

  static System compile() {
    Mechanism m;
    m.bodies.push_back(makeBody("disc", 1, 0.005, {0, 0, 0, {}}));
    PolylineSurface square;
    square.points = {{-1, -1}, {-1, 1}, {1, 1}, {1, -1}};
    square.closed = 1;
    m.contacts = {makeContact("touch", "disc", square)};
    m.contacts[0].radius = kRadius;
    return compileSystem(m).value();
  }
  // The upper side.
  std::size_t findTop() const {
    for (std::size_t c = 0; c < system_.contacts.size(); ++c) {
      const SystemContact contact = system_.contacts[c];
      if (const auto* side = std::get_if<SegmentPiece>(&contact.geometry.piece))
        if (side->direction.x() != 0 && side->origin.y() == 1) return c;
    }
    ADD_FAILURE();
    return 0;
  }
  // A step from where the disc is; it is looked for what may touch at both of its ends.
  void step(double x, double y) {
    const std::vector<double> to{x, y, 0};
    near_.find(at_, NearContacts::When::atBegin, found_);
    near_.move(at_, to);
    near_.find(to, NearContacts::When::within, found_);
    at_ = to;
  }

  const System system_ = compile();
  NearContacts near_{system_};
  std::vector<double> at_{1.5, 0, 0};  // behind the upper side, beyond its end
  std::vector<std::size_t> found_;
};

TEST_F(NearContactsTest, WhatComesRoundToTheFrontOfASideMeetsIt) {
  step(1.5, 0.01);
  step(0.5, 1.3);
  step(0.5, 1.25);
  step(0.5, 1 + kRadius - 1e-4);
  EXPECT_NE(std::find(found_.begin(), found_.end(), findTop()), found_.end());
  EXPECT_FALSE(near_.isBehind(findTop()));
}

}  // namespace
}  // namespace clank::test
