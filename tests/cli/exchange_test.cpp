// SPDX-License-Identifier: GPL-3.0-or-later
// clank-cli import, describe, frames, report, export.
#include <gmock/gmock.h>

#include "tests/cli/program.h"

namespace clank::test {
namespace {

using testing::HasSubstr;
namespace fs = std::filesystem;

class Exchange : public CliTest {};

constexpr const char* kCrank = R"(<linkage2><program units="Inches"/>
  <connector id="0" anchor="true" input="true" rpm="60" x="0" y="0"/><connector id="1" x="96" y="0"/>
  <Link id="0"><connector id="0"/><connector id="1"/></Link></linkage2>)";

TEST_F(Exchange, AnImportedFileRuns) {
  const std::string file = save("a.linkage2", kCrank);
  const std::string model = (folder() / "a.clank").string();
  const Outcome made = run({"import", file, "--out", model});
  EXPECT_EQ(made.status, 0) << made.err;
  EXPECT_THAT(made.err, HasSubstr("a.linkage2: note: Linkage knows no masses"));
  const Outcome valid = run({"validate", model});
  EXPECT_EQ(valid.status, 0) << valid.err;
  EXPECT_EQ(run({"run", model, "-q"}).status, 0);
  EXPECT_THAT(run({"import", "-"}, kCrank).out, HasSubstr("\"25.4 mm\""));
}

// The link itself, not a file that has it.
TEST_F(Exchange, ALinkOfPmksIsAnArgument) {
  const std::string link =
      "https://example.org/?j=a,0,0,ab,R,t,Null,t%0Ab,2,0,ab,R,f,Null,f%0A&l=ab,R,1,1,1,0,a%7Cb,,line%0A"
      "&f=&s=30,false,false,cm";
  const Outcome made = run({"import", link});
  EXPECT_EQ(made.status, 0) << made.err;
  EXPECT_THAT(made.out, HasSubstr("\"30 rpm\""));
  EXPECT_THAT(made.err, HasSubstr("the link: note: without gravity"));
  const Outcome bad = run({"import", "https://example.org/?j=a&l="});
  EXPECT_EQ(bad.status, 1);
  EXPECT_THAT(bad.err, HasSubstr("joint 'a' has no x"));
  EXPECT_THAT(run({"import", "https://example.org/a.linkage2"}).err, HasSubstr("is not fetched"));
}

// What would be refused when it is opened is not written.
TEST_F(Exchange, AnImportIsValidatedBeforeItIsWritten) {
  const std::string model = (folder() / "a.clank").string();
  const Outcome good = run({"import", save("a.linkage2", kCrank), "--out", "-"});
  EXPECT_EQ(good.status, 0) << good.err;
  EXPECT_THAT(good.out, HasSubstr("\"link0\""));
  EXPECT_FALSE(fs::exists(folder() / "-"));
  const std::string flat =
      save("b.clank", R"({"format": "clank", "version": 1, "bodies": [{"id": "b", "mass": -1,
    "inertia": 1}], "joints": [{"id": "A", "type": "revolute", "b": "b"}]})");
  const std::string square =
      save("a.dxf",
           "0\nSECTION\n2\nENTITIES\n0\nLWPOLYLINE\n8\nb\n90\n3\n70\n1\n10\n0\n20\n0\n10\n50\n"
           "20\n0\n10\n50\n20\n20\n0\nENDSEC\n0\nEOF\n");
  const Outcome bad = run({"import", square, "--onto", flat, "--part", "b", "--out", model});
  EXPECT_EQ(bad.status, 1);
  EXPECT_THAT(bad.err, HasSubstr("makes a mechanism with errors: nothing is written"));
  EXPECT_FALSE(fs::exists(model));
}

TEST_F(Exchange, ABrokenImportIsRefusedWithLineAndReason) {
  const Outcome outcome = run({"import", save("a.linkage2", "<linkage2>\n<connector\n</linkage2>")});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.err, HasSubstr(": line "));
  EXPECT_THAT(outcome.err, HasSubstr("no XML"));
  EXPECT_EQ(outcome.out, "");
}

// A crank drawn elsewhere: out as DXF, and onto the same body again.
TEST_F(Exchange, ADxfOutlineGoesOntoABody) {
  const std::string model = save("a.clank", catchingPendulum());
  const std::string square =
      "0\nSECTION\n2\nENTITIES\n0\nLWPOLYLINE\n8\nbar\n90\n3\n70\n1\n10\n0\n20\n0\n10\n50\n20\n0\n10\n50\n20"
      "\n20\n"
      "0\nTEXT\n8\nbar\n1\nhello\n0\nENDSEC\n0\nEOF\n";
  const std::string drawing = save("a.dxf", square);
  const Outcome bare = run({"import", drawing});
  EXPECT_EQ(bare.status, 2);
  EXPECT_THAT(bare.err, HasSubstr("--onto FILE --part ID"));
  const Outcome nobody = run({"import", drawing, "--onto", model, "--part", "nobody"});
  EXPECT_EQ(nobody.status, 1);
  EXPECT_THAT(nobody.err, HasSubstr("no body or surface \"nobody\""));
  const Outcome made = run({"import", drawing, "--onto", model, "--part", "bar"});
  EXPECT_EQ(made.status, 0) << made.err;
  EXPECT_THAT(made.err, HasSubstr("left out: 1 TEXT"));
  EXPECT_THAT(made.out, HasSubstr("\"outline\""));
}

// Lines and arcs of two layers, in no order; what lies beside them is named, and holes become points.
TEST_F(Exchange, ADxfShapeOfSeveralLayersWithItsHoles) {
  const std::string model = save("a.clank", catchingPendulum());
  const std::string drawing =
      save("lever.dxf",
           "0\nSECTION\n2\nENTITIES\n0\nARC\n8\nround\n10\n100\n20\n0\n40\n10\n50\n270\n51\n90\n"
           "0\nLINE\n8\nstraight\n10\n0\n20\n10\n11\n100.0004\n21\n10\n"
           "0\nLINE\n8\nstraight\n10\n0\n20\n-10\n11\n100\n21\n-10\n"
           "0\nARC\n8\nround\n10\n0\n20\n0\n40\n10\n50\n90\n51\n270\n"
           "0\nCIRCLE\n8\nround\n10\n100\n20\n0\n40\n4\n0\nHATCH\n8\n0\n0\nTEXT\n8\n0\n0\nTEXT\n8\n0\n"
           "0\nLINE\n8\nframe\n10\n-90\n20\n-90\n11\n290\n21\n-90\n0\nENDSEC\n0\nEOF\n");
  const std::vector<std::string> plain{"import", drawing, "--onto", model, "--part", "bar"};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), plain.begin(), plain.end());
    return run(more);
  };
  const Outcome open = with({"--layer", "straight"});
  EXPECT_EQ(open.status, 1);
  EXPECT_THAT(open.err, HasSubstr("layer straight: the outline is open between ("));
  const Outcome bare = with({"--layer", "straight", "--layer", "round"});
  EXPECT_EQ(bare.status, 0) << bare.err;
  for (const char* note :
       {"left out: 1 HATCH, 2 TEXT", "left out: frame (1 open line)",
        "1 gap was closed, the widest 0.0004 mm", "arcs and curves became straight pieces, at most 0.00",
        "the circle inside the outline is left out, since a part is solid: (100, 0) of diameter 8",
        "--holes-as-points makes points of these circles"})
    EXPECT_THAT(bare.err, HasSubstr(note));
  EXPECT_THAT(bare.out, testing::Not(HasSubstr("hole1")));
  const Outcome made = with({"--layer", "straight", "--layer", "round", "--holes-as-points"});
  EXPECT_EQ(made.status, 0) << made.err;
  EXPECT_THAT(made.err, HasSubstr("became a point: hole1 (100, 0) of diameter 8"));
  EXPECT_THAT(made.out, HasSubstr("\"hole1\""));
}

TEST_F(Exchange, DescribesInWords) {
  const Outcome outcome = run({"describe", save("a.clank", catchingPendulum())});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("1 moving link and 1 joint: 1 revolute."));
  EXPECT_THAT(outcome.out, HasSubstr("Mobility 1"));
  EXPECT_THAT(outcome.out, HasSubstr("its coordinate reaches \u221290\u00b0"));
}

TEST_F(Exchange, WritesAFrameASample) {
  const std::string model = save("a.clank", catchingPendulum());
  const fs::path out = folder() / "new" / "swing.pvd";
  const Outcome outcome = run({"frames", model, "--out", out.string(), "--every", "0.1"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  const std::string collection = readAll(out);
  EXPECT_THAT(collection, HasSubstr(R"(<DataSet timestep="0.5" part="0" file="swing/000007.vtp"/>)"))
      << "six rows and two at the event";
  EXPECT_TRUE(fs::exists(out.parent_path() / "swing" / "000007.vtp"));
  EXPECT_EQ(run({"frames", model, "--out", (folder() / "a.vtk").string()}).status, 2);
}

TEST_F(Exchange, ReportsOnAPageAndDrawsToScale) {
  const std::string model = save("a.clank", catchingPendulum());
  const fs::path page = folder() / "a.html", drawing = folder() / "a.svg";
  Outcome outcome = run({"report", model, "--out", page.string()});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(readAll(page), HasSubstr("<h2>What happened</h2>"));
  outcome = run({"export", model, "--out", drawing.string()});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(readAll(drawing), HasSubstr("mm\""));
  EXPECT_EQ(run({"export", model, "--out", (folder() / "a.png").string()}).status, 2);
  outcome = run({"report", model, "--out", (folder() / "none" / "a.html").string()});
  EXPECT_EQ(outcome.status, 3);
  EXPECT_THAT(outcome.err, HasSubstr("a.html"));
}

// One case after the other on one page.
TEST_F(Exchange, AReportOfSeveralCases) {
  const std::string model = save("m.clank", R"({"format": "clank", "version": 1, "name": "Block",
    "parameters": [{"id": "v", "value": 1}], "cases": [{"id": "slow"}, {"id": "fast", "set": {"v": 3}}],
    "bodies": [{"id": "b", "mass": 1, "inertia": 1}], "gravity": [0, 0],
    "joints": [{"id": "A", "type": "prismatic", "b": "b"}],
    "drives": [{"id": "d", "joint": "A", "type": "constant_speed", "speed": "v"}]})");
  const fs::path page = folder() / "cases.html";
  const Outcome outcome = run({"report", model, "--out", page.string(), "--case", "slow", "--case", "fast"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  const std::string text = readAll(page);
  EXPECT_LT(text.find("Case slow"), text.find("Case fast"));
  EXPECT_EQ(text.find("</html>"), text.rfind("</html>"));
  EXPECT_EQ(text.find("<body>"), text.rfind("<body>"));
  EXPECT_EQ(run({"report", model, "--out", page.string(), "--case", "none"}).status, 2);
}

}  // namespace
}  // namespace clank::test
