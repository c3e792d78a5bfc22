// SPDX-License-Identifier: GPL-3.0-or-later
// No output is ever an input, two runs never share one, a full disk is told, and a file reads nothing but
// what lies beside it.
#include <gmock/gmock.h>
#include <signal.h>
#include <sys/wait.h>

#include <chrono>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <thread>

#include "core/io/output_claim.h"
#include "tests/cli/program.h"

namespace clank::test {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
namespace fs = std::filesystem;

json makeModel() {
  json model = json::parse(catchingPendulum());
  model["studies"] = {
      {{"id", "lengths"},
       {"parameters", {{{"parameter", "L"}, {"from", "0.1 m"}, {"to", "0.2 m"}, {"count", 3}}}},
       {"quantities", {{{"id", "hit"}, {"value", "first(merge)"}, {"unit", "s"}}}}}};
  model["optimisations"] = {{{"id", "best"},
                             {"parameters", {{{"parameter", "L"}, {"from", "0.1 m"}, {"to", "0.2 m"}}}},
                             {"quantities", {{{"id", "hit"}, {"value", "first(merge)"}, {"unit", "s"}}}},
                             {"objective", "hit"},
                             {"global", "none"},
                             {"local_runs", 4}}};
  return model;
}

// Of a file that is being written; 0 where there is none.
std::uintmax_t sizeOf(const fs::path& file) {
  std::error_code error;
  const std::uintmax_t size = fs::file_size(file, error);
  return error ? 0 : size;
}

class FileSafety : public CliTest {
 protected:
  std::string model() const { return save("a.clank", makeModel().dump(1)); }
  std::string at(const std::string& name) const { return (folder() / name).string(); }
  // Refused as a mistake of usage, with both places, and the file stays as it is.
  void expectKept(const std::vector<std::string>& arguments, const fs::path& file) {
    const std::string before = readAll(file);
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.status, 2) << testing::PrintToString(arguments) << outcome.err;
    EXPECT_THAT(outcome.err, AllOf(HasSubstr("cannot write"), HasSubstr("read"))) << arguments[0];
    EXPECT_EQ(readAll(file), before) << arguments[0];
  }
};

TEST_F(FileSafety, NoOutputIsTheMechanismThatIsRead) {
  const std::string file = model();
  expectKept({"run", file, "--hdf5", file}, file);
  expectKept({"divide", file, "bar", "--bending", "10", "--out", file}, file);
  const std::string page = save("a.html", makeModel().dump(1));
  expectKept({"report", page, "--out", page}, page);
  const std::string svg = save("a.svg", makeModel().dump(1)), pvd = save("a.pvd", makeModel().dump(1));
  expectKept({"export", svg, "--out", svg}, svg);
  expectKept({"frames", pvd, "--out", pvd}, pvd);
}

TEST_F(FileSafety, NorByAnotherWayToIt) {
  const std::string file = model();
  fs::create_symlink(file, at("link.html"));
  expectKept({"report", file, "--out", at("link.html")}, file);
  fs::create_hard_link(file, at("hard.html"));
  expectKept({"report", file, "--out", at("hard.html")}, file);
  expectKept({"run", at("hard.html"), "--hdf5", file}, file);
  fs::create_directory(at("sub"));
  expectKept({"run", at("sub/../a.clank"), "--hdf5", file}, file);
  fs::create_directory_symlink(folder(), at("round"));
  expectKept({"run", at("round/a.clank"), "--hdf5", file}, file);
}

// Standard input is known by what it is.
TEST_F(FileSafety, NorWhatComesThroughStandardInput) {
  const std::string text = makeModel().dump(1);
  const Outcome outcome = run({"run", "-", "--hdf5", at(".input")}, text);
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("standard input"));
  EXPECT_EQ(readAll(at(".input")), text);
}

TEST_F(FileSafety, NorInAFolderThatIsWritten) {
  const std::string samples = save("samples.csv", makeModel().dump(1));
  expectKept({"run", samples, "--out", folder()}, samples);
  const std::string best = save("best.clank", makeModel().dump(1));
  expectKept({"optimise", best, "best", "--out", folder()}, best);
  const std::string table = save("lengths.csv", makeModel().dump(1));
  expectKept({"study", table, "lengths", "--out", folder()}, table);
  ASSERT_EQ(run({"study", model(), "lengths", "--out", at("part"), "-q"}).status, 0);
  expectKept({"study", "merge", at("part"), "--out", at("part"), "--resume"}, at("part/lengths.sqlite"));
}

TEST_F(FileSafety, NorATableOrPictureThatTheMechanismNames) {
  json named = makeModel();
  save("t.html", "t,angle\n0,0\n1,1\n");
  named["references"] = {{{"file", "t.html"}, {"channel", "bar.angle"}}};
  save("p.svg", "no picture");
  named["pictures"] = {{{"id", "p"}, {"file", "p.svg"}, {"width", 0.1}}};
  const std::string file = save("a.clank", named.dump());
  expectKept({"report", file, "--out", at("t.html")}, at("t.html"));
  expectKept({"export", file, "--out", at("p.svg")}, at("p.svg"));
  expectKept({"divide", file, "bar", "--bending", "10", "--out", at("t.html")}, at("t.html"));
}

TEST_F(FileSafety, AnImportKeepsWhatItImports) {
  const std::string file = save("x.linkage2",
                                "<linkage2><connector id=\"1\" x=\"0\" y=\"0\" anchor=\"true\"/><connector "
                                "id=\"2\" x=\"9\" y=\"0\"/><Link id=\"1\"><connector id=\"1\"/><connector "
                                "id=\"2\"/></Link></linkage2>");
  expectKept({"import", file, "--out", file}, file);
}

TEST_F(FileSafety, TheSecondRunIntoAFolderIsRefusedAndTheFirstGoesOn) {
  const std::string file = save("a.clank", freePendulum());
  start({"run", file, "--out", at("out"), "--hdf5", at("r.h5"), "--until", "9000", "--every", "0.1", "-q"});
  for (int i = 0; i < 500 && (!fs::exists(at("r.h5")) || sizeOf(at("out/samples.csv")) < 1000); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  for (const std::string& more : {"--out " + at("out"), "--hdf5 " + at("r.h5")}) {
    const std::string line = std::string(CLANK_CLI) + " run " + file + " " + more + " 2>" + at("second");
    const int status = std::system(line.c_str());
    EXPECT_EQ(WEXITSTATUS(status), 2) << more;
    EXPECT_THAT(readAll(at("second")), HasSubstr("another run")) << more;
  }
  sendSignal(SIGINT);
  EXPECT_EQ(wait().status, 130);
  double last = -1;
  for (const std::string& line : splitLines(readAll(at("out/samples.csv")))) {
    if (line.starts_with("t ")) continue;
    EXPECT_GT(std::stod(line), last);
    last = std::stod(line);
  }
  EXPECT_TRUE(fs::exists(at("out/summary.json")));
  EXPECT_EQ(run({"run", file, "--out", at("out"), "--hdf5", at("r.h5"), "-q"}).status, 0)
      << "when the first has ended";
}

TEST_F(FileSafety, EveryOutputThatGrowsIsHeldAgainstOthers) {
  const std::string file = model();
  fs::create_directories(at("x"));
  const auto frames = OutputClaim::take(at("x")), table = OutputClaim::take(at("best.csv"));
  ASSERT_TRUE(frames && table);
  for (const auto& arguments : {std::vector<std::string>{"frames", file, "--out", at("x.pvd")},
                                std::vector<std::string>{"optimise", file, "best", "--out", folder()}}) {
    const Outcome outcome = run(arguments);
    EXPECT_NE(outcome.status, 0);
    EXPECT_THAT(outcome.err, HasSubstr("another run")) << arguments[0];
  }
  EXPECT_FALSE(fs::exists(at("x.pvd")));
  EXPECT_FALSE(fs::exists(at("best.clank")));
}

TEST_F(FileSafety, AFullDiskIsToldByWhateverWrites) {
  const std::string file = model();
  constexpr unsigned long kFew = 3000;  // bytes; messages to standard error are a file as well
  for (const auto& arguments : {std::vector<std::string>{"run", file, "--hdf5", at("r.h5")},
                                std::vector<std::string>{"run", file, "--out", at("out")},
                                std::vector<std::string>{"report", file, "--out", at("r.html")},
                                std::vector<std::string>{"frames", file, "--out", at("f.pvd")},
                                std::vector<std::string>{"export", file, "--out", at("d.svg")},
                                std::vector<std::string>{"study", file, "lengths", "--out", at("study")},
                                std::vector<std::string>{"optimise", file, "best", "--out", at("opt")}}) {
    // The pictures of a start and of a moment, and the few lines of a search, are small.
    const bool isSmall = arguments[0] == "frames" || arguments[0] == "export" || arguments[0] == "optimise";
    const Outcome outcome = runInSmallFiles(arguments, isSmall ? 150 : kFew);
    EXPECT_EQ(outcome.status, 3) << testing::PrintToString(arguments) << outcome.err;
    EXPECT_THAT(outcome.err, Not(IsEmpty()));
  }
  EXPECT_FALSE(fs::exists(at("r.html"))) << "whole or not at all";
}

// Whatever the size at which it is full.
TEST_F(FileSafety, Hdf5OnAFullDiskEndsAsAnyFailedRun) {
  const std::string file = model();
  for (const unsigned long most : {300UL, 1000UL, 4096UL, 20'000UL, 60'000UL, 100'000UL}) {
    const Outcome outcome = runInSmallFiles({"run", file, "--hdf5", at("r.h5")}, most);
    EXPECT_TRUE(outcome.status == 3 || outcome.status == 2) << most << ": " << outcome.status << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("cannot write")) << most;
  }
}

TEST_F(FileSafety, AStudyThatFoundTheDiskFullBeginsLater) {
  const std::string file = model();
  for (const unsigned long most : {0UL, 100UL, 3000UL, 5000UL, 9000UL}) {
    const std::string out = at("s" + std::to_string(most));
    const Outcome full = runInSmallFiles({"study", file, "lengths", "--out", out}, most);
    EXPECT_EQ(full.status, 3) << most << full.err;
    EXPECT_EQ(run({"study", file, "lengths", "--out", out, "-q"}).status, 0) << most;
  }
  // What an older version has left.
  for (const char* mode : {"--resume", "-q"}) {
    const std::string out = at(std::string("empty") + mode);
    fs::create_directories(out);
    writeAll(fs::path(out) / "lengths.sqlite", "");
    EXPECT_EQ(run({"study", file, "lengths", "--out", out, mode}).status, 0) << mode;
  }
}

TEST_F(FileSafety, NamesLeadNowhereElse) {
  fs::create_directories(at("mine/sub"));
  fs::create_directories(at("other"));
  const std::string secret = save("other/accounts.txt", "root:47110815:9\nme:1234:8\n");
  writeAll(at("mine/sub/own.csv"), "t,angle\n0,0\n0.5,0.1\n");
  fs::create_symlink(secret, at("mine/link.csv"));
  fs::create_directory_symlink(at("other"), at("mine/door"));
  json named = makeModel();
  const auto write = [&](const std::string& name) {
    named["references"] = {
        {{"name", "r"}, {"file", name}, {"channel", "bar.angle"}, {"delimiter", ":"}, {"header", "no"}}};
    if (name == "sub/own.csv") named["references"][0] = {{"file", name}, {"channel", "bar.angle"}};
    writeAll(at("mine/a.clank"), named.dump());
  };
  const std::string file = at("mine/a.clank"), page = at("page.html");
  for (const std::string& name :
       {secret, std::string("../other/accounts.txt"), std::string("link.csv"),
        std::string("door/accounts.txt"), std::string("sub/../../other/accounts.txt")}) {
    write(name);
    for (const auto& arguments :
         {std::vector<std::string>{"report", file, "--out", page}, std::vector<std::string>{"compare", file},
          std::vector<std::string>{"validate", file}}) {
      const Outcome outcome = run(arguments);
      EXPECT_THAT(outcome.err, AllOf(HasSubstr(name), HasSubstr(fs::canonical(secret).string()),
                                     HasSubstr(fs::canonical(at("mine")).string())))
          << arguments[0];
      EXPECT_THAT(outcome.err + outcome.out, Not(HasSubstr("47110815"))) << arguments[0];
    }
    EXPECT_THAT(readAll(page), Not(HasSubstr("47110815")));
    EXPECT_EQ(run({"compare", file}).status, 1);
    EXPECT_THAT(run({"compare", file, "--allow-outside"}).err, Not(HasSubstr("not below"))) << name;
  }
  write("sub/own.csv");
  EXPECT_EQ(run({"compare", file}).status, 0);
  // What the command line itself names may be anywhere.
  EXPECT_EQ(run({"compare", file, at("mine/sub/own.csv"), "--channel", "bar.angle"}).status, 0);
}

TEST_F(FileSafety, NamesThatBeginLikeFormulasAreNone) {
  json model = makeModel();
  for (const char* phase : {"=HYPERLINK(\"http://x\")", "+1+1", "-2+3", "@SUM(A1)"}) {
    model["joints"][0]["metamorphic"]["phases"][1]["id"] = phase;
    model["joints"][0]["metamorphic"]["changes"][0]["to"] = phase;
    ASSERT_EQ(run({"run", save("a.clank", model.dump()), "--out", at("out")}).status, 0);
    const std::string events = readAll(at("out/events.csv"));
    std::string quoted;
    for (const char* c = phase; *c; ++c) quoted += *c == '"' ? std::string("\"\"") : std::string(1, *c);
    EXPECT_THAT(events, HasSubstr("'" + quoted));
    for (const char* before : {",", "\"", "\n"}) EXPECT_THAT(events, Not(HasSubstr(before + quoted)));
  }
}

TEST_F(FileSafety, ANestOfTagsIsRefused) {
  for (const int depth : {200, 40'000, 1'000'000}) {
    std::string text = "<linkage2>";
    for (int i = 0; i < depth; ++i) text += "<a>";
    for (int i = 0; i < depth; ++i) text += "</a>";
    const Outcome outcome = run({"import", save("deep.linkage2", text + "</linkage2>")});
    EXPECT_EQ(outcome.status, 1) << depth;
    EXPECT_THAT(outcome.err, HasSubstr("nest deeper than 100")) << depth;
  }
  // Nor behind what hides tags from who only counts them.
  for (const char* hidden : {"<b x=\"</a>\"/>", "<!-- </a> -->", "<![CDATA[</a>]]>", "<?p </a>?>"}) {
    std::string text = "<linkage2>";
    for (int i = 0; i < 40'000; ++i) text += std::string("<a>") + hidden;
    EXPECT_EQ(run({"import", save("deep.linkage2", text)}).status, 1) << hidden;
  }
}

TEST_F(FileSafety, APublishedChannelExists) {
  json model = makeModel();
  model["published"].push_back(
      {{"what", "x"}, {"channel", "bar.angel"}, {"at", "end"}, {"value", 1}, {"unit", "rad"}});
  const std::string file = save("a.clank", model.dump());
  for (const char* verb : {"validate", "run"}) {
    const Outcome outcome = run({verb, file});
    EXPECT_EQ(outcome.status, 1) << verb;
    EXPECT_THAT(outcome.err, HasSubstr("/published/1/channel: error: published value 2: a run has no channel "
                                       "'bar.angel'; did you mean 'bar.angle'?"));
  }
  model["published"][1]["channel"] = "impulse";  // of an event alone
  EXPECT_EQ(run({"validate", save("a.clank", model.dump())}).status, 1);
  model["published"][1]["at"] = "after event 1";
  EXPECT_EQ(run({"validate", save("a.clank", model.dump())}).status, 0);
}

}  // namespace
}  // namespace clank::test
