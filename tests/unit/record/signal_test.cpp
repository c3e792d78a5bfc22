// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/signal.h"

#include <gtest/gtest.h>

namespace clank {
namespace {

const std::vector<Channel> kSignals{{"t", "s"}, {"B.reaction_x", "N"}, {"bar.omega", "rad/s"}, {"m", "kg"}};
const std::vector<double> kSignalRow{0.5, 3, -2, 7};

TEST(Signal, IsAChannelOrAnExpressionOfChannelsAndConstants) {
  const std::vector<SignalConstant> constants{{"unused", 9}, {"mass", 0.25}, {"m", 100}};
  const auto read = [&](const std::string& text) {
    auto signal = Signal::find(text, kSignals, constants);
    return signal ? signal->read(kSignalRow) : -1;
  };
  EXPECT_EQ(read("B.reaction_x"), 3);
  EXPECT_EQ(read("B.reaction_x * 2 + mass * 8"), 8);
  EXPECT_EQ(read("mass * bar.omega ^ 2 + t"), 1.5);
  EXPECT_EQ(read("m * 2"), 14) << "the channel goes before the parameter";
  EXPECT_EQ(read("2 * 3"), 6);
  EXPECT_EQ(Signal::find("bar.omega", kSignals)->getUnit(), "rad/s");
  EXPECT_TRUE(Signal::find("2*t", kSignals)->isExpression());
}

TEST(Signal, SaysWhatIsWrongAndWhere) {
  const auto signal = Signal::find("2 * bar.omeg", kSignals);
  ASSERT_FALSE(signal);
  EXPECT_EQ(signal.error().front().where, "column 5");
  EXPECT_NE(signal.error().front().what.find("bar.omega"), std::string::npos) << signal.error().front().what;
  EXPECT_FALSE(Signal::find("", kSignals));
  const auto mixed = Signal::find("B.reaction_x + bar.omega", kSignals);
  ASSERT_FALSE(mixed) << "a force and an angular velocity have no sum";
  EXPECT_NE(mixed.error().front().what.find("force"), std::string::npos) << mixed.error().front().what;
}

}  // namespace
}  // namespace clank
