// SPDX-License-Identifier: GPL-3.0-or-later
// What is asked for on the sheet: a length, a limit, what a joint is.
#include <QRegularExpression>
#include <algorithm>
#include <numbers>

#include "core/model/divide_bar.h"
#include "ui/board/board.h"
#include "ui/board/board_edits.h"
#include "ui/board/grid.h"
#include "ui/board/joint_card.h"
#include "ui/board/limit_marks.h"
#include "ui/board/plane.h"
#include "ui/board/typed_quantity.h"
#include "ui/document/element_edits.h"
#include "ui/document/named_points.h"
#include "ui/document/phase_edits.h"
#include "ui/look/part_names.h"
#include "ui/look/shown_units.h"
#include "ui/look/words.h"

namespace clank {
void Board::ask(QPointF pixel, const QString& label, const QString& text,
                std::function<QString(const QString&)> done) {
  field_->ask(pixel, label, text, std::move(done));
}

void Board::closeField() {
  const bool card = card_->isVisible();
  card_->hide();
  field_->dismiss();
  if (card) canvas_->setFocus();
}

// What the joint is, and where it locks: its first limit, or one that is made by typing it.
void Board::askState(QPointF pixel, const std::string& joint) {
  const Joint* drawn = findById(document_.drawn().joints, joint);
  if (!drawn) return;
  std::optional<std::size_t> change;
  if (drawn->metamorphic) {
    const auto& changes = drawn->metamorphic->changes;
    for (std::size_t i = changes.size(); i-- > 0;)
      if (std::holds_alternative<Limit>(changes[i].guard)) change = i;
  }
  selection_.select({ElementKind::joint, joint});
  askLimit(pixel, joint, change);
  cardJoint_ = joint;
  card_->setMark(findMarking(*drawn), *drawn);
  const QRect room = canvas_->viewport()->rect().adjusted(4, 4, -4, -4);
  const int above = field_->isVisible() ? field_->outline().top() : static_cast<int>(pixel.y()) - 12;
  const int top = above - card_->height() - 4;
  card_->move(std::clamp(static_cast<int>(pixel.x()) - card_->width() / 2, room.left(),
                         std::max(room.left(), room.right() - card_->width())),
              top >= room.top() ? top : std::max(above, static_cast<int>(pixel.y())) + 36);
  card_->show();
  card_->raise();
}

void Board::markJoint(const std::string& joint, JointMarking marking) {
  closeField();
  if (marking == JointMarking::ideal) {
    edit(
        tr("make %1 ideal").arg(namePart(joint)),
        [&](Mechanism& m) {
          removeLimits(m, joint);
          setLoose(m, joint, false);
        },
        -1);
  } else if (marking == JointMarking::clearance) {
    edit(
        tr("give %1 clearance").arg(namePart(joint)), [&](Mechanism& m) { setLoose(m, joint, true); }, -1);
  } else {
    edit(
        tr("make %1 metamorphic").arg(namePart(joint)),
        [&](Mechanism& m) {
          setLoose(m, joint, false);
          makeMetamorphic(m, document_.shown(), joint);
        },
        -1);
  }
  selection_.select({ElementKind::joint, joint});
  Q_EMIT propertiesAsked();
}

void Board::askLength(const DimensionLabel& label) {
  const Body* drawn = findById(document_.drawn().bodies, label.body);
  const Body* shown = findById(document_.shown().bodies, label.body);
  if (!drawn || !shown) return;
  const auto bar = drawing_.barOf(drawing_.indexOf(label.body));
  QString text = drawn->length ? toText(drawn->length->text) : QString();
  if (text.isEmpty()) text = toTyped(writeLength(length(bar->to - bar->from), 10));
  ask(label.box.center(), tr("Length of %1").arg(namePart(label.body)), text,
      [this, body = label.body](const QString& typed) -> QString {
        const auto value = evaluateTyped(typed, "m", document_.shown());
        if (!value) return toText(value.error());
        if (!(value->value > 0)) return tr("a length is greater than zero");
        const Drawing drawing(document_.shown());
        edit(
            tr("length of %1").arg(namePart(body)),
            [&](Mechanism& m) { setBarLength(m, drawing, body, *value); }, -1);
        return {};
      });
}

// Other links may be as long as the parameter says, too: that is what it is for, but not always meant.
void Board::tellStretched(const std::string& body, const std::string& parameter, const std::string& before) {
  const Body* bar = findById(document_.drawn().bodies, body);
  if (!bar) return;
  const QString name = toText(bar->name.empty() ? body : bar->name), id = toText(parameter);
  const QString now = toText(findParameterText(document_.drawn(), document_.caseId(), parameter));
  const auto cutLoose = [this, body, parameter, before] {
    const Drawing drawing(document_.shown());
    const auto ends = drawing.barOf(drawing.indexOf(body));
    if (!ends) return;
    const double reach = length(ends->to - ends->from);
    edit(
        tr("cut %1 loose").arg(namePart(body)),
        [&](Mechanism& m) {
          setParameterText(m, document_.caseId(), parameter, before);
          setBarLength(m, drawing, body, reach);
        },
        -1);
  };
  Q_EMIT choiceOffered(tr("%1 is as long as the parameter %2 says, which is now %3.").arg(name, id, now),
                       tr("Keep it so"), tr("Cut %1 loose from %2").arg(name, id), cutLoose);
}

// Rods and the bending stiffness of the bar, "6 rods, E J = 100" with any expression behind the sign.
void Board::askRods(QPointF pixel, const std::string& body) {
  ask(pixel, tr("Rods and bending stiffness [N m\u00b2]"), tr("6 rods, E J = 100"),
      [this, body](const QString& typed) -> QString {
        static const QRegularExpression form("^\\s*(\\d+)[^=]*=(.*)$");
        const auto match = form.match(typed);
        if (!match.hasMatch()) return tr("a number of rods, = and the bending stiffness in N m2");
        const auto bending = evaluateTyped(match.captured(2), "N m2", document_.shown());
        if (!bending) return toText(bending.error());
        Mechanism bar = document_.drawn();
        removePoints(bar, body);  // they would be on one of the rods
        const auto divided = divideBar(bar, document_.shown(), body, {match.captured(1).toInt(), *bending});
        if (!divided) return tellMessage(divided.error().front().what);
        edit(
            tr("divide %1").arg(namePart(body)), [&](Mechanism& m) { m = *divided; }, -1);
        return {};
      });
}

// A new limit, or another value of one.
void Board::askLimit(QPointF pixel, const std::string& joint, std::optional<std::size_t> change) {
  const Joint* drawn = findById(document_.drawn().joints, joint);
  if (!drawn || findCoordinateKind(drawn->kind) == CoordinateKind::none) return;
  const auto index = static_cast<std::size_t>(drawn - document_.drawn().joints.data());
  const bool angle = findCoordinateKind(drawn->kind) == CoordinateKind::angle;
  const double now = drawing_.coordinateOf(index);
  const UnitChoice& units = document_.shown().units;
  QString text = toText(makeTyped(now, angle ? "rad" : "m", units, 6).text);
  if (change) {
    const Quantity& value = std::get<Limit>(drawn->metamorphic->changes[*change].guard).value;
    text =
        toText(value.text.empty() ? makeTyped(value.value, angle ? "rad" : "m", units, 10).text : value.text);
  }
  const bool isLock = !change || findAction(*drawn, drawn->metamorphic->changes[*change]) == "lock";
  const QString what = !isLock ? tr("Limit of %1")
                       : angle ? tr("Angle at which %1 locks")
                               : tr("Travel at which %1 locks");
  say(tr("%1; Enter takes it, Esc leaves it").arg(what.arg(namePart(joint))));
  ask(pixel + QPointF(0, -28), what.arg(namePart(joint)), text, [=, this](const QString& typed) -> QString {
    // Below the choice of the state it is an offer: Enter alone takes nothing.
    if (!change && card_->isVisible() && !field_->isModified()) return {};
    const auto value = evaluateTyped(typed, angle ? "rad" : "m", document_.shown());
    if (!value) return toText(value.error());
    edit(
        tr("limit of %1").arg(namePart(joint)),
        [&](Mechanism& m) {
          if (change) {
            setLimit(m, joint, *change, *value);
            return aimLimit(m, joint, *change, value->value, now);
          }
          addLimit(m, joint, value->value, now);
          setLimit(m, joint, findById(m.joints, joint)->metamorphic->changes.size() - 1, *value);
        },
        -1);
    selection_.select({ElementKind::joint, joint});
    return {};
  });
}

}  // namespace clank
