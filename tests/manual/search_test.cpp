// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/manual/manual_search.h"

#include <gmock/gmock.h>

#include "tests/manual/manual_files.h"

namespace clank {
namespace {

using testing::ElementsAre;

std::string findFirst(const char* query) {
  const Manual& manual = test::getManual();
  const auto hits = searchManual(manual, query);
  return hits.empty() ? "" : manual.pages[hits[0].page].id;
}

TEST(ManualSearchTest, SplitsWordsWhateverStandsBetween) {
  EXPECT_THAT(splitWords("Drive, or \"brake\": energy.residual, Lamé"),
              ElementsAre("drive", "or", "brake", "energy", "residual", "lamé"));
}

TEST(ManualSearchTest, TitlesComeFirstThenHeadingsThenText) {
  Manual manual;
  manual.pages = {makeManualPage("text", "# A\n\nb\n\n## C\n\nlock and lock and lock"),
                  makeManualPage("heading", "# A\n\nb\n\n## Lock\n\nc"),
                  makeManualPage("title", "# Let it lock\n\nb")};
  const auto hits = searchManual(manual, "lock");
  ASSERT_EQ(hits.size(), 3U);
  EXPECT_EQ(manual.pages[hits[0].page].id, "title");
  EXPECT_EQ(manual.pages[hits[1].page].id, "heading");
  EXPECT_EQ(hits[1].anchor, "lock");
  EXPECT_EQ(manual.pages[hits[2].page].id, "text");
  EXPECT_TRUE(searchManual(manual, "lock absent").empty()) << "every word is wanted";
  EXPECT_EQ(searchManual(manual, "lo b").size(), 3U) << "words by their beginning";
  EXPECT_TRUE(searchManual(manual, " ,").empty());
}

TEST(ManualSearchTest, PeopleFindWhatTheyAskFor) {
  EXPECT_EQ(findFirst("lamp"), "lamp");
  EXPECT_EQ(findFirst("loose pin"), "clearance");
  EXPECT_EQ(findFirst("joint lock"), "lock");
  EXPECT_EQ(findFirst("measurement"), "compare");
  EXPECT_EQ(findFirst("law lankarani"), "contact-law");
  EXPECT_EQ(findFirst("tolerances matter"), "study");
  EXPECT_EQ(findFirst("too many events"), "run-fails");
  EXPECT_EQ(findFirst("ffmpeg"), "share");
}

}  // namespace
}  // namespace clank
