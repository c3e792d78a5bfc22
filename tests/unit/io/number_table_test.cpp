// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/number_table.h"

#include <gmock/gmock.h>

#include "core/io/reference_file.h"

namespace clank {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<NumberColumn> mustRead(std::string_view text, const TableFormat& format = {},
                                   const std::vector<std::string>& columns = {"1", "2"}) {
  auto table = readNumberTable(text, format, columns);
  EXPECT_TRUE(table) << (table ? "" : table.error().front().what);
  return table ? *table : std::vector<NumberColumn>(2);
}

Problem mustRefuse(std::string_view text, const TableFormat& format = {},
                   const std::vector<std::string>& columns = {"1", "2"}) {
  const auto table = readNumberTable(text, format, columns);
  EXPECT_FALSE(table);
  return table ? Problem{} : table.error().front();
}

TEST(NumberTable, FindsDelimiterAndHeader) {
  for (const char* text : {"t,v\n0,1\n2,3\n", "0;1\n2;3\n", "0\t1\r\n2\t3", "  0   1\n 2 3\n\n",
                           "\xEF\xBB\xBF# digitised\nt [s];v [mm]\n0;1\n2;3\n"}) {
    const auto table = mustRead(text);
    EXPECT_THAT(table[0].values, ElementsAre(0, 2)) << text;
    EXPECT_THAT(table[1].values, ElementsAre(1, 3)) << text;
  }
}

TEST(NumberTable, NamesAndUnitsComeFromTheHeader) {
  const auto table = mustRead("\"x, measured [mm]\",t [ms]\n1.5,+2e1\n", {}, {"t", "x, measured"});
  EXPECT_EQ(table[0].unit, "ms");
  EXPECT_EQ(table[1].unit, "mm");
  EXPECT_THAT(table[0].values, ElementsAre(20));
  EXPECT_THAT(table[1].values, ElementsAre(1.5));
}

TEST(NumberTable, TakesDecimalCommasWhereTheDelimiterIsNone) {
  const auto table = mustRead("t;v\n0,5;-1,25e-1\n");
  EXPECT_THAT(table[0].values, ElementsAre(0.5));
  EXPECT_THAT(table[1].values, ElementsAre(-0.125));
}

TEST(NumberTable, ShorterCurvesOfATableEndEarly) {
  const auto table = mustRead("1,2,10,20\n3,4,30,40\n5,6,,\n", {}, {"3", "4"});
  EXPECT_THAT(table[1].values, ElementsAre(20, 40));
}

TEST(NumberTable, RefusesBrokenTablesWithLineAndReason) {
  EXPECT_THAT(mustRefuse("").what, HasSubstr("empty"));
  Problem problem = mustRefuse("t,v\n0,1\n1,x\n");
  EXPECT_EQ(problem.where, "line 3");
  EXPECT_THAT(problem.what, HasSubstr("column 2: 'x' is no number"));
  problem = mustRefuse("# c\n0,1\n\n1,\n");
  EXPECT_EQ(problem.where, "line 4");
  EXPECT_THAT(problem.what, HasSubstr("column 2 is empty"));
  EXPECT_THAT(mustRefuse("0,1\n0,\"2\n").what, HasSubstr("quote"));
  EXPECT_THAT(mustRefuse("time,value\n0,1\n", {}, {"tim", "value"}).what, HasSubstr("did you mean 'time'"));
  EXPECT_THAT(mustRefuse("0,1\n", {}, {"t", "2"}).what, HasSubstr("no header"));
  EXPECT_THAT(mustRefuse("t,v\n").what, HasSubstr("no row of numbers"));
  EXPECT_THAT(mustRefuse("0,1\n", {"=>"}).what, HasSubstr("no delimiter"));
  EXPECT_EQ(mustRefuse("0,1\n1,nan\n").where, "line 2");
}

Reference inMillimetres() {
  Reference reference;
  reference.file = "a.csv";
  reference.timeUnit = "ms";
  reference.valueUnit = "mm";
  reference.timeScale = 2;
  reference.timeShift = 0.5;
  return reference;
}

TEST(ReferenceFile, ConvertsScalesAndShifts) {
  const auto read = readReference("0,10\n100,20\n", inMillimetres(), "m");
  ASSERT_TRUE(read);
  EXPECT_THAT(read->curve.t, ElementsAre(0.5, 0.7));
  EXPECT_THAT(read->curve.value, ElementsAre(0.01, 0.02));
}

TEST(ReferenceFile, TurnsACurveRoundThatWasMeasuredBackwards) {
  Reference reference = inMillimetres();
  reference.timeScale = -1;
  reference.timeShift = 0;
  const auto read = readReference("0,10\n100,20\n", reference, "m");
  ASSERT_TRUE(read);
  EXPECT_THAT(read->curve.value, ElementsAre(0.02, 0.01));
}

TEST(ReferenceFile, RefusesWhatDoesNotFit) {
  auto read = readReference("0,1\n2,1\n1,1\n", {}, "m");
  ASSERT_FALSE(read);
  EXPECT_THAT(read.error().front().what, HasSubstr("back and forth: 1 s comes after 2 s"));
  read = readReference("t [s],v [N]\n0,1\n", {}, "m");
  ASSERT_FALSE(read);
  EXPECT_THAT(read.error().front().what, HasSubstr("values in 'N' cannot be compared with 'm'"));
  read = readReference("t [mm],v\n0,1\n", {}, "m");
  ASSERT_FALSE(read);
  EXPECT_THAT(read.error().front().what, HasSubstr("time in 'mm'"));
}

}  // namespace
}  // namespace clank
