// SPDX-License-Identifier: GPL-3.0-or-later
// Contacts of a loose joint on the timeline and in the receipt.
#include "ui/panels/contact_track.h"

#include <gtest/gtest.h>

#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>
#include <array>

#include "ui/look/part_names.h"
#include "ui/panels/event_table.h"
#include "ui/panels/number_words.h"
#include "ui/panels/receipt_words.h"
#include "ui/panels/timeline.h"

namespace clank {
namespace {

constexpr std::array kTouches{0.1, 0.11, 0.12, 0.3};  // s, when contacts begin
constexpr double kLasts = 0.008;                      // s

Mechanism makeLoosePin() {
  Mechanism m;
  Joint joint;
  joint.id = "B";
  joint.clearance.emplace();
  m.joints = {joint};
  return m;
}

Receipt makeTouch(double t, bool begins) {
  Receipt r;
  r.t = t;
  r.kind = begins ? EventKind::contactBegin : EventKind::contactEnd;
  r.element = "B";
  r.bodyA = "rod";
  r.bodyB = "slider";
  r.law = "flores";
  r.restitution = 0.9;
  if (!begins)
    r.contact = ContactReport{t - kLasts, kLasts, 0.5, 4213, 1.9e-6, 0.136, -0.004, 1.9e-3, 2e-5, 0.893};
  return r;
}

Trajectory makeRattle() {
  Trajectory run({{"t", "s"}, {"B.state", "1"}});
  run.sample(std::array{0.0, 0.0});
  for (const double begin : kTouches) {
    for (const bool begins : {true, false}) {
      const double t = begins ? begin : begin + kLasts;
      run.sample(std::array{t, begins ? 0.0 : 3.0});
      run.event(makeTouch(t, begins));
      run.sample(std::array{t, begins ? 3.0 : 0.0});
    }
  }
  run.sample(std::array{0.5, 0.0});
  return run;
}

QString findLine(const std::vector<ReceiptLine>& lines, const QString& label) {
  for (const ReceiptLine& line : lines)
    if (line.label == label) return line.text;
  return {};
}

TEST(ContactTrack, ContactsHaveTheirTimesAndEventsAndRowsAreFound) {
  const Trajectory run = makeRattle();
  ContactTrack track;
  track.start(makeLoosePin(), run);
  ASSERT_EQ(track.rows().size(), 1U);
  const auto& contacts = track.rows()[0].contacts;
  ASSERT_EQ(contacts.size(), kTouches.size());
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    EXPECT_EQ(contacts[i].from, kTouches[i]);
    EXPECT_EQ(contacts[i].to, kTouches[i] + kLasts);
    EXPECT_EQ(contacts[i].begin, 2 * i);
    EXPECT_EQ(contacts[i].end, 2 * i + 1);
    EXPECT_TRUE(track.covers(2 * i) && track.covers(2 * i + 1));
  }
  EXPECT_EQ(track.findRow({0, 1}), (std::pair<std::size_t, std::size_t>(0, 2))) << "2 ms apart";
  EXPECT_EQ(track.findRow({0, 3}), (std::pair<std::size_t, std::size_t>(3, 3)));
}

// Three contacts in a row are one line of the table with their sum, that opens to six; the fourth stands
// alone.
TEST(ContactTrack, ARowOfContactsIsOneLineThatOpens) {
  const Trajectory run = makeRattle();
  ContactTrack track;
  track.start(makeLoosePin(), run);
  const auto groups = track.listRowsOfEvents();
  ASSERT_EQ(groups.size(), 1U);
  EXPECT_EQ(groups[0], (std::vector<std::size_t>{0, 1, 2, 3, 4, 5}));
  EventTable table;
  table.setTrajectory(&run);
  const QAbstractItemModel& model = *table.model();
  EXPECT_EQ(model.rowCount(), 8) << "flat while it runs";
  table.fold(groups);
  ASSERT_EQ(model.rowCount(), 3);
  const QModelIndex group = model.index(0, 0);
  ASSERT_EQ(model.rowCount(group), 6);
  EXPECT_EQ(group.data().toString(), "3 contacts");
  EXPECT_EQ(group.siblingAtColumn(2).data().toString(), "0.1");
  EXPECT_TRUE(group.siblingAtColumn(3).data().toString().startsWith("0.408")) << "3 x 0.136 N s";
  EXPECT_EQ(model.index(3, 2, group).data().toString(), "0.118");
  EXPECT_EQ(model.index(1, 0).data().toString(), "contact-begin");
  table.select(3);
  EXPECT_EQ(table.currentIndex().siblingAtColumn(0), group) << "closed";
  table.expand(group);
  table.select(3);
  EXPECT_EQ(table.currentIndex().siblingAtColumn(0), model.index(3, 0, group));
  table.select(7);
  EXPECT_EQ(table.currentIndex().siblingAtColumn(0), model.index(2, 0));
  table.resize(900, 300);
  table.show();
  QTest::qWait(20);
  QSignalSpy picked(&table, &EventTable::eventPicked);
  for (const QModelIndex& index : {group, model.index(4, 0, group), model.index(1, 0)})
    QTest::mouseClick(table.viewport(), Qt::LeftButton, {},
                      table.visualRect(index.siblingAtColumn(3)).center());
  ASSERT_EQ(picked.count(), 3);
  EXPECT_EQ(picked[0][0].value<std::size_t>(), 0U);
  EXPECT_EQ(picked[1][0].value<std::size_t>(), 4U);
  EXPECT_EQ(picked[2][0].value<std::size_t>(), 6U);
  table.setTrajectory(&run);
  EXPECT_EQ(model.rowCount(), 8);
}

// From the first touch at 0.1 s with 0.5 m/s to the last parting.
TEST(ContactTrack, TheSumOfARow) {
  std::vector<ContactReport> contacts;
  for (const std::size_t end : {1, 3, 5}) contacts.push_back(*makeRattle().events()[end].contact);
  contacts[1].peakForce = 5000;
  contacts[2].approach = 0.2;
  const ContactReport sum = sumContacts(contacts);
  EXPECT_DOUBLE_EQ(sum.begin, 0.1);
  EXPECT_DOUBLE_EQ(sum.duration, 0.128 - 0.1);
  EXPECT_EQ(sum.peakForce, 5000);
  EXPECT_DOUBLE_EQ(sum.normalImpulse, 3 * 0.136);
  EXPECT_DOUBLE_EQ(sum.dampingLoss, 3 * 1.9e-3);
  EXPECT_DOUBLE_EQ(sum.effectiveRestitution.value(), 0.893 * 0.2 / 0.5);
}

// The run ends in a contact: its receipt is that of the band, and no mark of its own.
TEST(ContactTrack, AContactThatIsOpenAtTheEndHasItsReceipt) {
  Trajectory run({{"t", "s"}, {"B.state", "1"}});
  run.sample(std::array{0.0, 0.0});
  run.sample(std::array{0.1, 0.0});
  run.event(makeTouch(0.1, true));
  run.sample(std::array{0.1, 3.0});
  run.sample(std::array{0.2, 3.0});
  Receipt open = makeTouch(0.2, false);
  open.kind = EventKind::contactOpen;
  run.event(open);
  run.sample(std::array{0.2, 3.0});
  ContactTrack track;
  track.start(makeLoosePin(), run);
  ASSERT_EQ(track.rows()[0].contacts.size(), 1U);
  EXPECT_EQ(track.rows()[0].contacts[0].end, 1U);
  EXPECT_EQ(track.rows()[0].contacts[0].to, 0.2);
  EXPECT_TRUE(track.covers(0) && track.covers(1));
}

// Play that only a phase has is play all the same.
TEST(ContactTrack, PlayOfAPhaseHasItsRow) {
  Mechanism m = makeLoosePin();
  Metamorphic worn;
  worn.phases.resize(2);
  worn.phases[0].id = "new";
  worn.phases[1].id = "worn";
  worn.phases[1].clearance = m.joints[0].clearance;
  m.joints[0].clearance.reset();
  m.joints[0].metamorphic = worn;
  const Trajectory run = makeRattle();
  ContactTrack track;
  track.start(m, run);
  ASSERT_EQ(track.rows().size(), 1U);
  EXPECT_EQ(track.rows()[0].contacts.size(), kTouches.size());
}

// A pin that wears out after 0.2 s has nothing to fly through before.
TEST(ContactTrack, APhaseWithoutClearanceIsNoFlight) {
  Mechanism m = makeLoosePin();
  Metamorphic worn;
  worn.phases.resize(2);
  worn.phases[1].clearance = m.joints[0].clearance;
  m.joints[0].metamorphic = worn;
  Trajectory run({{"t", "s"}, {"B.state", "1"}, {"B.phase", "1"}});
  run.sample(std::array{0.0, 0.0, 0.0});
  run.sample(std::array{0.2, 0.0, 0.0});
  Receipt change;
  change.t = 0.2;
  change.kind = EventKind::release;
  change.element = "B";
  run.event(change);
  run.sample(std::array{0.2, 0.0, 1.0});
  run.sample(std::array{0.5, 0.0, 1.0});
  ContactTrack track;
  track.start(m, run);
  ASSERT_EQ(track.rows().size(), 1U);
  EXPECT_EQ(track.rows()[0].ideal, (std::vector<std::pair<double, double>>{{0.0, 0.2}}));
  EXPECT_FALSE(track.rows()[0].isIdeal);
}

TEST(ContactTrack, GrowingIsTheSameAsAllAtOnce) {
  const Trajectory whole = makeRattle();
  Trajectory growing(whole.channels());
  ContactTrack track, expected;
  expected.start(makeLoosePin(), whole);
  track.start(makeLoosePin(), growing);
  std::size_t event = 0;
  for (std::size_t i = 0; i < whole.sampleCount(); ++i) {
    for (; event < whole.events().size() && whole.sampleAfterEvent(event) == i; ++event) {
      growing.event(whole.events()[event]);
      track.advance();
    }
    growing.sample(whole.row(i));
    track.advance();
  }
  ASSERT_EQ(track.rows()[0].contacts.size(), kTouches.size());
  for (std::size_t i = 0; i < kTouches.size(); ++i) {
    EXPECT_EQ(track.rows()[0].contacts[i].to, expected.rows()[0].contacts[i].to);
    EXPECT_EQ(track.rows()[0].contacts[i].end, expected.rows()[0].contacts[i].end);
  }
  EXPECT_FALSE(track.rows()[0].isOpen);
}

class BandTest : public testing::Test {
 protected:
  BandTest() {
    timeline.resize(800, 100);
    timeline.setLook(Palette::light());
    timeline.setTrajectory(makeLoosePin(), &run, 0.5);
    timeline.show();
  }
  bool isColoured(QPoint at, const QColor& colour) {
    const QColor c = timeline.grab().toImage().pixelColor(at);
    return std::abs(c.red() - colour.red()) + std::abs(c.green() - colour.green()) +
               std::abs(c.blue() - colour.blue()) <
           40;
  }
  Trajectory run = makeRattle();
  Timeline timeline;
};

TEST_F(BandTest, ContactIsABandInItsColourAndNoMark) {
  EXPECT_TRUE(isColoured(timeline.getBand(0, 3).center(), Palette::light().contact));
  const QPoint mark = timeline.getEventPosition(6);
  EXPECT_FALSE(isColoured(mark + QPoint(3, 0), Palette::light().impact)) << "no diamond";
  QSignalSpy events(&timeline, &Timeline::eventPicked);
  QTest::mouseClick(&timeline, Qt::LeftButton, {}, timeline.getBand(0, 3).center());
  ASSERT_EQ(events.count(), 1);
  EXPECT_EQ(events[0][0].value<std::size_t>(), 6U) << "its begin";
}

// A name of a row is as wide as where there is room for any, and leaves most to the axis.
TEST_F(BandTest, NamesOfRowsAreWhole) {
  const PartNames names{{"B", "Pin of the connecting rod"}};
  setPartNames(&names);
  const auto inkOfName = [&](int width) {
    timeline.resize(width, 100);
    timeline.setTrajectory(makeLoosePin(), &run, 0.5);
    const QImage picture = timeline.grab().toImage();
    const QRect row = timeline.getBand(0, 0);
    QRect ink;
    for (int y = row.top(); y <= row.bottom(); ++y)
      for (int x = 0; x < timeline.toPixel(0) - 2; ++x)
        if (picture.pixelColor(x, y) != Palette::light().panel) ink |= QRect(x, y, 1, 1);
    return ink.width();
  };
  const int whole = inkOfName(2000);
  EXPECT_GT(whole, 100);
  EXPECT_EQ(inkOfName(800), whole);
  EXPECT_LT(inkOfName(450), whole) << "cut";
  EXPECT_LT(timeline.toPixel(0), 450 / 3.0);
  setPartNames(nullptr);
}

// Three contacts too near each other to be told apart: the one under the pointer, not the first of the band.
TEST_F(BandTest, AClickOnManyPicksTheOneUnderThePointer) {
  timeline.setTrajectory(makeLoosePin(), &run, 2);
  QSignalSpy events(&timeline, &Timeline::eventPicked);
  for (const std::size_t contact : {2U, 1U, 0U})
    QTest::mouseClick(&timeline, Qt::LeftButton, {}, timeline.getBand(0, contact).center());
  ASSERT_EQ(events.count(), 3);
  for (const int i : {0, 1, 2})
    EXPECT_EQ(events[i][0].value<std::size_t>(), 2U * (2U - static_cast<unsigned>(i)));
}

TEST_F(BandTest, TheWheelZoomsAndADoubleClickShowsAll) {
  QSignalSpy views(&timeline, &Timeline::viewChanged);
  const QPoint at = timeline.getBand(0, 1).center();
  const int before = timeline.getBand(0, 1).width();
  QWheelEvent wheel(at, timeline.mapToGlobal(at), {}, {0, 1200}, Qt::NoButton, {}, Qt::NoScrollPhase, false);
  QCoreApplication::sendEvent(&timeline, &wheel);
  EXPECT_GT(timeline.getBand(0, 1).width(), 4 * before);
  EXPECT_NEAR(timeline.getBand(0, 1).center().x(), at.x(), 12) << "about the pointer";
  QTest::mouseDClick(&timeline, Qt::LeftButton, {}, at);
  ASSERT_EQ(views.count(), 2);
  EXPECT_EQ(views[1][0].toDouble(), 0);
  EXPECT_EQ(views[1][1].toDouble(), 0.5);
}

TEST(ContactReceipt, OneContactIsToldFromBeginToEnd) {
  const Receipt end = makeTouch(0.308, false);
  for (const Receipt& receipt : {makeTouch(0.3, true), end}) {
    const auto lines = makeLines(receipt, {{*end.contact}, 0});
    EXPECT_EQ(findLine(lines, "duration"), QString::fromUtf8("8\u202fms"));
    EXPECT_EQ(findLine(lines, "approach, parting"), "0.5, 0.4465\u202fm/s");
    EXPECT_EQ(findLine(lines, "peak force"), "4213\u202fN");
    EXPECT_EQ(findLine(lines, "peak depth"), "0.0019\u202fmm");
    EXPECT_EQ(findLine(lines, "normal impulse"), "136\u202fmN s");
    EXPECT_EQ(findLine(lines, "tangential"), QString::fromUtf8("\u22124\u202fmN s"));
    EXPECT_EQ(findLine(lines, "energy lost"),
              QString::fromUtf8("1.9\u202fmJ damping, 20\u202f\u00b5J friction"));
    EXPECT_EQ(findLine(lines, "restitution"), "asked 0.9, effective 0.893");
    EXPECT_TRUE(findLine(lines, "in a row").isEmpty());
  }
}

TEST(ContactReceipt, OfContactsInARowTheSumStandsOnTop) {
  ContactStory story;
  for (std::size_t i = 0; i < 3; ++i)
    story.contacts.push_back(*makeTouch(kTouches[i] + kLasts, false).contact);
  story.current = 1;
  const auto lines = makeLines(makeTouch(kTouches[1], true), story);
  EXPECT_EQ(lines[0].label, "in a row");
  EXPECT_EQ(lines[0].text, "3 contacts in 28\u202fms, from t\u00a0=\u00a00.1\u00a0s");
  EXPECT_EQ(findLine(lines, "together"), "408\u202fmN s; 5.76\u202fmJ lost; peak 4213\u202fN");
  EXPECT_EQ(findLine(lines, "this one"), "2 of 3");
}

}  // namespace
}  // namespace clank
