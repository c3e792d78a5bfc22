// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/mechanism_document.h"
#include "core/io/file_migration.h"

#include <gtest/gtest.h>

#include <QSignalSpy>
#include <QTemporaryDir>
#include <fstream>

#include "core/io/mechanism_file.h"
#include "tests/support/parts.h"
#include "tests/ui/chain.h"
#include "ui/document/element_edits.h"

namespace clank {
namespace {

class DocumentTest : public testing::Test {
 protected:
  void SetUp() override {
    Mechanism m = test::makeChain(0.5);
    m.name = "chain";
    Parameter stiffness;
    stiffness.id = "span";
    stiffness.value = 0.02;
    m.parameters = {stiffness};
    m.bodies[0].width.text = "span";
    Case first, second;
    first.id = "first";
    second.id = "second";
    second.set["span"] = "0.03";
    m.cases = {first, second};
    good = write("good.clank", writeMechanism(m));
    bad = write("bad.clank", R"({"format": "clank", "version": 1, "bodies": 3, "joints": 7})");
  }
  QString write(const QString& name, const std::string& text) {
    const QString path = folder.filePath(name);
    std::ofstream(path.toStdString()) << text;
    return path;
  }
  double width() const { return document.resolved().bodies[0].width.value; }

  QTemporaryDir folder;
  QString good, bad;
  MechanismDocument document;
};

TEST_F(DocumentTest, LoadsWithTheFirstCase) {
  QSignalSpy loaded(&document, &MechanismDocument::loaded);
  QSignalSpy resolved(&document, &MechanismDocument::resolvedChanged);
  ASSERT_TRUE(document.load(good));
  EXPECT_EQ(loaded.count(), 1);
  EXPECT_EQ(resolved.count(), 1);
  EXPECT_EQ(document.title(), "chain");
  EXPECT_EQ(document.caseId(), "first");
  EXPECT_EQ(width(), 0.02);
  EXPECT_EQ(document.drawn().bodies[0].width.text, "span") << "what was drawn keeps its text";
}

// To find where a run starts takes seconds with a line of a million points: who runs it does so on a thread.
TEST_F(DocumentTest, TheStartOfALargeDrawingIsAwaited) {
  const auto edit = [&](const char* text, double x) {
    document.edit(text, [&](Mechanism& m) { m.bodies[0].pose.x = x; });
  };
  Mechanism drawn;
  drawn.bodies.push_back(test::makeBody("ball", 1, 0.1, {1.0, 5.0, 0.0, {}}));
  ContactPair ground;
  ground.id = "ground";
  ground.b = "ball";
  const auto put = [&](int points) {
    std::vector<Point> line;
    for (int i = 0; i < points; ++i) line.push_back({-0.001 * i, 0.0});
    ground.surface = PolylineSurface{line};
    drawn.contacts = {ground};
    drawn.surfaces.clear();
    moveSurfacesOut(drawn);
    document.take(makeContent(drawn, {}, {}, {}));
  };
  put(100);
  edit("move", 2);
  EXPECT_FALSE(document.awaitsPoses());
  EXPECT_EQ(document.closedPoses()->at(0).x, 2);

  put(20000);
  EXPECT_FALSE(document.awaitsPoses()) << "found by who has read it";
  edit("move", 3);
  EXPECT_TRUE(document.awaitsPoses());
  EXPECT_FALSE(document.closedPoses());
  const QSignalSpy taken(&document, &MechanismDocument::posesTaken);
  document.takePoses({{4, 5, 0}});
  EXPECT_EQ(taken.count(), 1);
  EXPECT_EQ(document.closedPoses()->at(0).x, 4);
  Study study;
  study.id = "study";
  document.edit("study", [&](Mechanism& m) { m.studies = {study}; });
  EXPECT_FALSE(document.awaitsPoses()) << "nobody would find it, for it runs as before";
  EXPECT_EQ(document.closedPoses()->at(0).x, 4);
}

// Whoever chooses plots while a run of ten thousand parts is shown waits for none of them.
TEST_F(DocumentTest, PlotsAloneLeaveTheRestAsItIs) {
  ASSERT_TRUE(document.load(good));
  const int revision = document.shownRevision();
  QSignalSpy drawn(&document, &MechanismDocument::drawnChanged);
  PlotView plot;
  plot.channels = {"t"};
  document.edit("plots", [&](Mechanism& m) { m.plots = {plot}; });
  EXPECT_EQ(drawn.count(), 1);
  EXPECT_EQ(document.shown().plots, document.drawn().plots);
  EXPECT_EQ(document.shownRevision(), revision);
  document.undoStack().undo();
  EXPECT_TRUE(document.shown().plots.empty());
  EXPECT_EQ(document.shownRevision(), revision);
  EXPECT_EQ(drawn.count(), 2);
  document.edit("width", [](Mechanism& m) { m.bodies[0].width = 0.07; });
  EXPECT_NE(document.shownRevision(), revision);
}

TEST_F(DocumentTest, WhatIsWrongWithPlotsIsToldAndGoes) {
  ASSERT_TRUE(document.load(good));
  PlotView plot;
  plot.kind = PlotKind::xy;
  plot.channels = {"t"};
  document.edit("plots", [&](Mechanism& m) { m.plots = {plot}; });
  ASSERT_EQ(document.problems().size(), 1U);
  EXPECT_EQ(document.problems()[0].where, "/plots/0/over");
  document.edit("plots", [&](Mechanism& m) { m.plots[0].over = "t"; });
  EXPECT_TRUE(document.problems().empty());
  document.edit("plots", [&](Mechanism& m) { m.plots[0].kind.reference = "absent"; });
  EXPECT_FALSE(document.problems().empty());
  document.undoStack().undo();
  EXPECT_TRUE(document.problems().empty());
}

TEST_F(DocumentTest, WrongFileLeavesTheOldDocumentAndListsEveryProblem) {
  ASSERT_TRUE(document.load(good));
  QSignalSpy problems(&document, &MechanismDocument::problemsChanged);
  EXPECT_FALSE(document.load(bad));
  EXPECT_EQ(problems.count(), 0) << "the drawing has none";
  EXPECT_TRUE(document.problems().empty());
  EXPECT_GE(document.fileProblems().size(), 2U);
  EXPECT_EQ(document.title(), "chain");
  EXPECT_EQ(document.path(), good);
  EXPECT_EQ(document.resolved().bodies.size(), 2U);
  EXPECT_FALSE(document.load(folder.filePath("absent.clank")));
  EXPECT_FALSE(document.fileProblems().empty());
}

TEST_F(DocumentTest, AParameterIsEditedWhereItIsInForce) {
  const auto set = [&](const char* text) {
    document.edit("set", [&](Mechanism& m) { setParameterText(m, document.caseId(), "span", text); });
  };
  ASSERT_TRUE(document.load(good, "second"));
  EXPECT_EQ(width(), 0.03);
  set("50 mm");
  EXPECT_EQ(width(), 0.05);
  EXPECT_EQ(document.drawn().cases[1].set.at("span"), "50 mm");
  ASSERT_TRUE(document.setCase("first"));
  EXPECT_EQ(width(), 0.02) << "the other case has the value of its own";
  set("0.04");
  EXPECT_EQ(document.drawn().parameters[0].value, Quantity(0.04));
  EXPECT_EQ(findParameterText(document.drawn(), "first", "span"), "0.04");
  EXPECT_EQ(findParameterText(document.drawn(), "second", "span"), "50 mm");
  EXPECT_FALSE(document.setCase("third"));
}

TEST_F(DocumentTest, WrongParameterKeepsTheLastGoodMechanism) {
  ASSERT_TRUE(document.load(good));
  const auto set = [&](const char* text) {
    document.edit("set", [&](Mechanism& m) { setParameterText(m, document.caseId(), "span", text); });
  };
  set("0.05");
  QSignalSpy resolved(&document, &MechanismDocument::resolvedChanged);
  set("2 * parrots");
  EXPECT_EQ(resolved.count(), 0);
  EXPECT_EQ(width(), 0.05);
  EXPECT_FALSE(document.isResolved());
  EXPECT_FALSE(document.problems().empty());
  set("0.02");
  EXPECT_EQ(width(), 0.02);
  EXPECT_TRUE(document.isResolved());
  EXPECT_TRUE(document.problems().empty()) << "a mended error leaves the list";
}

TEST_F(DocumentTest, WhatCannotBeResolvedOpensAndIsSaved) {
  ASSERT_TRUE(document.load(good));
  document.edit("set", [](Mechanism& m) { m.bodies[0].width.text = "nothing"; });
  const Mechanism drawn = document.drawn();
  EXPECT_TRUE(document.isModified());
  ASSERT_TRUE(document.save(folder.filePath("other.clank")));
  EXPECT_FALSE(document.isModified());
  MechanismDocument again;
  ASSERT_TRUE(again.load(folder.filePath("other.clank")));
  EXPECT_EQ(again.drawn(), drawn);
  EXPECT_FALSE(again.isResolved());
  EXPECT_FALSE(document.save("/nowhere/at/all.clank"));
  EXPECT_FALSE(document.fileProblems().empty());
}

// A step that cannot be resolved has more bodies, and poses of its own; taken back, those are not kept.
TEST_F(DocumentTest, ThePosesOfAnUnresolvedStepGoWithIt) {
  ASSERT_TRUE(document.load(good));
  ASSERT_TRUE(document.closedPoses());
  const std::size_t before = document.closedPoses()->size();
  document.edit("a body too many", [](Mechanism& m) {
    m.bodies.push_back(test::makeBody("link3", 1, 0.1));
    m.bodies.back().width.text = "nothing like that";
  });
  ASSERT_FALSE(document.isResolved());
  ASSERT_TRUE(document.closedPoses());
  EXPECT_EQ(document.closedPoses()->size(), before + 1);
  document.undoStack().undo();
  ASSERT_TRUE(document.isResolved());
  ASSERT_TRUE(document.closedPoses());
  EXPECT_EQ(document.closedPoses()->size(), before);
}

TEST_F(DocumentTest, UnknownCaseIsAProblem) {
  EXPECT_FALSE(document.load(good, "third"));
}

}  // namespace
}  // namespace clank
