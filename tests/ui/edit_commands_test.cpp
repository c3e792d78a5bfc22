// SPDX-License-Identifier: GPL-3.0-or-later
// Editing: one step of the user is one command; undo gives back an equal drawing, redo the edited one.
#include <gtest/gtest.h>

#include <QSignalSpy>

#include "tests/ui/chain.h"
#include "ui/document/element_edits.h"
#include "ui/document/mechanism_document.h"
#include "ui/document/phase_edits.h"
#include "ui/document/properties.h"
#include "ui/document/selection.h"
#include "ui/document/text_names.h"

namespace clank {
namespace {

// The chain with a drive on O1, a torque on link2, a parameter, a case, and expressions that name parts.
Mechanism makeDrawing() {
  Mechanism m = test::makeChain(0.5);
  Parameter span;
  span.id = "L1";
  span.value = 1.0;
  Parameter tall;
  tall.id = "L10";
  tall.value.text = "10*L1 + 20 mm";
  m.parameters = {span, tall};
  m.bodies[0].length = Quantity();
  m.bodies[0].length->text = "L1";
  Case c;
  c.id = "only";
  c.set["L1"] = "1.1";
  m.cases = {c};
  Drive drive;
  drive.id = "motor";
  drive.joint = "O1";
  drive.kind = ConstantSpeed{{}, 3.0};
  m.drives = {drive};
  ForceElement torque;
  torque.id = "load";
  Torque kind;
  kind.b = "link2";
  kind.moment.text = "-0.02*link2.omega + L1*link1.omega";
  torque.kind = kind;
  m.forces = {torque};
  return m;
}

class EditTest : public testing::Test {
 protected:
  void SetUp() override {
    document.create();
    document.edit("draw", [](Mechanism& m) { m = makeDrawing(); });
    document.undoStack().clear();
  }

  // The step happened, and undo and redo give back equal values, several times.
  void checkRoundTrip(const Mechanism& before) {
    const Mechanism after = document.drawn(), resolved = document.resolved();
    const Problems problems = document.problems();
    ASSERT_FALSE(before == after);
    for (int i = 0; i < 3; ++i) {
      document.undoStack().undo();
      ASSERT_EQ(document.drawn(), before);
      document.undoStack().redo();
      ASSERT_EQ(document.drawn(), after);
      ASSERT_EQ(document.resolved(), resolved);
      ASSERT_EQ(document.problems(), problems);
    }
  }

  MechanismDocument document;
};

// Every word that a row offers can be chosen: also the first one of a value that is absent.
void chooseEveryWord(const Mechanism& drawn, const std::vector<Property>& properties) {
  for (const Property& p : properties) {
    chooseEveryWord(drawn, p.parts);
    if (p.kind != Property::Kind::choice && p.kind != Property::Kind::partName) continue;
    for (const std::string& word : p.words) {
      Mechanism m = drawn;
      EXPECT_TRUE(setPropertyText(m, p.pointer, word)) << p.pointer << ": " << word;
      const std::string owner = p.pointer.substr(0, p.pointer.rfind('/'));
      for (const Property& chosen : listProperties(m, m, owner))
        EXPECT_TRUE(chosen.pointer != p.pointer || chosen.text == word) << p.pointer << ": " << chosen.text;
    }
  }
}

TEST_F(EditTest, EveryWordThatARowOffersCanBeChosen) {
  const Mechanism& drawn = document.drawn();
  for (const ElementId& element : listElements(drawn))
    chooseEveryWord(drawn, listProperties(drawn, drawn, findPointer(drawn, element)));
}

TEST_F(EditTest, EveryKindOfElementIsAddedRemovedAndReplaced) {
  for (const ElementId& element : listElements(document.drawn())) {
    SCOPED_TRACE(element.id);
    const Mechanism before = document.drawn();
    document.edit("name", [&](Mechanism& m) { visitElement(m, element, [](auto& e) { e.name = "x"; }); });
    checkRoundTrip(before);
    const Mechanism named = document.drawn();
    document.edit("copy", [&](Mechanism& m) {
      visitLists(m, [&](ElementKind kind, const char*, auto& list) {
        if (kind != element.kind) return;
        auto copy = *findById(list, element.id);
        copy.id = makeId(m, copy.id);
        list.insert(list.begin(), copy);
      });
    });
    checkRoundTrip(named);
    const Mechanism copied = document.drawn();
    document.remove({element});
    EXPECT_FALSE(contains(document.drawn(), element));
    checkRoundTrip(copied);
    document.undoStack().undo();
  }
}

TEST_F(EditTest, TheRestOfTheMechanismIsEditedTheSameWay) {
  const Mechanism before = document.drawn();
  document.edit("settings", [](Mechanism& m) {
    m.name = "new";
    m.gravity = {0.0, 0.0};
    m.simulation.duration.text = "2 s";
    m.cases.push_back(Case{"second", "", "", {}, {}});
    m.published.emplace_back().what = "speed";
    m.published.emplace_back().what = "angle";
    m.unknown["note"] = "1";
  });
  checkRoundTrip(before);
}

TEST_F(EditTest, ReorderingComesBack) {
  const Mechanism before = document.drawn();
  document.edit("turn round", [](Mechanism& m) {
    std::swap(m.bodies[0], m.bodies[1]);
    std::swap(m.parameters[0], m.parameters[1]);
    m.joints.push_back(m.joints[0]);  // even an id twice
    m.joints[0].a = "link2";
  });
  checkRoundTrip(before);
}

TEST_F(EditTest, NothingChangedIsNoStep) {
  EXPECT_FALSE(document.edit("nothing", [](Mechanism& m) { m.name += ""; }));
  EXPECT_FALSE(document.edit("nothing", [](Mechanism& m) { m.bodies[0].width = m.bodies[0].width.value; }));
  EXPECT_EQ(document.undoStack().count(), 0);
  EXPECT_FALSE(document.isModified());
}

TEST_F(EditTest, ADragIsOneStep) {
  const Mechanism before = document.drawn();
  const int drag = document.makeMergeId();
  for (int i = 1; i <= 20; ++i)
    document.edit(
        "move link2", [&](Mechanism& m) { m.bodies[1].pose.x = 1 + 0.01 * i; }, drag);
  EXPECT_EQ(document.undoStack().count(), 1);
  checkRoundTrip(before);
  const Mechanism first = document.drawn();
  const int second = document.makeMergeId();
  document.edit(
      "move link2", [&](Mechanism& m) { m.bodies[1].pose.x = 3; }, second);
  EXPECT_EQ(document.undoStack().count(), 2);
  checkRoundTrip(first);
}

TEST_F(EditTest, ADragBackToItsStartIsNoStep) {
  const Mechanism before = document.drawn();
  const int drag = document.makeMergeId();
  for (const double x : {1.5, 2.0, 1.0})
    document.edit(
        "move link2", [&](Mechanism& m) { m.bodies[1].pose.x = x; }, drag);
  EXPECT_EQ(document.drawn(), before);
  EXPECT_EQ(document.undoStack().count(), 0);
  EXPECT_FALSE(document.isModified());
}

TEST_F(EditTest, DeletingABodyTakesWhatHangsOnIt) {
  const Mechanism before = document.drawn();
  document.remove({{ElementKind::body, "link1"}});
  EXPECT_EQ(document.undoStack().count(), 1);
  const Mechanism& m = document.drawn();
  ASSERT_EQ(m.bodies.size(), 1U);
  EXPECT_TRUE(m.joints.empty()) << "both joints touch link1";
  EXPECT_TRUE(m.drives.empty()) << "the drive of O1 has lost its joint";
  ASSERT_EQ(m.forces.size(), 1U) << "the torque on link2 stays";
  bool diagnosed = false;
  for (const Problem& p : document.problems())
    diagnosed = diagnosed || findElementAt(m, p.where) == ElementId{ElementKind::force, "load"};
  EXPECT_TRUE(diagnosed) << "but its law names link1";
  checkRoundTrip(before);
  document.undoStack().undo();
  document.remove({{ElementKind::joint, "O1"}});
  EXPECT_TRUE(document.drawn().drives.empty());
  EXPECT_EQ(document.drawn().joints.size(), 1U);
}

TEST_F(EditTest, DeletingAParameterIsDiagnosedAndMended) {
  ASSERT_TRUE(document.isResolved());
  EXPECT_DOUBLE_EQ(document.resolved().bodies[0].length->value, 1.1);
  document.remove({{ElementKind::parameter, "L1"}});
  EXPECT_TRUE(document.drawn().cases[0].set.empty());
  EXPECT_FALSE(document.isResolved());
  EXPECT_DOUBLE_EQ(document.resolved().bodies[0].length->value, 1.1) << "the last good one";
  EXPECT_EQ(document.shown().parameters.size(), 1U) << "the parts as they are now";
  EXPECT_DOUBLE_EQ(document.shown().bodies[0].length->value, 1.1);
  bool named = false;
  for (const Problem& p : document.problems()) named = named || p.where == "/bodies/0/length";
  EXPECT_TRUE(named);
  document.undoStack().undo();
  EXPECT_TRUE(document.isResolved());
}

TEST_F(EditTest, RenamingIsFollowedEverywhere) {
  const Mechanism before = document.drawn();
  EXPECT_EQ(document.rename({ElementKind::parameter, "L1"}, "span"), "");
  const Mechanism& m = document.drawn();
  EXPECT_EQ(m.parameters[1].value.text, "10*span + 20 mm");
  EXPECT_EQ(m.parameters[1].id, "L10");
  EXPECT_EQ(m.bodies[0].length->text, "span");
  EXPECT_EQ(m.cases[0].set.count("span"), 1U);
  EXPECT_EQ(std::get<Torque>(m.forces[0].kind).moment.text, "-0.02*link2.omega + span*link1.omega");
  checkRoundTrip(before);
  EXPECT_EQ(document.rename({ElementKind::body, "link1"}, "crank"), "");
  EXPECT_EQ(m.joints[0].b, "crank");
  EXPECT_EQ(m.joints[1].a, "crank");
  EXPECT_EQ(std::get<Torque>(m.forces[0].kind).moment.text, "-0.02*link2.omega + span*crank.omega");
  EXPECT_EQ(document.rename({ElementKind::joint, "O1"}, "A"), "");
  EXPECT_EQ(m.drives[0].joint, "A");
  EXPECT_TRUE(document.isResolved());
}

TEST_F(EditTest, AWrongIdIsRefusedInWords) {
  const ElementId body{ElementKind::body, "link1"};
  for (const char* id : {"", "link2", "L1", "frame", "sin", "t", "2x", "a b"}) {
    EXPECT_NE(document.rename(body, id), "") << id;
    EXPECT_EQ(document.drawn().bodies[0].id, "link1");
  }
  EXPECT_EQ(document.rename(body, "link1"), "");
  EXPECT_EQ(document.undoStack().count(), 0);
}

TEST(ReplaceNameTest, NamesAreNotUnitsNorMembers) {
  EXPECT_EQ(replaceName("2 m + m", "m", "mass1"), "2 m + mass1");
  EXPECT_EQ(replaceName("2*m/3 mm", "m", "q"), "2*q/3 mm");
  EXPECT_EQ(replaceName("1e-3*e + 2.5e2 e", "e", "x"), "1e-3*x + 2.5e2 x");
  EXPECT_EQ(replaceName("a.x + x + b.x", "x", "y"), "a.x + y + b.x");
  EXPECT_EQ(replaceName("ab + a_b + a1 + a", "a", "z"), "ab + a_b + a1 + z");
}

TEST(MakeIdTest, CountsOn) {
  Mechanism m = test::makeChain(1);
  EXPECT_EQ(makeId(m, "link"), "link3");
  EXPECT_EQ(makeId(m, "link1"), "link3");
  EXPECT_EQ(makeId(m, "O"), "O3");
  EXPECT_EQ(makeId(m, "spring"), "spring1");
  EXPECT_EQ(makeId(m, "7"), "part1");
  EXPECT_EQ(makeId(m, "log1"), "log1");
  EXPECT_EQ(makeId(m, "atan"), "atan1") << "atan2 would be a function";
}

TEST(InsertTest, ACopyHasNewIdsAndItsOwnReferences) {
  Mechanism m = makeDrawing();
  Mechanism part = extractElements(m, {{ElementKind::body, "link1"}, {ElementKind::body, "link2"}});
  EXPECT_EQ(part.bodies.size(), 2U);
  EXPECT_EQ(part.joints.size(), 2U);
  EXPECT_EQ(part.drives.size(), 1U);
  EXPECT_EQ(part.forces.size(), 1U);
  ASSERT_EQ(part.parameters.size(), 1U) << "L1, which the length names; L10 stays";
  part.parameters.clear();
  const auto ids = insertElements(m, part);
  ASSERT_EQ(ids.size(), 6U);
  EXPECT_EQ(m.bodies[2].id, "link3");
  EXPECT_EQ(m.joints[3].a, "link3");
  EXPECT_EQ(m.joints[3].b, "link4");
  EXPECT_EQ(m.drives[1].joint, m.joints[2].id);
  EXPECT_EQ(std::get<Torque>(m.forces[1].kind).moment.text, "-0.02*link4.omega + L1*link3.omega");
  const Mechanism alone = extractElements(m, {{ElementKind::body, "link2"}});
  EXPECT_TRUE(alone.joints.empty()) << "O2 would lack link1";
}

TEST_F(EditTest, TheSelectionFollowsRenamingAndForgetsWhatIsGone) {
  Selection selection(document);
  QSignalSpy changed(&selection, &Selection::changed);
  const ElementId link1{ElementKind::body, "link1"}, o2{ElementKind::joint, "O2"};
  selection.set({link1, o2, {ElementKind::body, "nobody"}});
  EXPECT_EQ(selection.elements(), (std::vector{link1, o2}));
  EXPECT_EQ(changed.count(), 1);
  document.rename(link1, "crank");
  EXPECT_EQ(selection.elements().front(), (ElementId{ElementKind::body, "crank"}));
  document.undoStack().undo();
  EXPECT_EQ(selection.elements().front(), link1);
  document.remove({link1});
  EXPECT_TRUE(selection.isEmpty()) << "O2 went with link1";
  selection.selectAll();
  EXPECT_EQ(selection.elements().size(), 2U) << "link2 and the torque";
  document.create();
  EXPECT_TRUE(selection.isEmpty());
}

TEST_F(EditTest, PointersAndElementsCorrespond) {
  const Mechanism& m = document.drawn();
  for (const ElementId& element : listElements(m)) {
    EXPECT_EQ(findElementAt(m, findPointer(m, element)), element);
    EXPECT_EQ(findElementAt(m, findPointer(m, element) + "/at_a/0"), element);
  }
  EXPECT_FALSE(findElementAt(m, "/bodies").has_value());
  EXPECT_FALSE(findElementAt(m, "/bodies/99").has_value());
  EXPECT_FALSE(findElementAt(m, "/simulation/duration").has_value());
  EXPECT_FALSE(findElementAt(m, "line 3, column 7").has_value());
}

// One source: what is typed last, of the two radii and c, says what the other two do not.
TEST(Properties, ClearanceIsTypedAsC) {
  Mechanism m;
  Parameter pin;
  pin.id = "r_pin";
  pin.value.text = "8 mm";
  m.parameters = {pin};
  Body body;
  body.id = "bar";
  body.mass = 1;
  body.inertia = 1;
  Joint joint;
  joint.id = "A";
  joint.b = "bar";
  joint.clearance = makeFirstClearance(joint.kind);
  m.bodies = {body};
  m.joints = {joint};
  const std::string play = "/joints/0/clearance/";
  const auto look = [&](const std::string& key) {
    Problems problems;
    const Mechanism shown = resolve(m, {}, {}, problems);
    EXPECT_FALSE(stopRun(problems)) << (problems.empty() ? std::string() : problems[0].what);
    for (const Property& p : listProperties(m, shown, "/joints/0"))
      if (p.key == "clearance")
        for (const Property& part : p.parts)
          if (part.key == key) return part;
    ADD_FAILURE() << key;
    return Property{};
  };
  EXPECT_EQ(look("c").text, "0.00025");
  EXPECT_NEAR(*look("c").value, 0.00025, 1e-15);
  EXPECT_TRUE(setPropertyText(m, play + "c", "0.1 mm"));
  EXPECT_EQ(look("c").text, "0.1 mm");
  EXPECT_NEAR(*look("bearing").value, 0.0101, 1e-15) << "the bearing follows";
  EXPECT_EQ(look("journal").text, "10 mm");
  EXPECT_TRUE(setPropertyText(m, play + "journal", "12 mm"));
  EXPECT_NEAR(*look("bearing").value, 0.0121, 1e-15) << "and goes on to";
  EXPECT_EQ(look("c").text, "0.1 mm");
  EXPECT_TRUE(setPropertyText(m, play + "journal", "r_pin"));
  EXPECT_EQ(look("bearing").text, "r_pin + 0.1 mm");
  EXPECT_NEAR(*look("bearing").value, 0.0081, 1e-15);
  EXPECT_TRUE(setPropertyText(m, play + "journal", "0.02"));
  EXPECT_TRUE(setPropertyText(m, play + "c", "0.0005"));
  EXPECT_NEAR(*look("bearing").value, 0.0205, 1e-15) << "plain numbers are metres";
  EXPECT_EQ(look("c").text, "0.0005 m");
  EXPECT_TRUE(setPropertyText(m, play + "bearing", "22 mm"));
  EXPECT_EQ(look("c").text, "0.002") << "of radii that were typed";
  EXPECT_TRUE(setPropertyText(m, play + "journal", "21 mm"));
  EXPECT_EQ(look("bearing").text, "22 mm") << "they stay as typed";
  EXPECT_NEAR(*look("c").value, 0.001, 1e-15);
  EXPECT_FALSE(setPropertyText(m, play + "c", " "));
  EXPECT_FALSE(setPropertyText(m, "/joints/1/clearance/c", "1 mm"));
}

}  // namespace
}  // namespace clank
