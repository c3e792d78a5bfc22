// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/growth.h"

#include <gtest/gtest.h>

#include "core/math/expression.h"
#include "core/model/loops.h"
#include "core/model/mechanism.h"

namespace clank {
namespace {

using test::expectNearlyLinear;

TEST(Growth, ParametersThatUseTheOneAbove) {
  expectNearlyLinear(
      [](int count) {
        Mechanism m;
        for (int i = 0; i < count; ++i) {
          Parameter parameter;
          parameter.id = "p" + std::to_string(i);
          parameter.value.text = i == 0 ? "1" : "p" + std::to_string(i - 1) + " + 1";
          m.parameters.push_back(parameter);
        }
        return [m, count] {
          const auto resolved = resolve(m);
          ASSERT_TRUE(resolved);
          ASSERT_EQ(resolved->parameters.back().value.value, count);
        };
      },
      4000);
}

TEST(Growth, ChainsOfBodies) {
  expectNearlyLinear(
      [](int count) {
        Mechanism m;
        for (int i = 0; i < count; ++i) {
          Joint joint;
          joint.id = "j" + std::to_string(i);
          joint.a = i == 0 ? kFrame : "b" + std::to_string(i - 1);
          joint.b = "b" + std::to_string(i);
          m.joints.push_back(joint);
        }
        return [m] { ASSERT_TRUE(findLoops(m).empty()); };
      },
      1000);
}

TEST(Growth, LawsThatAreTooLongAreRefused) {
  std::string sum = "t";
  while (sum.size() < 1'000'000) sum += "+t";
  const std::vector<std::string> names{"t"};
  const auto tooLong = Expression::compile(sum, names);
  ASSERT_FALSE(tooLong);
  EXPECT_EQ(tooLong.error().front().what, "the expression is longer than 100000 characters");
  EXPECT_TRUE(Expression::compile(sum.substr(0, 99999), names));
}

}  // namespace
}  // namespace clank
