// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/manual/manual_files.h"

#include <filesystem>
#include <regex>
#include <sstream>

namespace clank::test {

const Manual& getManual() {
  static const Result<Manual> manual = readManual(CLANK_MANUAL_FOLDER);
  EXPECT_TRUE(manual) << (manual ? "" : manual.error().front().what);
  static const Manual none;
  return manual ? *manual : none;
}

std::vector<const ManualPage*> listWritten() {
  const std::filesystem::path source = CLANK_SOURCE_DIR "/resources/manual";
  std::vector<const ManualPage*> pages;
  for (const ManualPage& page : getManual().pages)
    if (std::filesystem::exists(source / (page.id + ".md"))) pages.push_back(&page);
  return pages;
}

bool hasPictures() {
  return std::filesystem::exists(getManual().folder / "pictures/made");
}

std::vector<Block> listBlocks(const std::string& markdown) {
  std::vector<Block> blocks;
  std::istringstream lines(markdown);
  bool isInside = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("```", 0) == 0) {
      if (!isInside) blocks.push_back({line.substr(3), {}});
      isInside = !isInside;
    } else if (isInside) {
      blocks.back().text += line + "\n";
    }
  }
  return blocks;
}

std::vector<std::string> listCode(const std::string& markdown) {
  std::string text;
  std::istringstream lines(markdown);
  bool isInside = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("```", 0) == 0) isInside = !isInside;
    if (!isInside && line.rfind("    ", 0) != 0) text += line + " ";
  }
  std::vector<std::string> found;
  static const std::regex code("`([^`]+)`");
  for (std::sregex_iterator at(text.begin(), text.end(), code), end; at != end; ++at)
    found.push_back((*at)[1]);
  return found;
}

}  // namespace clank::test
