// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/body.h"

#include <gtest/gtest.h>

namespace clank {
namespace {

TEST(MassProperties, TypedValuesAreTakenAsTheyAre) {
  Body body;
  body.mass = 2.0;
  body.inertia = 0.5;
  body.center = {0.1, -0.2};
  const MassProperties properties = calcMassProperties(body);
  EXPECT_EQ(properties.mass, 2);
  EXPECT_EQ(properties.inertia, 0.5);
  EXPECT_EQ(properties.centerX, 0.1);
  EXPECT_EQ(properties.centerY, -0.2);
}

TEST(MassProperties, SlenderRod) {
  Body body;
  body.length = 0.25;
  body.section = 2e-4;
  body.density = 7800.0;
  const MassProperties properties = calcMassProperties(body);
  EXPECT_DOUBLE_EQ(properties.mass, 0.39);
  EXPECT_DOUBLE_EQ(properties.inertia, 0.00203125);
  EXPECT_EQ(properties.centerX, 0.125);
  EXPECT_EQ(properties.centerY, 0);
}

}  // namespace
}  // namespace clank
