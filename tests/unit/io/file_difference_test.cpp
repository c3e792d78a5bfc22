// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/file_difference.h"

#include <gtest/gtest.h>

namespace clank {
namespace {

using Differences = std::vector<FileDifference>;

TEST(FileDifference, NamesPartsByTheirIds) {
  const auto found = listDifferences(
      R"({"bodies": [{"id": "a", "mass": 1}, {"id": "b", "mass": 2}], "name": "x"})",
      R"({"bodies": [{"id": "c", "mass": 3}, {"id": "b", "mass": 5, "pose": {"x": 1}}], "name": "x"})");
  ASSERT_TRUE(found);
  EXPECT_EQ(*found, (Differences{{"bodies / a", R"({"id":"a","mass":1})", ""},
                                 {"bodies / b / mass", "2", "5"},
                                 {"bodies / b / pose", "", R"({"x":1})"},
                                 {"bodies / c", "", R"({"id":"c","mass":3})"}}));
}

TEST(FileDifference, TellsNumbersOfListsAndWhatChangesItsKind) {
  const auto found = listDifferences(R"({"p": [1, 2, 3], "q": [1], "r": "1 mm", "s": []})",
                                     R"({"p": [1, 5, 3], "q": [1, 2], "r": 0.001, "s": [{"id": "n"}]})");
  ASSERT_TRUE(found);
  EXPECT_EQ(*found, (Differences{{"p / 1", "2", "5"},
                                 {"q", "[1]", "[1,2]"},
                                 {"r", "\"1 mm\"", "0.001"},
                                 {"s / n", "", R"({"id":"n"})"}}));
}

TEST(FileDifference, OfTheSameIsNoneWhateverTheOrder) {
  const auto found = listDifferences(R"({"bodies": [{"id": "a"}, {"id": "b"}], "name": ""})",
                                     R"({"name": "", "bodies": [{"id": "b"}, {"id": "a"}]})");
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->empty());
}

TEST(FileDifference, IsNotAskedOfWhatIsNoJson) {
  EXPECT_FALSE(listDifferences("{}", "{"));
}

}  // namespace
}  // namespace clank
