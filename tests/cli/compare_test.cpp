// SPDX-License-Identifier: GPL-3.0-or-later
// clank-cli compare, and what of the samples run --out writes.
#include <gmock/gmock.h>

#include "tests/cli/program.h"

namespace clank::test {
namespace {

using testing::HasSubstr;
namespace fs = std::filesystem;

// A block that a drive moves along the frame: x = 2 t.
std::string movingBlock(const std::string& references = "[]") {
  return R"({"format": "clank", "version": 1, "bodies": [{"id": "block", "mass": 1, "inertia": 1}],
    "joints": [{"id": "A", "type": "prismatic", "a": "frame", "b": "block", "axis": 0}],
    "drives": [{"id": "d", "joint": "A", "type": "constant_speed", "speed": 2}],
    "simulation": {"duration": 2}, "references": )" +
         references + "}";
}

class Compare : public CliTest {};

TEST_F(Compare, PrintsWhatIsComputedByHand) {
  const std::string model = save("block.clank", movingBlock());
  const std::string reference = save("r.csv", "time;x\n500;1500\n1500;2000\n3000;9000\n");
  const Outcome outcome = run({"compare", model, reference, "--channel", "block.x", "--units", "ms,mm"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("0.5 s to 2 s, 2 points"));
  EXPECT_THAT(outcome.out, HasSubstr("RMS difference   790.569 mm"));
  EXPECT_THAT(outcome.out, HasSubstr("peak difference  1000 mm at 1.5 s (ours 3000, theirs 2000)"));
}

TEST_F(Compare, ReadsAFolderAndColumnsByName) {
  const std::string model = save("block.clank", movingBlock());
  const fs::path out = folder() / "out";
  ASSERT_EQ(run({"run", model, "--out", out.string()}).status, 0);
  const std::string reference = save("r.csv", "x [m],t [s]\n1.5,0\n2,1\n");
  const Outcome outcome =
      run({"compare", out.string(), reference, "--channel", "block.x", "--columns", "t,x", "--shift", "0.5"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("RMS difference   0.790569 m"));
}

// Samples of a run are compared with any table, and with those of another run.
TEST_F(Compare, MapsChannelsToColumns) {
  const std::string model = save("block.clank", movingBlock());
  const fs::path out = folder() / "out", other = folder() / "other";
  ASSERT_EQ(run({"run", model, "--out", out.string()}).status, 0);
  ASSERT_EQ(run({"run", model, "--out", other.string()}).status, 0);
  const std::string samples = (out / "samples.csv").string();
  const std::string reference = save("r.csv", "t [s],x [m],speed [m/s]\n0.5,1.5,2\n1.5,2,2.5\n");
  Outcome outcome = run({"compare", samples, reference, "--map", "block.x=x", "--map", "block.vx=3"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("block.x against"));
  EXPECT_THAT(outcome.out, HasSubstr("RMS difference   0.790569 m\n"));
  EXPECT_THAT(outcome.out, HasSubstr("peak difference  -0.5 m/s at 1.5 s (ours 2, theirs 2.5)"));
  outcome = run({"compare", samples, (other / "samples.csv").string()});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("block.x against"));
  EXPECT_THAT(outcome.out, HasSubstr("energy.kinetic against"));
  EXPECT_THAT(outcome.out, HasSubstr("RMS difference   0 J"));
  outcome = run({"compare", samples, reference});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("--map CHANNEL=COLUMN"));
  EXPECT_EQ(run({"compare", samples, reference, "--map", "block.x"}).status, 2);
  outcome = run({"compare", samples, reference, "--map", "block.x=speedy"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.err, HasSubstr("did you mean 'speed'?"));
}

TEST_F(Compare, TheReferencesOfAFileLieBesideIt) {
  save("r.csv", "1,1.5\n3,2\n");
  const std::string model = save(
      "block.clank",
      movingBlock(
          R"([{"name": "by hand", "file": "r.csv", "channel": "block.x", "time_scale": 0.5, "source": "me"}])"));
  const Outcome outcome = run({"compare", model});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("block.x against by hand"));
  EXPECT_THAT(outcome.out, HasSubstr("source           me"));
  EXPECT_THAT(outcome.out, HasSubstr("RMS difference   0.790569 m"));
}

TEST_F(Compare, SaysWhatIsWrong) {
  const std::string model = save("block.clank", movingBlock());
  const std::string broken = save("broken.csv", "0,1\n1,x\n");
  const std::string far = save("far.csv", "7,1\n8,1\n");
  Outcome outcome = run({"compare", model, broken, "--channel", "block.x"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.err, HasSubstr("line 2: error:"));
  outcome = run({"compare", model, far, "--channel", "block.x"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("no point of the reference"));
  outcome = run({"compare", model, far, "--channel", "block.xx"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("did you mean \"block.x\"?"));
  EXPECT_EQ(run({"compare", model, far}).status, 2) << "without a channel";
  EXPECT_EQ(run({"compare", model}).status, 2) << "without references";
  outcome = run({"validate", save("b.clank", movingBlock(R"([{"file": "r.csv", "channel": "block.x",
    "time_unit": "mm"}])"))});
  EXPECT_THAT(outcome.err,
              HasSubstr("/references/0/time_unit: error: reference 'r.csv': 'mm' is not a unit of time"));
}

TEST_F(Compare, SamplesHaveTheChosenChannelsRangeAndStep) {
  const std::string model = save("block.clank", movingBlock());
  const fs::path out = folder() / "out";
  const Outcome outcome = run({"run", model, "--out", out.string(), "--channels", "block.x,t", "--from",
                               "0.5", "--to", "1", "--every", "0.25"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const auto lines = splitLines(readAll(out / "samples.csv"));
  ASSERT_EQ(lines.size(), 4U);
  EXPECT_EQ(lines[0], "t [s],block.x [m]");
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const auto fields = splitFields(lines[i]);
    ASSERT_EQ(fields.size(), 2U);
    EXPECT_EQ(std::stod(fields[0]), 0.25 + 0.25 * static_cast<double>(i));
    EXPECT_NEAR(std::stod(fields[1]), 2 * std::stod(fields[0]), 1e-12);
  }
  EXPECT_EQ(run({"run", model, "--out", out.string(), "--channels", "block.X"}).status, 2);
}

}  // namespace
}  // namespace clank::test
