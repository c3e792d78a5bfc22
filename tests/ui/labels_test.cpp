// SPDX-License-Identifier: GPL-3.0-or-later
// Where the texts of board and scene stand: off each other and off the symbols, whatever moves under them.
#include <gtest/gtest.h>

#include <QFile>
#include <QImage>
#include <numbers>

#include "core/io/mechanism_file.h"
#include "core/kinematics/kinematics.h"
#include "ui/board/analysis.h"
#include "ui/board/board_edits.h"
#include "ui/board/board_labels.h"
#include "ui/board/board_view.h"
#include "ui/board/canvas.h"
#include "ui/board/extent.h"
#include "ui/board/force_painter.h"
#include "ui/board/joint_painter.h"
#include "ui/board/limit_marks.h"
#include "ui/board/plane.h"
#include "ui/look/part_names.h"

namespace clank {
namespace {

constexpr double kApart = 1;  // px
const QSizeF kText(60, 14);

TEST(LabelLayout, ATextTakesAnotherPlaceWhenItsFirstIsTaken) {
  LabelLayout::Memory memory;
  LabelLayout layout({0, 0, 400, 300}, memory);
  const std::vector<LabelPlace> places = LabelLayout::around({200, 150}, {1, 0}, 5);
  const auto first = layout.place("a", kText, places), second = layout.place("b", kText, places);
  ASSERT_TRUE(first && second);
  EXPECT_DOUBLE_EQ(first->center.x(), 200 + 5 + 30) << "beside the point, where it likes to be";
  EXPECT_LT(calcOverlap(first->outline, second->outline), kApart);
}

TEST(LabelLayout, SymbolsAreWorseThanPartsAndTextsWorseThanBoth) {
  LabelLayout::Memory memory;
  LabelLayout layout({0, 0, 400, 300}, memory);
  const QPointF part(100, 100), symbol(100, 200);
  layout.block(QRectF(40, 80, 120, 40), Cover::part);
  layout.block(QRectF(40, 180, 120, 40), Cover::symbol);
  EXPECT_EQ(layout.place("a", kText, {{symbol, {}, 0, 0}, {part, {}, 0, 0}})->center, part);
  EXPECT_EQ(layout.place("b", kText, {{part, {}, 0, 0}, {symbol, {}, 0, 0}})->center, symbol);
  EXPECT_FALSE(layout.place("c", kText, {{part, {}, 0, 0}, {symbol, {}, 0, 0}}, true)) << "left out";
}

TEST(LabelLayout, ATextStaysOnItsSideAndInTheRoom) {
  LabelLayout::Memory memory;
  const std::vector<LabelPlace> places = LabelLayout::around({200, 150}, {1, 0}, 5);
  QPointF aside;
  {
    LabelLayout layout({0, 0, 400, 300}, memory);
    layout.block(QRectF(206, 130, 60, 40), Cover::symbol);
    aside = layout.place("a", kText, places)->center;
    EXPECT_NE(aside, QPointF(235, 150));
  }
  LabelLayout layout({0, 0, 400, 300}, memory);
  EXPECT_EQ(layout.place("a", kText, places)->center, aside) << "what was in the way has gone";
  const auto edge = layout.place("b", kText, {{{398, 150}, {1, 0}, 5, 0}});
  EXPECT_LE(edge->outline.boundingRect().right(), 400);
}

// In a small room all places may end up on one symbol: the text goes farther off.
TEST(LabelLayout, AtAnEdgeATextGoesFartherThanASymbol) {
  LabelLayout::Memory memory;
  LabelLayout layout({0, 0, 200, 160}, memory);
  const QRectF ground(100, 110, 60, 40);
  layout.block(ground, Cover::symbol);
  const auto spot =
      layout.place("limit", {110, 14}, {{{150, 120}, {1, 0}, 8, 0}, {{150, 120}, {0, 1}, 8, 0}});
  ASSERT_TRUE(spot);
  EXPECT_LT(calcOverlap(spot->outline, QPolygonF(ground)), kApart);
}

// A name that is wider than the gaps between the parts at its pin stands beyond them.
TEST(LabelLayout, ATextGoesFartherThanAPart) {
  LabelLayout::Memory memory;
  LabelLayout layout({0, 0, 200, 300}, memory);
  const QPointF pin(160, 100);
  layout.blockLine(pin, {20, 150}, 7, Cover::part);
  layout.blockLine(pin, {140, 200}, 7, Cover::part);
  layout.blockLine({100, 80}, {190, 84}, 4, Cover::part);
  for (const bool mayGo : {false, true}) {
    const auto spot =
        layout.place(mayGo ? "name" : "limit", {130, 14}, LabelLayout::around(pin, {1, -1}, 11), mayGo);
    ASSERT_TRUE(spot);
    EXPECT_EQ(spot->leaderFrom, pin) << "with a line to what it belongs to";
    for (const auto& [from, to, half] :
         {std::tuple{pin, QPointF(20, 150), 7.0}, std::tuple{pin, QPointF(140, 200), 7.0},
          std::tuple{QPointF(100, 80), QPointF(190, 84), 4.0}}) {
      const QPointF way = (to - from) / std::hypot((to - from).x(), (to - from).y()), side(-way.y(), way.x());
      EXPECT_LT(calcOverlap(spot->outline, QPolygonF{from + half * side, to + half * side, to - half * side,
                                                     from - half * side}),
                kApart);
    }
    memory.clear();
  }
}

TEST(LabelLayout, TurnedTextsOverlapAsTheyAreAndNotAsTheirBoxesDo) {
  const QPolygonF flat{{0, 0}, {10, 0}, {10, 10}, {0, 10}}, corner{{12, 4}, {22, -6}, {32, 4}, {22, 14}};
  EXPECT_DOUBLE_EQ(calcOverlap(flat, corner), 0);
  EXPECT_NEAR(calcOverlap(flat, corner.translated(-5, 0)), 3, 1e-12);
}

Mechanism read(const char* example) {
  QFile file(QString(CLANK_SOURCE_DIR "/resources/examples/") + example);
  EXPECT_TRUE(file.open(QIODevice::ReadOnly)) << example;
  auto loaded = readMechanism(file.readAll().toStdString());
  EXPECT_TRUE(loaded) << example;
  Problems problems;
  return resolve(loaded->mechanism, {}, {}, problems);
}

// All that a picture of the board writes, at its places.
struct PaintedBoard {
  std::vector<BoardLabels::Drawn> labels;
  std::vector<QPointF> pins;  // px
  BoardView view;

  PaintedBoard(const Mechanism& m, const std::vector<BodyPose>& poses, QSize size,
               LabelLayout::Memory& memory, std::optional<QPointF> snappedTo = {}) {
    const Drawing drawing(m, poses);
    QImage image(size, QImage::Format_RGB32);
    QPainter painter(&image);
    view.names = true;
    view.snappedTo = snappedTo;
    const auto box = findExtent(drawing, {});
    const double width = box->high.x() - box->low.x(), height = box->high.y() - box->low.y();
    const double scale = std::min((size.width() - 140) / width, (size.height() - 140) / height);
    const QPointF middle = (box->low + box->high) / 2;
    view.toPixel = QTransform::fromTranslate(-middle.x(), -middle.y()) *
                   QTransform::fromScale(scale, -scale) *
                   QTransform::fromTranslate(size.width() / 2.0, size.height() / 2.0);
    view.symbolScale = findSymbolScale(drawing, scale);
    BoardPainter mechanism(painter, drawing, view);
    BoardLabels texts(painter, view.palette.panel, memory);
    blockDrawing(texts.layout(), drawing, view);
    drawLimitMarks(painter, drawing, view, texts);
    addJointNames(drawing, view, texts);
    mechanism.addDimensions(texts);
    labels = texts.draw();
    for (std::size_t j = 0; j < m.joints.size(); ++j) pins.push_back(view.toPixel.map(drawing.pointB(j)));
  }
};

// Each example as drawn, and as its links turn: no two texts on each other, none on a pin, and the limits
// told.
TEST(BoardLabels, TextsLieNeitherOnEachOtherNorOnPins) {
  for (const char* example :
       {"papers/song-2020-three-bar.clank", "papers/song-2020-double-folded.clank",
        "linkages/toggle-clamp.clank", "linkages/jansen-leg.clank", "linkages/four-bar.clank",
        "metamorphic/swing-and-slide.clank", "benchmarks/andrews-squeezer.clank"}) {
    const Mechanism m = read(example);
    LabelLayout::Memory memory;
    for (const QSize size : {QSize(420, 330), QSize(640, 480), QSize(1200, 900)})
      for (const double turn : {0.0, 0.4, 1.1, 2.3}) {
        std::vector<BodyPose> poses = Drawing(m).poses();
        for (std::size_t i = 0; i < poses.size(); ++i) {
          const QPointF at = turned({poses[i].x, poses[i].y}, turn);
          poses[i] = {at.x(), at.y(), poses[i].angle + turn};
        }
        const PaintedBoard picture(m, poses, size, memory);
        const auto& labels = picture.labels;
        for (std::size_t i = 0; i < labels.size(); ++i) {
          for (std::size_t k = 0; k < i; ++k)
            EXPECT_LT(calcOverlap(labels[i].outline, labels[k].outline), kApart)
                << example << ", " << size.width() << ", " << turn << ": " << qPrintable(labels[i].key)
                << " on " << qPrintable(labels[k].key);
          for (const QPointF pin : picture.pins)
            EXPECT_FALSE(labels[i].outline.containsPoint(pin, Qt::OddEvenFill))
                << example << ", " << size.width() << ", " << turn << ": " << qPrintable(labels[i].key);
        }
      }
  }
}

// Of a pin that a tool is about to join to, the tool says the name already.
TEST(BoardLabels, APointUnderTheToolIsNamedOnce) {
  const Mechanism m = read("linkages/jansen-leg.clank");
  const auto closed = Kinematics::compile(m);
  ASSERT_TRUE(closed);
  const Drawing drawing(m, closed->poses());
  const auto isNamed = [&](const QString& key, std::optional<QPointF> snappedTo) {
    LabelLayout::Memory memory;
    const PaintedBoard picture(m, drawing.poses(), {1200, 900}, memory, snappedTo);
    return std::any_of(picture.labels.begin(), picture.labels.end(),
                       [&](const BoardLabels::Drawn& label) { return label.key == key; });
  };
  int count = 0;
  for (const Handle& pin : drawing.handles()) {
    QStringList names;
    for (const std::size_t j : pin.joints) names << QString::fromStdString(m.joints[j].id);
    const QString key = "joint " + names.join(", ");
    if (names.isEmpty() || !isNamed(key, {})) continue;
    ++count;
    EXPECT_FALSE(isNamed(key, pin.world)) << qPrintable(key);
  }
  EXPECT_GT(count, 0);
}

// A journal that touches its bearing lies beside its middle: the joint has two points and one name.
TEST(BoardLabels, ALooseJointIsNamedOnce) {
  const Mechanism m = read("linkages/worn-four-bar.clank");
  const auto closed = Kinematics::compile(m);
  ASSERT_TRUE(closed);
  std::vector<BodyPose> poses = closed->poses();
  poses.back().x += 2e-4;
  LabelLayout::Memory memory;
  const PaintedBoard picture(m, poses, {640, 480}, memory);
  EXPECT_EQ(std::count_if(picture.labels.begin(), picture.labels.end(),
                          [](const BoardLabels::Drawn& label) { return label.key == "joint B"; }),
            1);
}

// Neither does a length lie on the hatching of a guide or a wall.
TEST(BoardLabels, TextsKeepOffHatchings) {
  const Mechanism m = read("linkages/slider-crank.clank");
  const Drawing drawing(m);
  LabelLayout::Memory memory;
  for (const double turn : {-0.1, -0.06, -0.03, 0.0, 0.03, 0.06}) {
    std::vector<BodyPose> poses = drawing.poses();
    for (BodyPose& pose : poses) pose.y += turn;
    const PaintedBoard picture(m, poses, {640, 480}, memory);
    for (std::size_t j = 0; j < m.joints.size(); ++j) {
      const Drawing moved(m, poses);
      const auto floor = findGuideFloor(moved, picture.view, j);
      if (!floor) continue;
      const QPolygonF line{floor->from, floor->to, floor->to + QPointF(0, 0.1),
                           floor->from + QPointF(0, 0.1)};
      for (const auto& label : picture.labels)
        EXPECT_LT(calcOverlap(label.outline, line), kApart) << qPrintable(label.key) << ", " << turn;
    }
  }
}

// Nor does the name of a bead lie on its wire.
TEST(BoardLabels, TextsKeepOffCurves) {
  const Mechanism m = read("curves/bead-on-cassinian.clank");
  const std::vector<QPointF> curve = Drawing(m).curveOf(0);
  ASSERT_GT(curve.size(), 40U);
  for (std::size_t at = 0; at < curve.size(); at += curve.size() / 16) {
    std::vector<BodyPose> poses = Drawing(m).poses();
    poses[0].x = curve[at].x();
    poses[0].y = curve[at].y();
    LabelLayout::Memory memory;
    const PaintedBoard picture(m, poses, {640, 480}, memory);
    ASSERT_FALSE(picture.labels.empty());
    const QRectF text = picture.labels[0].outline.boundingRect();
    for (const QPointF& point : curve)
      EXPECT_FALSE(text.contains(picture.view.toPixel.map(point))) << at << " of " << curve.size();
  }
}

// A link that stands at its limit lies under no word of it.
TEST(BoardLabels, ALimitThatIsReachedIsToldBesideItsLink) {
  Mechanism m = read("linkages/four-bar.clank");
  m.drives.clear();
  m.traces.clear();
  const std::size_t rocker = 3;
  const std::string joint = m.joints[rocker].id;
  makeMetamorphic(m, m, joint);
  setLimit(m, joint, 0, calcDrawnCoordinate(m, m.joints[rocker]));
  int told = 0;
  for (const QSize size : {QSize(420, 330), QSize(640, 480)}) {
    LabelLayout::Memory memory;
    const PaintedBoard picture(m, Drawing(m).poses(), size, memory);
    const Drawing drawing(m);
    const auto bar = drawing.barOf(2);
    ASSERT_TRUE(bar);
    const QPointF from = picture.view.toPixel.map(drawing.toWorld(2, bar->from)),
                  to = picture.view.toPixel.map(drawing.toWorld(2, bar->to));
    const QPolygonF line{from, to, to + QPointF(0.1, 0), from + QPointF(0.1, 0)};
    for (const auto& label : picture.labels) {
      if (!label.key.startsWith("/joints/")) continue;
      ++told;
      EXPECT_LT(calcOverlap(label.outline, line), kApart) << size.width();
    }
  }
  EXPECT_EQ(told, 2);
}

// The panel of parameters calls it by its name, and so does the sheet.
TEST(BoardLabels, ALengthOfAParameterIsWrittenWithItsName) {
  Mechanism m = read("linkages/four-bar.clank");
  Parameter* parameter = findById(m.parameters, m.bodies[2].length->text);
  ASSERT_TRUE(parameter);
  parameter->name = "Hebel";
  LabelLayout::Memory memory;
  const auto writes = [&](const QString& text) {
    const PaintedBoard picture(m, Drawing(m).poses(), QSize(640, 480), memory);
    return std::any_of(picture.labels.begin(), picture.labels.end(),
                       [&](const BoardLabels::Drawn& label) { return label.text == text; });
  };
  EXPECT_TRUE(writes(QString::fromUtf8("Hebel = 200\u202fmm")));
  parameter->name.clear();
  EXPECT_TRUE(writes(QString::fromUtf8("rocker_length = 200\u202fmm")));
}

// In a pane as small as that of a window of 900 by 600.
TEST(BoardLabels, ALimitLongerThanTheSheetShortensTheNameOfItsJoint) {
  const Mechanism m = read("papers/song-2020-three-bar.clank");
  int told = 0;
  const PartNames names{{"O3", "A metamorphic joint with a long name"}};
  setPartNames(&names);
  const QSize size(208, 186);
  LabelLayout::Memory memory;
  const PaintedBoard picture(m, Drawing(m).poses(), size, memory);
  const QRectF room(kRulerWidth, 0, size.width() - kRulerWidth, size.height() - kRulerWidth);
  for (const auto& label : picture.labels) {
    if (label.key.startsWith("/joints/")) {
      ++told;
      EXPECT_TRUE(label.text.startsWith("A met"))
          << "else it is read with the name beside it: " << qPrintable(label.text);
      EXPECT_TRUE(label.text.endsWith(QString::fromUtf8("name locks at 180\u00b0")))
          << qPrintable(label.text);
    }
    const QRectF box = label.outline.boundingRect();
    EXPECT_TRUE(room.contains(box)) << qPrintable(label.key) << ' ' << box.left() << ' ' << box.right();
  }
  EXPECT_GT(told, 0) << "its limit";
  setPartNames(nullptr);
}

// A trace under the corner where the words about the whole drawing stand: they go to another.
TEST(BoardLabels, TheHeadingLeavesItsCornerToATrace) {
  const Mechanism m = read("linkages/four-bar.clank");
  const Drawing drawing(m);
  auto kinematics = Kinematics::compile(m);
  ASSERT_TRUE(kinematics);
  Analysis analysis;
  analysis.update(drawing, &*kinematics);
  ASSERT_FALSE(analysis.paths().empty());
  QRectF path =
      QPolygonF(QList<QPointF>(analysis.paths()[0].begin(), analysis.paths()[0].end())).boundingRect();
  const auto paint = [&](QPointF corner) {  // px, where the upper left end of the path is seen
    QImage image(420, 300, QImage::Format_RGB32);
    QPainter painter(&image);
    BoardView view;
    view.toPixel = QTransform::fromTranslate(-path.left(), -path.bottom()) *
                   QTransform::fromScale(900, -900) * QTransform::fromTranslate(corner.x(), corner.y());
    LabelLayout::Memory memory;
    BoardLabels texts(painter, view.palette.panel, memory);
    analysis.paint(painter, drawing, view, texts);
    return memory.at("heading");
  };
  EXPECT_EQ(paint({200, 120}), 0U) << "upper left, where nothing is";
  EXPECT_NE(paint({30, 4}), 0U);
}

BoardView makeView(double scale) {
  BoardView view;
  view.toPixel = QTransform::fromScale(scale, -scale);
  return view;
}

// A motor, and two torques on its joint: one arrow around the other, and each is found where it is.
TEST(BoardLabels, MomentsAboutOnePinGoAroundEachOther) {
  const Mechanism m = read("papers/song-2020-three-bar.clank");
  const Drawing drawing(m);
  const std::vector<MomentMark> marks = listMomentMarks(drawing, makeView(2000));
  ASSERT_GT(marks.size(), 1U);
  for (std::size_t i = 0; i < marks.size(); ++i)
    for (std::size_t k = 0; k < i; ++k)
      if (length(marks[i].at - marks[k].at) < 1e-9) {
        EXPECT_GE(std::abs(marks[i].radius - marks[k].radius), 8);
      }
}

// Links that fold bring their torques together.
TEST(BoardLabels, MomentsOfFoldedLinksDoNotCross) {
  const Mechanism m = read("papers/song-2020-three-bar.clank");
  for (const double turn : {0.0, 1.0, 2.0, 2.6, 3.1})
    for (const double scale : {430.0, 800.0, 1500.0}) {
      std::vector<BodyPose> poses = Drawing(m).poses();
      poses[2].angle += turn;
      const BoardView view = makeView(scale);
      const std::vector<MomentMark> marks = listMomentMarks(Drawing(m, poses), view);
      const auto acts = [&](const MomentMark& mark) {
        const ForceElement* force = findById(m.forces, mark.of.id);
        return !force || force->active.value != 0;
      };
      for (std::size_t i = 0; i < marks.size(); ++i)
        for (std::size_t k = 0; k < i; ++k) {
          EXPECT_LE(marks[i].radius, 62) << "none is around all";
          if (!acts(marks[i]) || !acts(marks[k])) continue;
          const double apart = length(view.toPixel.map(marks[i].at) - view.toPixel.map(marks[k].at));
          const double a = marks[i].radius, b = marks[k].radius;
          EXPECT_TRUE(apart >= a + b + 6 || std::abs(a - b) >= apart + 6)
              << turn << " at " << scale << ", " << marks[i].of.id << " " << a << ", " << marks[k].of.id
              << " " << b << ", apart " << apart;
        }
    }
}

// Two motors on a short link: their arrows do not cross, whatever the zoom.
TEST(BoardLabels, MomentsAboutNearPinsDoNotCross) {
  Mechanism m = read("linkages/four-bar.clank");
  m.drives.push_back(m.drives.front());
  m.drives.back().id = "second";
  m.drives.back().joint = m.joints[1].id;
  const Drawing drawing(m);
  for (const double scale : {150.0, 300.0, 450.0, 600.0, 2000.0}) {
    const BoardView view = makeView(scale);
    const std::vector<MomentMark> marks = listMomentMarks(drawing, view);
    ASSERT_EQ(marks.size(), 2U);
    const double apart = length(view.toPixel.map(marks[0].at) - view.toPixel.map(marks[1].at));
    const double a = marks[0].radius, b = marks[1].radius;
    EXPECT_TRUE(apart >= a + b + 6 || std::abs(a - b) >= apart + 6) << apart << ": " << a << ", " << b;
    EXPECT_GE(std::min(a, b), 8.9);
  }
}

TEST(BoardLabels, SymbolsFollowTheZoomWhereLinksAreShort) {
  const Drawing drawing(read("benchmarks/four-bars-40.clank"));
  EXPECT_EQ(findSymbolScale(drawing, 200), 1) << "a metre is 200 px";
  EXPECT_LT(findSymbolScale(drawing, 8), 0.3);
}

}  // namespace
}  // namespace clank
