// SPDX-License-Identifier: GPL-3.0-or-later
// Fields of laws of contact: only what a law needs, what it cannot do without, and what it does in a blow.
#include <gtest/gtest.h>

#include <QComboBox>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <fstream>
#include <numbers>

#include "core/io/mechanism_file.h"
#include "core/model/law_traits.h"
#include "core/model/words.h"
#include "tests/ui/chain.h"
#include "ui/document/law_edits.h"
#include "ui/document/phase_edits.h"
#include "ui/panels/force_curve.h"
#include "ui/panels/free_blow.h"
#include "ui/panels/property_panel.h"

namespace clank {
namespace {

NormalForceLaw makeLaw(ContactLaw law, double e) {
  Compliance compliance;
  compliance.leastApproach = 1e-6;
  return makeNormalForceLaw(law, compliance, 1e8, e);
}

// Energy: K d^(n+1)/(n+1) = m v^2/2 at the deepest.
TEST(FreeBlow, AnElasticOneGivesEverythingBack) {
  const FreeBlow blow = calcFreeBlow(makeLaw(ContactLaw::hertz, 0.5), 0.2, 0.3);
  const double depth = std::pow(2.5 * 0.2 * 0.09 / (2 * 1e8), 0.4);
  EXPECT_NEAR(blow.peakDepth, depth, 1e-5 * depth);
  EXPECT_NEAR(blow.peakForce, 1e8 * std::pow(depth, 1.5), 1e-4 * blow.peakForce);
  EXPECT_NEAR(blow.effective, 1, 1e-3);
}

// A damped oscillation until its force vanishes: with zeta = D/(2 sqrt(K m)) < 1 the law leaves with
// exp(-2 zeta/sqrt(1 - zeta^2) atan(sqrt(1 - zeta^2)/zeta)).
TEST(FreeBlow, SpringAndDamperAsInClosedForm) {
  NormalForceLaw law = makeLaw(ContactLaw::kelvinVoigt, 0);
  const double mass = 0.5, zeta = 0.3, root = std::sqrt(1 - zeta * zeta);
  law.stiffness = 1e6;
  law.damping = 2 * zeta * std::sqrt(law.stiffness * mass);
  const FreeBlow blow = calcFreeBlow(law, mass, 0.1);
  EXPECT_NEAR(blow.effective, std::exp(-2 * zeta / root * std::atan(root / zeta)), 2e-3);
}

TEST(FreeBlow, TheLoopLosesWhatTheRestitutionSays) {
  for (const double e : {0.3, 0.7, 0.9}) {
    const FreeBlow blow = calcFreeBlow(makeLaw(ContactLaw::gonthier, e), 1, 0.1);
    EXPECT_NEAR(blow.effective, e, 1e-9);
    double area = 0;
    for (std::size_t i = 1; i < blow.depths.size(); ++i)
      area += (blow.depths[i] - blow.depths[i - 1]) * (blow.forces[i] + blow.forces[i - 1]) / 2;
    EXPECT_NEAR(area, blow.loss, 0.01 * blow.loss) << e;
  }
}

class LawFields : public testing::Test {
 protected:
  void SetUp() override {
    document.create();
    document.edit("draw", [](Mechanism& m) {
      m = test::makeChain(1);
      setLoose(m, "O1", true);
    });
    properties.resize(340, 900);
    properties.show();
    selection.select({ElementKind::joint, "O1"});
    settle();
  }
  static void settle() {
    for (int i = 0; i < 6; ++i) QCoreApplication::processEvents();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  }
  void choose(const QString& key, const QString& word) {
    settle();
    auto* box = properties.findChild<QComboBox*>("property:/joints/0/clearance/" + key);
    ASSERT_TRUE(box) << qPrintable(key);
    box->setCurrentIndex(box->findData(word));
    Q_EMIT box->activated(box->currentIndex());
    settle();
  }
  bool isShown(const QString& key) {
    settle();
    return properties.findChild<QWidget*>("property:/joints/0/clearance/" + key) != nullptr;
  }
  std::size_t countErrors() {
    std::size_t errors = 0;
    for (const Problem& problem : document.problems()) errors += problem.severity == Severity::error;
    return errors;
  }
  MechanismDocument document;
  Selection selection{document};
  PropertyPanel properties{document, selection};
};

TEST_F(LawFields, OnlyWhatTheLawNeedsIsShown) {
  EXPECT_TRUE(isShown("restitution"));
  EXPECT_FALSE(isShown("tangential_restitution"));
  EXPECT_FALSE(isShown("compliance/damping"));
  EXPECT_TRUE(isShown("compliance/material_a/young"));
  choose("law", "hertz");
  EXPECT_TRUE(isShown("restitution")) << "typed, and without effect now: its warning says so";
  EXPECT_FALSE(isShown("compliance/least_approach"));
  choose("law", "impact");
  EXPECT_TRUE(isShown("compliance/damping"));
  EXPECT_TRUE(isShown("compliance/damping_depth"));
  choose("law", "newton");
  EXPECT_TRUE(isShown("restitution"));
  EXPECT_FALSE(isShown("compliance/exponent"));
  EXPECT_FALSE(isShown("friction_law"));
  EXPECT_FALSE(isShown("length")) << "of a block";
}

TEST_F(LawFields, TheyFollowTheParameterThatChoosesTheLaw) {
  document.edit("choose", [](Mechanism& m) {
    Parameter rule;
    rule.id = "rule";
    rule.choices = {"flores", "impact"};
    rule.choice = "flores";
    m.parameters.push_back(rule);
    m.joints[0].clearance->law.reference = "rule";
  });
  EXPECT_TRUE(isShown("restitution"));
  EXPECT_FALSE(isShown("compliance/damping"));
  document.edit("change", [](Mechanism& m) { m.parameters.back().choice = "impact"; });
  EXPECT_FALSE(isShown("restitution"));
  EXPECT_TRUE(isShown("compliance/damping"));
}

TEST_F(LawFields, EveryLawThatIsChosenRunsAsItIs) {
  for (std::size_t law = 0; law < Words<ContactLaw>::names.size(); ++law) {
    choose("law", Words<ContactLaw>::names[law]);
    EXPECT_EQ(countErrors(), 0U) << Words<ContactLaw>::names[law];
    EXPECT_EQ(properties.findChild<ForceCurve*>()->isHidden(), !isCompliant(static_cast<ContactLaw>(law)))
        << Words<ContactLaw>::names[law];
  }
  choose("law", "flores");
  for (const char* friction : {"coulomb", "none", "threlfall", "bengisu_akay", "ambrosio", "duan", "lugre"}) {
    choose("friction_law", friction);
    EXPECT_EQ(countErrors(), 0U) << friction;
    EXPECT_EQ(isShown("friction_curve/bristle_stiffness"), std::string(friction) == "lugre");
  }
}

TEST_F(LawFields, TheCurveFollowsAndSaysAskedAndEffective) {
  auto* curve = properties.findChild<ForceCurve*>();
  ASSERT_TRUE(curve && !curve->isHidden());
  EXPECT_EQ(curve->words(), "restitution: asked 0.7, effective 0.683");
  EXPECT_TRUE(curve->stiffnessWords().contains("from E"));
  document.edit("e", [](Mechanism& m) { m.joints[0].clearance->law = ContactLaw::gonthier; });
  settle();
  curve = properties.findChild<ForceCurve*>();
  EXPECT_EQ(curve->words(), "restitution: asked 0.7, effective 0.7");
  EXPECT_TRUE(curve->lossWords().startsWith("loss ")) << qPrintable(curve->lossWords());
  choose("law", "hertz");
  curve = properties.findChild<ForceCurve*>();
  EXPECT_EQ(curve->lossWords(), "no loss") << "not the error of an integration";
}

TEST_F(LawFields, TheyStayWhereTheyAreWhileOneIsWrong) {
  document.edit("close", [](Mechanism& m) { m.joints[0].clearance->bearing = 0.001; });
  settle();
  EXPECT_GT(countErrors(), 0U);
  EXPECT_FALSE(properties.findChild<ForceCurve*>()->isHidden());
  EXPECT_EQ(properties.findChild<ForceCurve*>()->words(), "") << "nothing is drawn of it";
  Mechanism wrong = document.drawn();
  wrong.joints[0].clearance->restitution.text = "10 mm";
  QTemporaryDir folder;
  const QString path = folder.filePath("wrong.clank");
  std::ofstream(path.toStdString()) << writeMechanism(wrong);
  ASSERT_TRUE(document.load(path));
  selection.select({ElementKind::joint, "O1"});
  settle();
  EXPECT_FALSE(properties.findChild<ForceCurve*>()->isHidden()) << "of a file that does not run";
}

}  // namespace
}  // namespace clank
