// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/channel_index.h"

#include <gtest/gtest.h>

#include <string>

namespace clank {
namespace {

TEST(ChannelIndex, FindsEveryNameAndNoOther) {
  std::vector<Channel> channels;
  for (int i = 0; i < 20000; ++i) channels.push_back({"contact" + std::to_string(i) + ".gap", "m"});
  const ChannelIndex index(channels);
  for (int i = 0; i < 20000; ++i) ASSERT_EQ(index.find("contact" + std::to_string(i) + ".gap"), i);
  for (int i = 0; i < 20000; ++i) ASSERT_EQ(index.find("contact" + std::to_string(i) + ".state"), -1);
  EXPECT_EQ(index.find(""), -1);
}

// As all do that make a run ready to be shown.
TEST(ChannelIndex, NeedsNoTableForWhoAsksInOrder) {
  std::vector<Channel> channels{{"t", "s"}};
  for (int i = 0; i < 1000; ++i)
    for (const char* quantity : {".x", ".y", ".angle", ".vx", ".vy", ".omega"})
      channels.push_back({"b" + std::to_string(i) + quantity, "m"});
  const ChannelIndex index(channels);
  for (int i = 0; i < 1000; ++i)
    for (const char* quantity : {".angle", ".x"})
      ASSERT_EQ(index.find("b" + std::to_string(i) + quantity), 6 * i + (quantity[1] == 'x' ? 1 : 3));
  EXPECT_FALSE(index.hasTable());
  EXPECT_EQ(index.find("t"), 0);
  EXPECT_TRUE(index.hasTable());
}

TEST(ChannelIndex, MayBeEmpty) {
  EXPECT_EQ(ChannelIndex({}).find("t"), -1);
}

}  // namespace
}  // namespace clank
