// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/file_migration.h"

#include <gtest/gtest.h>

#include "core/io/mechanism_file.h"
#include "core/model/touches.h"

namespace clank {
namespace {

// A floor that two points of a ball meet, the same floor of a hammer's, a wall that nothing meets, and two
// outlines; one id is taken already.
constexpr const char* kOld = R"({"format": "clank", "version": 1,
  "bodies": [{"id": "ball", "mass": 1, "inertia": 1, "radius": 0.1},
             {"id": "hammer", "mass": 1, "inertia": 1, "length": 1},
             {"id": "left_surface", "mass": 1, "inertia": 1}],
  "contacts": [
    {"id": "left", "b": "ball", "at_b": [-0.1, 0], "restitution": 0.5, "thickness": "2 mm", "type": "line",
     "from": ["-l", 0], "to": [1, 0]},
    {"id": "right", "b": "ball", "at_b": [0.1, 0], "thickness": "2 mm", "type": "line", "from": ["-l", 0], "to": [1, 0]},
    {"id": "other", "b": "ball", "type": "line", "from": ["-l", 0], "to": [1, 0]},
    {"id": "head", "a": "hammer", "b": "ball", "radius_b": 0.1, "type": "circle", "radius": 0.2},
    {"id": "wall", "name": "the wall", "b": "", "type": "arc", "radius": 1, "from": 0, "to": 1},
    {"id": "both", "a": "hammer", "b": "ball", "outline_b": true, "type": "outline"}],
  "parameters": [{"id": "l", "value": 1, "unit": "m"}]})";

TEST(FileMigration, ASurfaceWithinAContactIsOneOfItsOwn) {
  const auto loaded = readMechanism(kOld);
  ASSERT_TRUE(loaded) << loaded.error().front().what;
  EXPECT_EQ(loaded->version, 1);
  const Mechanism& m = loaded->mechanism;
  ASSERT_EQ(m.surfaces.size(), 4U);
  EXPECT_EQ(m.surfaces[0].id, "left_surface_2");
  EXPECT_EQ(m.surfaces[0].thickness->text.str(), "2 mm");
  EXPECT_EQ(std::get<LineSurface>(m.surfaces[0].kind).from.x.text.str(), "-l");
  EXPECT_EQ(m.surfaces[1].id, "other_surface") << "as thick as its shape says";
  EXPECT_EQ(m.surfaces[2].id, "head_surface");
  EXPECT_EQ(m.surfaces[2].body, "hammer");
  EXPECT_EQ(m.surfaces[3].id, "wall") << "nothing meets it";
  EXPECT_EQ(m.surfaces[3].name, "the wall");
  ASSERT_EQ(m.contacts.size(), 5U);
  EXPECT_EQ(m.contacts[0].surface, Surface(NamedSurface{"left_surface_2"}));
  EXPECT_EQ(m.contacts[1].surface, m.contacts[0].surface);
  EXPECT_FALSE(m.contacts[0].thickness);
  EXPECT_EQ(m.contacts[0].restitution.value, 0.5);
  EXPECT_EQ(m.contacts[3].a, kFrame) << "it follows from the surface";
  EXPECT_EQ(SurfaceIndex(m).findCarrier(m.contacts[3]), "hammer");
  EXPECT_EQ(m.contacts[4].a, "hammer") << "an outline stays what it is";
}

TEST(FileMigration, TheNewFileIsReadBackEqualAndMovesNothingMore) {
  const Mechanism m = readMechanism(kOld)->mechanism;
  const std::string text = writeMechanism(m);
  const auto again = readMechanism(text);
  ASSERT_TRUE(again) << again.error().front().what;
  EXPECT_EQ(again->version, 2);
  EXPECT_EQ(again->mechanism, m);
  EXPECT_EQ(writeMechanism(again->mechanism), text);
}

TEST(FileMigration, AShapeWithinAContactOfANewFileMovesOutAsWell) {
  std::string text = kOld;
  text.replace(text.find("\"version\": 1"), 12, "\"version\": 2");
  EXPECT_EQ(readMechanism(text)->mechanism, readMechanism(kOld)->mechanism);
}

// What a contact of version 1 said is what the new pair is made of.
TEST(FileMigration, TheContactsAreTheSame) {
  const auto resolved = resolve(readMechanism(kOld)->mechanism);
  ASSERT_TRUE(resolved);
  std::vector<ContactPair> pairs;
  listTouches(*resolved, {[](const TouchGroup&) {}, [&](const ContactPair& pair) { pairs.push_back(pair); }});
  ASSERT_EQ(pairs.size(), 5U);
  EXPECT_EQ(pairs[0].a, kFrame);
  EXPECT_EQ(std::get<LineSurface>(pairs[0].surface).from.x.value, -1);
  EXPECT_EQ(pairs[1].thickness->value, 0.002);
  EXPECT_FALSE(pairs[2].thickness);
  EXPECT_EQ(pairs[3].a, "hammer");
  EXPECT_EQ(std::get<CircleSurface>(pairs[3].surface).radius.value, 0.2);
  EXPECT_EQ(pairs[4].id, "both");
}

}  // namespace
}  // namespace clank
