// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>

#include "tests/cli/program.h"

namespace clank::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class Validate : public CliTest {};

TEST_F(Validate, SaysOkForAGoodFile) {
  const std::string file = save("a.clank", catchingPendulum());
  const Outcome outcome = run({"validate", file});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.out, file + ": ok, 2 cases\n");
  EXPECT_THAT(outcome.err, IsEmpty());
  EXPECT_EQ(run({"validate", "-"}, catchingPendulum()).out, "standard input: ok, 2 cases\n");
}

TEST_F(Validate, TellsEveryProblemOfEveryFile) {
  const std::string good = save("good.clank", catchingPendulum());
  const std::string syntax = save("syntax.clank", "{\n  \"format\": \"clank\"\n  \"version\": 1\n}");
  const std::string values =
      save("values.clank", R"({"format": "clank", "version": 1, "name": 1, "gravity": 1e999})");
  const Outcome outcome = run({"validate", syntax, good, values, "none.clank"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.err, HasSubstr(syntax + ": line 3, column 11: error: syntax error"));
  EXPECT_THAT(outcome.err, HasSubstr(values + ": /name: error: "));
  EXPECT_THAT(outcome.err, HasSubstr(values + ": /gravity: error: the number 1e999 is too large"));
  EXPECT_THAT(outcome.err, HasSubstr("none.clank: error: "));
  EXPECT_THAT(outcome.out, HasSubstr(good + ": ok"));
}

TEST_F(Validate, LooksAtEveryCase) {
  std::string text = catchingPendulum();
  const std::string length = R"("set": {"L": "100 mm"})";
  text.replace(text.find(length), length.size(), R"("set": {"L": "-100 mm"})");
  const Outcome outcome = run({"validate", "-"}, text);
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.err, HasSubstr("/bodies/0/length: error: "));
  EXPECT_THAT(outcome.err, HasSubstr("(case short)"));
}

TEST_F(Validate, AProblemOfAllCasesIsToldOnce) {
  std::string text = catchingPendulum();
  text.replace(text.find("\"b\": \"bar\""), 10, "\"b\": \"bra\"");
  const Outcome outcome = run({"validate", "-"}, text);
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.err, HasSubstr("/joints/0/b: error: "));
  EXPECT_THAT(outcome.err, Not(HasSubstr("(case"))) << outcome.err;
}

TEST_F(Validate, AWarningIsNoError) {
  std::string text = catchingPendulum();
  text.insert(text.find("\"name\""), "\"nmae\": \"x\", ");
  const Outcome outcome = run({"validate", "-"}, text);
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.err, HasSubstr("/nmae: warning: "));
}

}  // namespace
}  // namespace clank::test
