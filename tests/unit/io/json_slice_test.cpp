// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/json_slice.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "core/io/mechanism_file.h"

namespace clank {
namespace {

using testing::ElementsAre;

std::vector<std::string> listDumps(const JsonSlice& array) {
  std::vector<std::string> dumps;
  for (const JsonSlice& element : array) dumps.push_back(element.dump());
  return dumps;
}

TEST(JsonSlice, TellsTypes) {
  EXPECT_EQ(JsonSlice(" {}").type(), JsonType::object);
  EXPECT_EQ(JsonSlice("[]").type(), JsonType::array);
  EXPECT_EQ(JsonSlice("\"\"").type(), JsonType::text);
  EXPECT_EQ(JsonSlice("-1").type(), JsonType::number);
  EXPECT_EQ(JsonSlice("true").type(), JsonType::boolean);
  EXPECT_EQ(JsonSlice("null").type(), JsonType::null);
}

TEST(JsonSlice, GoesThroughArrays) {
  EXPECT_THAT(listDumps(JsonSlice("[ ]")), ElementsAre());
  EXPECT_THAT(listDumps(JsonSlice("[1,[2,\"]\"] , {\"a\" : [3 ]}\n,\"\\\"\" ] , 5")),
              ElementsAre("1", "[2,\"]\"]", "{\"a\":[3]}", "\"\\\"\""));
  EXPECT_EQ(JsonSlice("[[1, 2], [3, 4], []]").countElements(), 3U);
}

TEST(JsonSlice, ListsMembersByTheirKeys) {
  const auto members = JsonSlice(R"( { "z" : {"x": "}"} ,"a":-2e1, "\u00e9" : [ ] } )").listMembers();
  ASSERT_EQ(members.size(), 3U);
  EXPECT_EQ(members[0].key, "a");
  EXPECT_EQ(members[0].value.getNumber(), -20);
  EXPECT_EQ(members[1].key, "z");
  EXPECT_EQ(members[1].value.dump(), R"({"x":"}"})");
  EXPECT_EQ(members[2].key, "\u00e9");
  EXPECT_TRUE(JsonSlice("{}").listMembers().empty());
}

TEST(JsonSlice, ReadsTexts) {
  EXPECT_EQ(JsonSlice("\"250 mm\"").getText(), "250 mm");
  EXPECT_EQ(JsonSlice("\"a\\n\\\"b\\\\\"").getText(), "a\n\"b\\");
  EXPECT_EQ(JsonSlice("\"\"").getText(), "");
}

TEST(JsonSlice, ReadsNumbersExactly) {
  EXPECT_EQ(JsonSlice("0.1").getNumber(), 0.1);
  EXPECT_EQ(JsonSlice("12345678901234567890123").getNumber(), 12345678901234567890123.0);
  EXPECT_EQ(JsonSlice("1e-400").getNumber(), 0) << "too small for a double";
  EXPECT_FALSE(std::signbit(JsonSlice("-0").getNumber())) << "among whole numbers there is none";
  EXPECT_TRUE(std::signbit(JsonSlice("-0.0").getNumber()));
}

TEST(MechanismReader, TakesAFileWithAByteOrderMark) {
  EXPECT_TRUE(readMechanism("\xEF\xBB\xBF{\"format\": \"clank\", \"version\": 1, \"name\": \"a\"}"));
}

}  // namespace
}  // namespace clank
