// SPDX-License-Identifier: GPL-3.0-or-later
// Gears, racks and belts: two clicks on what turns.
#pragma once

#include <vector>

#include "ui/board/gear_edits.h"
#include "ui/board/tool.h"

namespace clank {

// Two counts, as "18:36"; or what is wrong with them.
struct TeethCounts {
  int first = 0, second = 0;
};
std::optional<TeethCounts> readTeeth(const QString& text, QString& wrong);

class WheelPairTool : public Tool {
 public:
  using Tool::Tool;
  QString cursorHint(const ToolMouse& mouse) const override;
  void press(const ToolMouse& mouse) override;
  bool escape() override;
  bool hasBegun() const override;
  void paint(QPainter& painter, const ToolMouse& mouse) override;

 protected:
  // What was clicked: the centre of a disc anywhere on it, a pin, or a place.
  struct Wheel {
    BodyPoint centre;
    QPointF clicked;      // m, world
    bool isBare = false;  // of the sheet alone
  };
  virtual void finish(const Wheel& first, const Wheel& second) = 0;
  virtual QString tellWheel(const Wheel& wheel) const = 0;  // "gear of link1"
  virtual QString tellPair(const Wheel&, const Wheel& second) const { return tellWheel(second); }
  // Why two wheels cannot be; empty: they can.
  virtual QString refuse(const Wheel& first, const Wheel& second) const;
  virtual void paintPair(QPainter& painter, const Wheel& first, const Wheel& second) = 0;
  const std::optional<Wheel>& first() const { return first_; }
  QString nameWheel(const Wheel& wheel) const;
  QPointF worldOf(const Wheel& wheel) const;
  void circle(QPainter& painter, QPointF centre, double radius);  // m, world

 private:
  Wheel findWheelAt(const ToolMouse& mouse) const;
  std::optional<Wheel> first_;
};

// As wide as the discs that are clicked, on what holds them both. Where the discs do not meet, or two bodies
// hold them, a choice is offered. The bare sheet is a wheel of the frame for one on an arm, a guided block is
// a rack. Typed behind the first click: the teeth of both.
class GearTool : public WheelPairTool {
 public:
  using WheelPairTool::WheelPairTool;
  QString hint() const override;
  void move(const ToolMouse& mouse) override { last_ = mouse; }
  bool takesDigits() const override { return hasBegun(); }
  bool type(const QString& text) override;
  bool escape() override;

 protected:
  void finish(const Wheel& first, const Wheel& second) override;
  QString tellWheel(const Wheel& wheel) const override;
  QString tellPair(const Wheel& first, const Wheel& second) const override;
  QString refuse(const Wheel& first, const Wheel& second) const override;
  void paintPair(QPainter& painter, const Wheel& first, const Wheel& second) override;

 private:
  // What two clicks mean: a rack, or gears with a choice of radii and of carriers.
  struct Meaning {
    QString wrong;
    std::optional<RackPair> rack;
    std::vector<RadiiPlan> plans;
    std::vector<std::string> carriers;
  };
  Meaning findMeaning(const Wheel& first, const Wheel& second) const;
  Meaning findFixed(const Wheel& wheel, const Wheel& bare, bool isFirstBare) const;
  std::optional<RackPair> findRack(const Wheel& first, const Wheel& second) const;
  void chooseRadii(std::vector<RadiiPlan> plans, const std::string& carrier, QPointF pixel);
  void draw(GearPair pair, const std::string& carrier);
  QString tellRadii(const RadiiPlan& plan, bool isLast) const;
  QString takeTeeth(const QString& text);

  std::optional<TeethCounts> teeth_;
  ToolMouse last_;
};

// Open or crossed, as chosen above the sheet; as wide as the discs that it is put on.
class BeltTool : public WheelPairTool {
 public:
  using WheelPairTool::WheelPairTool;
  QString hint() const override;
  QStringList options() const override;
  void choose(int option) override { crossed_ = option == 1; }

 protected:
  void finish(const Wheel& first, const Wheel& second) override;
  QString tellWheel(const Wheel& wheel) const override;
  QString refuse(const Wheel& first, const Wheel& second) const override;
  void paintPair(QPainter& painter, const Wheel& first, const Wheel& second) override;

 private:
  bool crossed_ = false;
};

}  // namespace clank
