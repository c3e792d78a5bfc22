// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/run_command_line.h"

#include <gtest/gtest.h>

namespace clank {
namespace {

TEST(RunCommandLine, IsQuotedForAShell) {
  EXPECT_EQ(writeRunCommand({"a.clank", "", {}}), "clank-cli run a.clank --out results");
  EXPECT_EQ(writeRunCommand({"it's mine.clank", "long case", {{"e", "0.8"}}, 2.5}),
            "clank-cli run 'it'\\''s mine.clank' --case 'long case' --set e=0.8 --until 2.5 --out results");
  EXPECT_EQ(writeRunCommand({"-q.clank", "", {}}), "clank-cli run ./-q.clank --out results");
}

}  // namespace
}  // namespace clank
