// SPDX-License-Identifier: GPL-3.0-or-later
// The manual of this build, and what its pages name.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/manual/manual.h"

namespace clank::test {

// Fails the test that asks where there is none.
const Manual& getManual();

// The pages that were written by hand: what they name is on screen and in the programs.
std::vector<const ManualPage*> listWritten();

// `words` in text: between back quotes, outside of blocks.
std::vector<std::string> listCode(const std::string& markdown);

// A build without the window draws none.
bool hasPictures();

struct Block {
  std::string kind;  // "clank", "sh", ...
  std::string text;
};
std::vector<Block> listBlocks(const std::string& markdown);

}  // namespace clank::test
