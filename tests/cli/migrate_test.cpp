// SPDX-License-Identifier: GPL-3.0-or-later
#include <filesystem>

#include "tests/cli/program.h"

namespace clank::test {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFallingBall = R"({"format": "clank", "version": 1, "simulation": {"duration": 0.5},
  "bodies": [{"id": "ball", "mass": 1, "inertia": 1, "pose": {"y": 0.5}}],
  "contacts": [{"id": "ground", "b": "ball", "restitution": 0.5, "type": "line", "from": [-1, 0], "to": [1, 0]}]})";

class Migrate : public CliTest {};

TEST_F(Migrate, WritesTheNewVersionAndKeepsTheOldFile) {
  const fs::path file = save("ball.clank", kFallingBall), old = file.parent_path() / "ball.version-1.clank";
  const Outcome before = run({"run", file.string(), "--out", (file.parent_path() / "a").string()});
  ASSERT_EQ(before.status, 0) << before.err;
  const Outcome migrated = run({"migrate", file.string()});
  ASSERT_EQ(migrated.status, 0) << migrated.err;
  EXPECT_EQ(readAll(old), kFallingBall);
  EXPECT_NE(readAll(file).find("\"version\": 2"), std::string::npos);
  EXPECT_NE(readAll(file).find("\"surfaces\""), std::string::npos);
  ASSERT_EQ(run({"run", file.string(), "--out", (file.parent_path() / "b").string()}).status, 0);
  EXPECT_EQ(readAll(file.parent_path() / "a/samples.csv"), readAll(file.parent_path() / "b/samples.csv"));

  const std::string text = readAll(file);
  EXPECT_EQ(run({"migrate", file.string()}).status, 0) << "nothing to do";
  EXPECT_EQ(readAll(file), text);
}

TEST_F(Migrate, WhatCannotBeReadStaysAndTheOthersAreWritten) {
  const fs::path wrong = save("wrong.clank", "{}"), right = save("right.clank", kFallingBall);
  const Outcome result = run({"migrate", wrong.string(), right.string()});
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(readAll(wrong), "{}");
  EXPECT_NE(readAll(right).find("\"version\": 2"), std::string::npos);
}

}  // namespace
}  // namespace clank::test
