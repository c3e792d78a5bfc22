// SPDX-License-Identifier: GPL-3.0-or-later
// Thousands of edits, undos and redos in a row, seeded: nothing crashes, and what must always hold, holds.
#include <gtest/gtest.h>

#include <QTemporaryDir>
#include <cmath>
#include <numbers>
#include <random>

#include "core/io/mechanism_file.h"
#include "core/io/resources.h"
#include "ui/document/element_edits.h"
#include "ui/document/mechanism_document.h"
#include "ui/document/properties.h"
#include "ui/document/selection.h"
#include "ui/document/transform.h"

namespace clank {
namespace {

class Walk {
 public:
  explicit Walk(unsigned seed) : random_(seed), selection_(document_) {
    const auto path = *findResources() / "examples" / "linkages" / "toggle-clamp.clank";
    document_.load(QString::fromStdString(path.string()));
  }

  void step(int number) {
    const int dice = pick(100);
    if (dice < 15) {
      document_.undoStack().undo();
    } else if (dice < 25) {
      document_.undoStack().redo();
    } else if (dice < 27) {
      saveAndLoad(number);
    } else {
      edit();
    }
    check();
  }
  int count() const { return edits_; }

 private:
  int pick(int count) { return static_cast<int>(random_() % static_cast<unsigned>(count)); }
  ElementId pickElement() {
    const auto all = listElements(document_.drawn());
    return all.empty() ? ElementId{} : all[static_cast<std::size_t>(pick(static_cast<int>(all.size())))];
  }

  void edit() {
    ++edits_;
    const ElementId element = pickElement();
    switch (pick(12)) {
      case 0:
        return add();
      case 1:
        if (listElements(document_.drawn()).size() > 6) document_.remove({element});
        return;
      case 2:
        document_.rename(element, pick(5) ? QString("n%1").arg(pick(40)) : QString("sin"));
        return;
      case 3:
        return copy(element);
      case 4:
        return move(element);
      case 5: {
        const auto elements = std::vector{element, pickElement()};
        document_.edit("mirror", [&](Mechanism& m) { mirrorElements(m, document_.shown(), elements, 0.1); });
        return;
      }
      case 6:
        return list(element);
      default:
        return type(element);
    }
  }

  void add() {
    document_.edit("add", [&](Mechanism& m) {
      Body body;
      body.id = makeId(m, "link");
      body.length = 0.1;
      body.section = 1e-4;
      body.density = 7850;
      body.pose.x = 0.01 * pick(100);
      Joint joint;
      joint.id = makeId(m, "J");
      if (!m.bodies.empty())
        joint.a = m.bodies[static_cast<std::size_t>(pick(static_cast<int>(m.bodies.size())))].id;
      joint.b = body.id;
      m.bodies.push_back(body);
      m.joints.push_back(joint);
    });
  }

  void copy(const ElementId& element) {
    if (listElements(document_.drawn()).size() > 30) return;
    const Mechanism part = extractElements(document_.drawn(), {element, pickElement()});
    const auto read = readMechanism(writeMechanism(part));
    ASSERT_TRUE(read) << read.error().front().what;
    ASSERT_EQ(read->mechanism, part) << "the clipboard carries all of it";
    std::vector<ElementId> ids;
    document_.edit("paste", [&](Mechanism& m) { ids = insertElements(m, read->mechanism); });
    selection_.set(ids);
  }

  void move(const ElementId& element) {
    const int drag = document_.makeMergeId();
    for (int i = 0; i < 5; ++i)
      document_.edit(
          "move",
          [&](Mechanism& m) {
            moveElements(m, document_.shown(), {element}, {{0, 0}, 0.1 * pick(3), 0.001 * pick(10), 0});
          },
          drag);
  }

  // Whatever a panel can type, right and wrong, into any field.
  void type(const ElementId& element) {
    std::vector<Property> leaves;
    collect(listProperties(document_.drawn(), document_.shown(), findPointer(document_.drawn(), element)),
            leaves);
    if (leaves.empty()) return;
    const Property& leaf = leaves[static_cast<std::size_t>(pick(static_cast<int>(leaves.size())))];
    static const std::vector<std::string> texts{"0.25", "120 mm",     "45 deg", "2*0.1", "",     "parrots",
                                                "stop", "1/0",        "frame",  "true",  "free", "0.1 kg",
                                                "link", "-3 - (0.2)", "1e300",  "))",    "=law", "slot"};
    std::string text = texts[static_cast<std::size_t>(pick(static_cast<int>(texts.size())))];
    if (!leaf.words.empty() && pick(3))
      text = leaf.words[static_cast<std::size_t>(pick(static_cast<int>(leaf.words.size())))];
    if (leaf.kind == Property::Kind::id) return;  // renamed in another way
    document_.edit("type", [&](Mechanism& m) { setPropertyText(m, leaf.pointer, text); });
  }

  void list(const ElementId& element) {
    std::vector<Property> all =
        listProperties(document_.drawn(), document_.shown(), findPointer(document_.drawn(), element));
    for (const Property& p : std::vector(all)) all.insert(all.end(), p.parts.begin(), p.parts.end());
    for (const Property& p : all) {
      if (p.kind == Property::Kind::list && pick(2))
        document_.edit("add", [&](Mechanism& m) { addItem(m, p.pointer); });
      if (p.kind == Property::Kind::list && pick(2))
        document_.edit("remove", [&](Mechanism& m) { removeItem(m, p.pointer + "/0"); });
      if (p.optional && pick(2))
        document_.edit("state", [&](Mechanism& m) { setPresent(m, p.pointer, !p.present); });
    }
  }

  static void collect(const std::vector<Property>& properties, std::vector<Property>& leaves) {
    for (const Property& p : properties) {
      if (p.parts.empty() && p.kind != Property::Kind::list && p.kind != Property::Kind::group)
        leaves.push_back(p);
      collect(p.parts, leaves);
    }
  }

  void saveAndLoad(int number) {
    const QString path = folder_.filePath(QString("%1.clank").arg(number % 7));
    ASSERT_TRUE(document_.save(path));
    EXPECT_FALSE(document_.isModified());
    MechanismDocument other;
    ASSERT_TRUE(other.load(path)) << other.problems().front().what;
    ASSERT_EQ(other.drawn(), document_.drawn());
    if (pick(4) == 0) {
      ASSERT_TRUE(document_.load(path));
    }
  }

  // shown() has the elements of drawn() and finite numbers; nothing selected is missing; a resolved drawing
  // shows what it resolves to; undo and redo come back to equal values.
  void check() {
    const Mechanism& drawn = document_.drawn();
    ASSERT_EQ(listElements(drawn), listElements(document_.shown()));
    for (const Body& body : document_.shown().bodies) {
      ASSERT_TRUE(std::isfinite(body.pose.x.value) && std::isfinite(body.pose.angle.value));
      ASSERT_TRUE(std::isfinite(body.width.value));
    }
    for (const ElementId& element : selection_.elements()) ASSERT_TRUE(contains(drawn, element));
    if (document_.isResolved()) {
      Mechanism runs = document_.shown();
      runs.studies.clear();
      runs.optimisations.clear();
      ASSERT_EQ(runs, document_.resolved());
    }
    ASSERT_EQ(document_.isResolved(), resolve(drawn, document_.caseId()).has_value());
    if (pick(10) || !document_.undoStack().canUndo()) return;
    const Mechanism before = drawn;
    document_.undoStack().undo();
    document_.undoStack().redo();
    ASSERT_EQ(document_.drawn(), before);
  }

  std::mt19937 random_;
  QTemporaryDir folder_;
  MechanismDocument document_;
  Selection selection_;
  int edits_ = 0;
};

TEST(RandomWalkTest, FiveThousandSteps) {
  Walk walk(20261121);
  for (int i = 0; i < 5000; ++i) {
    walk.step(i);
    if (testing::Test::HasFatalFailure()) FAIL() << "in step " << i;
  }
  EXPECT_GT(walk.count(), 3000);
}

}  // namespace
}  // namespace clank
