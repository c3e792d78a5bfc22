// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/manual/manual_site.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <regex>

#include "tests/cli/program.h"
#include "tests/manual/manual_files.h"

namespace clank::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class ManualSiteTest : public CliTest {
 protected:
  std::string out() const { return (folder() / "site").string(); }
};

// Every file of the site, and every id of its pages that a link may mean.
TEST_F(ManualSiteTest, EveryLinkLeadsToAFileOfTheSite) {
  ASSERT_EQ(run({"manual", "--out", out()}).status, 0);
  static const std::regex link(" (?:href|src)=\"([^\"]+)\"");
  int links = 0, pages = 0;
  for (const auto& entry : fs::directory_iterator(out())) {
    if (entry.path().extension() != ".html") continue;
    ++pages;
    const std::string html = readAll(entry.path());
    for (std::sregex_iterator at(html.begin(), html.end(), link), end; at != end; ++at) {
      const std::string target = (*at)[1];
      if (target.find("://") != std::string::npos) continue;
      if (target.rfind("pictures/", 0) == 0 && !hasPictures()) continue;
      ++links;
      const std::string file = target.substr(0, target.find('#'));
      const fs::path path = file.empty() ? entry.path() : fs::path(out()) / file;
      ASSERT_TRUE(fs::is_regular_file(path)) << entry.path() << ": " << target;
      if (target.size() > file.size()) {
        EXPECT_THAT(readAll(path), HasSubstr("id=\"" + target.substr(file.size() + 1) + "\"")) << target;
      }
    }
  }
  EXPECT_EQ(pages, static_cast<int>(getManual().pages.size()) + 1);
  EXPECT_GT(links, 1000);
}

TEST_F(ManualSiteTest, AsksNoNetwork) {
  ASSERT_EQ(run({"manual", "--out", out()}).status, 0);
  for (const char* file : {"style.css", "search.js"}) {
    const std::string text = readAll(fs::path(out()) / file);
    EXPECT_EQ(text.find("//cdn"), std::string::npos);
    EXPECT_EQ(text.find("http"), std::string::npos) << file;
    EXPECT_EQ(text.find("fetch("), std::string::npos) << file;
  }
}

TEST_F(ManualSiteTest, TheSearchIndexHasEveryPage) {
  ASSERT_EQ(run({"manual", "--out", out()}).status, 0);
  const std::string index = readAll(fs::path(out()) / "search-index.js");
  for (const ManualPage& page : getManual().pages)
    EXPECT_THAT(index, HasSubstr("\"file\": \"" + page.id + ".html\""));
  EXPECT_THAT(index, HasSubstr("When the lamp is orange"));
}

TEST_F(ManualSiteTest, WritesOverAnEarlierManualAndOverNothingElse) {
  ASSERT_EQ(run({"manual", "--out", out()}).status, 0);
  EXPECT_EQ(run({"manual", "--out", out()}).status, 0) << "an earlier manual is brought up to date";
  fs::create_directories(folder() / "work");
  save("work/index.html", "<h1>mine</h1>");
  const Outcome refused = run({"manual", "--out", (folder() / "work").string()});
  EXPECT_EQ(refused.status, 2);
  EXPECT_THAT(refused.err, HasSubstr("holds other files"));
  EXPECT_EQ(readAll(folder() / "work/index.html"), "<h1>mine</h1>");
  EXPECT_EQ(run({"manual", "--out", CLANK_MANUAL_FOLDER}).status, 2) << "the manual itself";
  const std::string file = save("file", "mine");
  EXPECT_EQ(run({"manual", "--out", file}).status, 2);
  EXPECT_EQ(readAll(file), "mine");
  EXPECT_EQ(run({"manual"}).status, 2);
}

TEST_F(ManualSiteTest, LinksOfPagesBecomeThoseOfTheSite) {
  EXPECT_EQ(toSiteLink("lock.md#stop"), "lock.html#stop");
  EXPECT_EQ(toSiteLink("../examples/a/b.clank"), "examples/a/b.clank");
  EXPECT_EQ(toSiteLink("https://example.org/a.md"), "https://example.org/a.md");
  EXPECT_EQ(toSiteLink("#stop"), "#stop");
  EXPECT_EQ(toSiteLink("pictures/a.png"), "pictures/a.png");
}

}  // namespace
}  // namespace clank::test
