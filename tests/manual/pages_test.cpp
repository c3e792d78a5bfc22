// SPDX-License-Identifier: GPL-3.0-or-later
// What the pages name is there: pages, headings, pictures, examples, commands and their options, and words
// that stand on screen.
#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "core/manual/manual_site.h"
#include "tests/cli/program.h"
#include "tests/manual/manual_files.h"

namespace clank::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class ManualPagesTest : public CliTest {};

bool hasHeading(const ManualPage& page, const std::string& anchor) {
  return std::any_of(page.sections.begin(), page.sections.end(),
                     [&](const ManualSection& section) { return section.anchor == anchor; });
}

std::set<std::string> listExamples() {
  std::set<std::string> examples;
  for (const ManualPage& page : getManual().pages)
    for (const std::string& link : listLocalLinks(page.markdown))
      if (link.rfind("../examples/", 0) == 0) examples.insert(link.substr(12));
  return examples;
}

TEST_F(ManualPagesTest, EveryLinkAndPictureIsThere) {
  const Manual& manual = getManual();
  int links = 0;
  for (const ManualPage& page : manual.pages) {
    for (const std::string& link : listLocalLinks(page.markdown)) {
      ++links;
      const std::string file = link.substr(0, link.find('#'));
      const std::string anchor = link.size() > file.size() ? link.substr(file.size() + 1) : "";
      if (file.rfind("../examples/", 0) == 0 || file.rfind("pictures/", 0) == 0) {
        if (file[0] == 'p' && !hasPictures()) continue;
        const fs::path at =
            file[0] == '.' ? fs::path(CLANK_RESOURCES_FOLDER) / file.substr(3) : manual.folder / file;
        EXPECT_TRUE(fs::is_regular_file(at)) << page.id << ": " << link;
        continue;
      }
      const ManualPage* target = file.empty() ? &page : manual.find(file.substr(0, file.find(".md")));
      ASSERT_NE(target, nullptr) << page.id << ": " << link;
      EXPECT_TRUE(anchor.empty() || hasHeading(*target, anchor)) << page.id << ": " << link;
    }
  }
  EXPECT_GT(links, 100);
}

TEST_F(ManualPagesTest, TheIndexNamesEveryPageByItsTitle) {
  const Manual& manual = getManual();
  const std::string index = readAll(manual.folder / "index.md");
  std::set<std::string> listed;
  for (const ManualPage& page : manual.pages) {
    EXPECT_THAT(index, HasSubstr("[" + page.title + "](" + page.id + ".md)"));
    EXPECT_FALSE(page.summary.empty()) << page.id;
    EXPECT_TRUE(listed.insert(page.id).second) << page.id << " is listed twice";
  }
  for (const auto& entry : fs::directory_iterator(manual.folder))
    if (entry.path().extension() == ".md" && entry.path().stem() != "index") {
      EXPECT_TRUE(listed.contains(entry.path().stem())) << entry.path();
    }
  EXPECT_GE(listWritten().size(), 20U);
}

TEST_F(ManualPagesTest, EveryPictureIsShownSomewhere) {
  std::string all;
  for (const ManualPage& page : getManual().pages) all += page.markdown;
  for (const auto& entry : fs::directory_iterator(getManual().folder / "pictures"))
    if (entry.path().extension() == ".png") {
      EXPECT_THAT(all, HasSubstr("pictures/" + entry.path().filename().string()));
    }
}

TEST_F(ManualPagesTest, ExamplesThatAreNamedRun) {
  const auto examples = listExamples();
  EXPECT_GT(examples.size(), 20U);
  for (const std::string& example : examples) {
    const std::string file = std::string(CLANK_RESOURCES_FOLDER) + "/examples/" + example;
    const Outcome done = run({"run", file, "--until", "0.002", "--quiet"});
    EXPECT_EQ(done.status, 0) << example << ": " << done.err;
  }
}

TEST_F(ManualPagesTest, MechanismsInPagesAreSound) {
  int blocks = 0;
  for (const ManualPage* page : listWritten())
    for (const Block& block : listBlocks(page->markdown)) {
      if (block.kind != "clank") continue;
      ++blocks;
      const Outcome done = run({"validate", save("block.clank", block.text)});
      EXPECT_EQ(done.status, 0) << page->id << ": " << done.err;
      EXPECT_EQ(run({"run", (folder() / "block.clank").string(), "--quiet"}).status, 0) << page->id;
    }
  EXPECT_GE(blocks, 1);
}

// "clank-cli run FILE --out DIR": the command, and what of it begins with dashes.
TEST_F(ManualPagesTest, CommandsAndOptionsAreThoseOfTheProgram) {
  std::map<std::string, std::string> help;
  int commands = 0;
  for (const ManualPage* page : listWritten()) {
    std::string lines;
    for (const Block& block : listBlocks(page->markdown))
      if (block.kind == "sh") lines += block.text;
    for (const std::string& code : listCode(page->markdown)) lines += code + "\n";
    for (const std::string& line : splitLines(lines)) {
      std::istringstream words(line);
      std::string program, command;
      if (!(words >> program >> command) || program != "clank-cli") continue;
      ++commands;
      if (!help.contains(command)) help[command] = run({command, "--help"}).out;
      ASSERT_THAT(help[command], HasSubstr("clank-cli " + command)) << page->id << ": " << line;
      for (std::string word; words >> word;)
        if (word.rfind("--", 0) == 0) {
          EXPECT_THAT(help[command], HasSubstr(word)) << page->id << ": " << line;
        }
    }
  }
  EXPECT_GT(commands, 20);
}

// All that the window, and the fields that it shows, can write: texts in the sources, with _ for blanks.
std::string collectWords() {
  std::string all;
  for (const char* folder : {"ui", "core/model", "app"})
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(CLANK_SOURCE_DIR) / folder))
      if (entry.path().extension() == ".cpp" || entry.path().extension() == ".h")
        all += readAll(entry.path());
  std::string joined = std::regex_replace(all, std::regex("\"\\s*\n\\s*\""), "");
  std::replace(joined.begin(), joined.end(), '_', ' ');
  const std::map<std::string, std::string> letters{{"\\u00b2", "²"}, {"\\u00f3", "ó"}, {"\\u00e9", "é"}};
  for (const auto& [escaped, letter] : letters)
    for (std::size_t at = joined.find(escaped); at != std::string::npos; at = joined.find(escaped, at))
      joined.replace(at, escaped.size(), letter);
  joined.erase(std::remove(joined.begin(), joined.end(), '&'), joined.end());
  return joined;
}

// `free length`, `capture speed`: keys of the file, which the window writes with blanks, or names of
// channels.
TEST_F(ManualPagesTest, FieldsAreKeysOfTheFile) {
  // Of the dialog of cams, of an example, of tables of studies.
  const std::set<std::string> others{"cycloid", "harmonic", "dwell", "crank", "open_ledger"};
  static const std::regex name("[a-z_]+"), field("[a-z][a-z_ ]*[a-z]");
  std::set<std::string> keys;
  for (const std::string& code :
       listCode(getManual().find("file_format")->markdown + getManual().find("studies")->markdown))
    for (std::sregex_iterator at(code.begin(), code.end(), name), end; at != end; ++at)
      keys.insert(at->str());
  int fields = 0;
  for (const ManualPage* page : listWritten())
    for (std::string code : listCode(page->markdown)) {
      if (!std::regex_match(code, field) || others.contains(code)) continue;
      ++fields;
      std::replace(code.begin(), code.end(), ' ', '_');
      EXPECT_TRUE(keys.contains(code)) << page->id << ": " << code;
    }
  EXPECT_GT(fields, 60);
}

// What stands in *italics* is on screen: a button, a choice, a heading, a line of a receipt.
TEST_F(ManualPagesTest, WordsInItalicsStandInTheProgram) {
  const std::string known = collectWords();
  static const std::regex italic("(^|[^*])\\*([^*\n]+)\\*(?!\\*)");
  int words = 0;
  for (const ManualPage* page : listWritten()) {
    std::string text = page->markdown;
    for (const Block& block : listBlocks(text)) text.erase(text.find(block.text), block.text.size());
    text = std::regex_replace(text, std::regex("`[^`]*`"), "");
    for (std::sregex_iterator at(text.begin(), text.end(), italic), end; at != end; ++at) {
      ++words;
      EXPECT_THAT(known.find((*at)[2]) != std::string::npos, true) << page->id << ": *" << (*at)[2] << "*";
    }
  }
  EXPECT_GT(words, 60);
}

}  // namespace
}  // namespace clank::test
