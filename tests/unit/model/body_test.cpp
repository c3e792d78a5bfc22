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

// m = rho pi r^2 t, J = m r^2/2; of a typed mass the inertia follows, unless it is typed too.
TEST(MassProperties, Disc) {
  Body body;
  body.radius = 0.1;
  EXPECT_FALSE(hasMass(body));
  body.thickness = 0.02;
  body.density = 5000.0;
  EXPECT_TRUE(hasMass(body));
  const MassProperties uniform = calcMassProperties(body);
  EXPECT_NEAR(uniform.mass, 5000 * 3.14159265358979 * 0.01 * 0.02, 1e-12);
  EXPECT_NEAR(uniform.inertia, uniform.mass * 0.005, 1e-15);
  EXPECT_EQ(uniform.centerX, 0);
  body.thickness = body.density = std::nullopt;
  body.mass = 3.0;
  EXPECT_DOUBLE_EQ(calcMassProperties(body).inertia, 0.015);
  body.inertia = 0.02;
  EXPECT_DOUBLE_EQ(calcMassProperties(body).inertia, 0.02);
  body.inertia = std::nullopt;
  body.radius = 0;
  EXPECT_FALSE(hasMass(body)) << "a mass without inertia, and no disc";
}

}  // namespace
}  // namespace clank
