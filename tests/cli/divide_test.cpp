// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "tests/cli/program.h"

namespace clank::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class Divide : public CliTest {};

constexpr double kLength = 0.25, kBending = 20;  // m, N m2

// Three rods, held together by springs of n EJ/L.
void expectThreeRods(const std::string& text) {
  const auto divided = nlohmann::json::parse(text);
  ASSERT_EQ(divided["bodies"].size(), 3u);
  ASSERT_EQ(divided["joints"].size(), 3u);
  ASSERT_EQ(divided["forces"].size(), 2u);
  for (const auto& force : divided["forces"]) {
    EXPECT_EQ(force["type"], "torsion_spring");
    EXPECT_NEAR(force["stiffness"].get<double>(), 3 * kBending / kLength, 1e-9);
  }
}

std::string plainBar() {
  return R"({"format": "clank", "version": 1,
             "bodies": [{"id": "bar", "length": 0.25, "section": 1e-4, "density": 7800}],
             "joints": [{"id": "O", "type": "revolute", "b": "bar"}], "simulation": {"duration": 0.01}})";
}

TEST_F(Divide, WritesRodsThatRun) {
  const std::string file = save("bar.clank", plainBar()), to = (folder() / "rods.clank").string();
  const Outcome outcome = run({"divide", file, "bar", "--rods", "3", "--bending", "20 N m2", "--out", to});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, IsEmpty());
  EXPECT_EQ(readAll(file), plainBar()) << "the drawing itself stays";
  EXPECT_EQ(run({"run", to, "--out", (folder() / "results").string()}).status, 0);
}

TEST_F(Divide, WritesToItsOutputWithoutAFile) {
  const Outcome outcome = run({"divide", "-", "bar", "--rods", "3", "--bending", "20"}, plainBar());
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  expectThreeRods(outcome.out);
}

TEST_F(Divide, RefusesALengthForAStiffness) {
  const Outcome outcome = run({"divide", "-", "bar", "--rods", "3", "--bending", "2 mm"}, plainBar());
  EXPECT_NE(outcome.status, 0);
  EXPECT_THAT(outcome.out, IsEmpty());
  EXPECT_THAT(outcome.err, HasSubstr("--bending: "));
  EXPECT_THAT(outcome.err, HasSubstr("N m2"));
}

// A product of numbers, as the board takes it, is in the unit of the field.
TEST_F(Divide, TakesABareProductInNewtonSquareMetres) {
  const Outcome outcome = run({"divide", "-", "bar", "--rods", "3", "--bending", "2*10"}, plainBar());
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  const Outcome checked = run({"validate", "-"}, outcome.out);
  EXPECT_EQ(checked.status, 0);
  EXPECT_THAT(checked.err, Not(HasSubstr("warning")));
}

// What it writes is a file that it takes.
TEST_F(Divide, KeepsParametersAndCases) {
  const Outcome outcome =
      run({"divide", "-", "bar", "--rods", "3", "--bending", "L*80 N m"}, catchingPendulum());
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(run({"validate", "-"}, outcome.out).status, 0);
  EXPECT_THAT(outcome.out, HasSubstr("\"cases\""));
}

TEST_F(Divide, SaysWhatIsWrong) {
  const auto divide = [&](const std::string& body, const std::string& rods, const std::string& bending) {
    return run({"divide", "-", body, "--rods", rods, "--bending", bending}, plainBar());
  };
  const Outcome unknown = divide("rod", "3", "20");
  EXPECT_EQ(unknown.status, 1);
  EXPECT_THAT(unknown.err, HasSubstr("there is no body \"rod\""));
  const Outcome one = divide("bar", "1", "20");
  EXPECT_EQ(one.status, 1);
  EXPECT_THAT(one.err, HasSubstr("/bodies/0: error: a bar is divided into 2 to 200 rods, not 1"));
  const Outcome name = divide("bar", "3", "EJ");
  EXPECT_EQ(name.status, 1);
  EXPECT_THAT(name.err, HasSubstr("--bending: "));
  EXPECT_EQ(divide("bar", "three", "20").status, 2);
  EXPECT_EQ(run({"divide", "-", "bar"}, plainBar()).status, 2) << "without a stiffness";
}

TEST_F(Divide, SaysThatItCannotWrite) {
  const Outcome outcome =
      run({"divide", "-", "bar", "--bending", "20", "--out", "/proc/none/rods.clank"}, plainBar());
  EXPECT_EQ(outcome.status, 3);
  EXPECT_THAT(outcome.err, HasSubstr("cannot write /proc/none/rods.clank"));
}

}  // namespace
}  // namespace clank::test
