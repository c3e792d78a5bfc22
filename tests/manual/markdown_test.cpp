// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/manual/markdown.h"

#include <gmock/gmock.h>

namespace clank {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(MarkdownTest, HeadingsHaveAnchorsAsOnCodeHosts) {
  EXPECT_EQ(toHtml("# When the lamp is *orange*"),
            "<h1 id=\"when-the-lamp-is-orange\">When the lamp is <em>orange</em></h1>\n");
  EXPECT_EQ(makeAnchor("What to do, now?"), "what-to-do-now");
  EXPECT_EQ(makeAnchor("Poincaré & Lamé"), "poincaré--lamé");
  const std::string twice = toHtml("## run\n\n## run\n");
  EXPECT_THAT(twice, HasSubstr("id=\"run\""));
  EXPECT_THAT(twice, HasSubstr("id=\"run-1\""));
}

TEST(MarkdownTest, TagsAreTextAndTablesAreTables) {
  EXPECT_THAT(toHtml("a <script>alert(1)</script> b"), Not(HasSubstr("<script>")));
  EXPECT_THAT(toHtml("| a | b |\n|---|---|\n| 1 | 2 |\n"), HasSubstr("<td>1</td>"));
}

TEST(MarkdownTest, EveryLinkAndPictureGoesThroughTheRule) {
  const auto mark = [](std::string_view link) { return "to/" + std::string(link); };
  const std::string html = toHtml("[a](b.md?x=1&y=2) ![c](d.png) `href=\"e\"`", mark);
  EXPECT_THAT(html, HasSubstr("href=\"to/b.md?x=1&amp;y=2\""));
  EXPECT_THAT(html, HasSubstr("src=\"to/d.png\""));
  EXPECT_THAT(html, HasSubstr("href=&quot;e&quot;"));
}

TEST(MarkdownTest, PlainTextHasNoTagsAndItsLetters) {
  EXPECT_EQ(toPlainText("<p>a &lt; b &amp;&amp; <code>\"c\"</code></p>"), "a < b && \"c\"");
  EXPECT_EQ(escapeHtml("<a & \"b\">"), "&lt;a &amp; &quot;b&quot;&gt;");
}

}  // namespace
}  // namespace clank
