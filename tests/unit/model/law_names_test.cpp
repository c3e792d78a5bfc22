// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/law_names.h"

#include <gtest/gtest.h>

namespace clank {
namespace {

TEST(LawNames, FollowTheDocumentedOrder) {
  Mechanism mechanism;
  Parameter number, word;
  number.id = "k";
  word.id = "law";
  word.choices = {"merge"};
  mechanism.parameters = {word, number};
  mechanism.bodies.resize(2);
  mechanism.bodies[0].id = "b1";
  mechanism.bodies[1].id = "b2";
  mechanism.joints.resize(3);
  mechanism.joints[0].id = "S";
  mechanism.joints[0].kind = Prismatic{};
  mechanism.joints[1].id = "W";
  mechanism.joints[1].kind = Weld{};
  mechanism.joints[2].id = "R";
  EXPECT_EQ(calcLawNames(mechanism),
            (std::vector<std::string>{"k", "t", "b1.x", "b1.y", "b1.angle", "b1.vx", "b1.vy", "b1.omega",
                                      "b2.x", "b2.y", "b2.angle", "b2.vx", "b2.vy", "b2.omega", "S.travel",
                                      "S.speed", "R.angle", "R.omega"}));
}

}  // namespace
}  // namespace clank
