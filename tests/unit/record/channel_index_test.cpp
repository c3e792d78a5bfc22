// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/channel_index.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <string>

#include "core/io/mechanism_file.h"
#include "core/simulation/simulator.h"

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

// A channel is a part's name, a dot and a quantity. So that no two have one name no part has a dot in its
// name, and quantities of the whole are none of a part, whatever that is called.
std::vector<std::string> listRepeated(const Mechanism& mechanism) {
  const auto simulator = Simulator::create(mechanism);
  if (!simulator) return {simulator.error().front().what};
  std::set<std::string> known;
  std::vector<std::string> repeated;
  for (const Channel& channel : simulator->channels())
    if (!known.insert(channel.name).second) repeated.push_back(channel.name);
  return repeated;
}

TEST(ChannelNames, AreEachThereOnceInEveryExample) {
  int count = 0;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(std::string(CLANK_RESOURCES) + "/examples")) {
    if (entry.path().extension() != ".clank") continue;
    const auto loaded = loadMechanism(entry.path());
    ASSERT_TRUE(loaded) << entry.path();
    const auto resolved = resolve(loaded->mechanism);
    ASSERT_TRUE(resolved) << entry.path();
    EXPECT_EQ(listRepeated(*resolved), std::vector<std::string>()) << entry.path();
    ++count;
  }
  EXPECT_GT(count, 10);
}

TEST(ChannelNames, OfPartsCalledAsTheWholeAreEachThereOnce) {
  Mechanism m;
  for (const char* id : {"energy", "solver", "mobility", "drift", "mechanism", "kinetic"}) {
    Body body;
    body.id = id;
    body.mass = 1;
    body.inertia = 1;
    m.bodies.push_back(body);
  }
  EXPECT_EQ(listRepeated(m), std::vector<std::string>());
  m.bodies[1].id = "energy.x";
  EXPECT_NE(listRepeated(m).front().find("letters, digits or _"), std::string::npos);
}

TEST(ChannelIndex, MayBeEmpty) {
  EXPECT_EQ(ChannelIndex({}).find("t"), -1);
}

}  // namespace
}  // namespace clank
