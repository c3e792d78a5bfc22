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

// Dimensions: what the parameter itself says is looked at although every case has another value.
TEST_F(Validate, RefusesWhatHasAnotherDimension) {
  const auto told = [&](const std::string& parameter, const std::string& length, const std::string& moment) {
    return run({"validate", "-"},
               R"({"format": "clank", "version": 1, "cases": [{"id": "c", "set": {"p": 1}}],
               "parameters": [{"id": "M", "value": "2 kg"}, {"id": "p", "unit": "1", "value": ")" +
                   parameter + R"("}],
               "bodies": [{"id": "bar", "length": ")" +
                   length + R"(", "section": 1e-4, "density": 7850}],
               "joints": [{"id": "A", "type": "revolute", "b": "bar"}],
               "forces": [{"id": "f", "type": "torque", "b": "bar", "moment": ")" +
                   moment + R"("}], "simulation": {"duration": 0.01}})");
  };
  EXPECT_EQ(told("2", "1/2 in", "0.3*A.omega").err, "");
  EXPECT_THAT(told("nope", "1 m", "0").err, HasSubstr("takes a number, found the word 'nope'"));
  EXPECT_THAT(told("3 kg", "1 m", "0").err, HasSubstr("a number is wanted, this is a mass"));
  EXPECT_THAT(
      told("2", "2*5 kg", "0").err,
      HasSubstr("/bodies/0/length: error: bar, length: \"2*5 kg\": a length is wanted, this is a mass"));
  EXPECT_THAT(told("2", "2*M", "0").err, HasSubstr("a length is wanted, this is a mass"));
  const Outcome bare = told("2", "0.05*M", "0");
  EXPECT_EQ(bare.status, 0);
  EXPECT_THAT(bare.err, HasSubstr("warning: bar, length: \"0.05*M\": a length is wanted, this is a mass"));
  const Outcome law = told("2", "1 m", "3 N m + 2 N*t");
  EXPECT_EQ(law.status, 0);
  EXPECT_THAT(law.err, HasSubstr("/forces/0/moment: warning: f, moment: "));
  EXPECT_THAT(law.err, HasSubstr("cannot be added"));
}

TEST_F(Validate, RefusesAQuantityOfAStudyThatContradictsItself) {
  const auto told = [&](const std::string& value, const std::string& unit) {
    return run({"validate", "-"}, R"({"format": "clank", "version": 1,
               "parameters": [{"id": "L", "value": "1 m", "unit": "m"}],
               "bodies": [{"id": "bar", "length": "L", "section": 1e-4, "density": 7850}],
               "joints": [{"id": "A", "type": "revolute", "b": "bar"}], "simulation": {"duration": 0.01},
               "studies": [{"id": "s", "parameters": [{"parameter": "L", "values": [1, 2]}],
               "quantities": [{"id": "q", "value": ")" +
                                      value + R"(", "unit": ")" + unit + R"("}]}]})");
  };
  EXPECT_EQ(told("2*L", "m").err, "");
  EXPECT_THAT(told("1 m + 1 s", "m").err, HasSubstr("a length and a time cannot be added"));
  EXPECT_THAT(told("2*L", "bananas").err, HasSubstr("'bananas' is not a unit"));
  EXPECT_THAT(told("2*L", "Nm").err, HasSubstr("'Nm' is not a unit; did you mean 'N m'?"));
  EXPECT_THAT(told("L + 1 mm", "s").err, HasSubstr("a time is wanted, this is a length"));
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
