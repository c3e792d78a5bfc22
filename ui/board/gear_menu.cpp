// SPDX-License-Identifier: GPL-3.0-or-later
// What the right button offers on gears: their teeth, and radii that meet.
#include <QMenu>
#include <cmath>

#include "ui/board/board.h"
#include "ui/board/gear_tool.h"
#include "ui/board/grid.h"
#include "ui/look/part_names.h"

namespace clank {

void Board::addGearActions(QMenu& menu, const std::string& id, QPointF pixel) {
  const Joint* joint = findById(document_.drawn().joints, id);
  if (!joint || !std::holds_alternative<Gear>(joint->kind)) return;
  const auto index = static_cast<std::size_t>(joint - document_.drawn().joints.data());
  menu.addAction(tr("Teeth..."), this, [this, id, pixel] { askTeeth(pixel, id); });
  const Drawing drawing(document_.shown());
  const auto fit = planFit(drawing, index);
  if (!fit) return;
  menu.addAction(tr("Radii %1 and %2, which meet at the centres")
                     .arg(writeLength(fit->radiusA, 5), writeLength(fit->radiusB, 5)),
                 this, [this, id, index] {
                   const Drawing now(document_.shown());
                   edit(
                       tr("radii of %1").arg(namePart(id)), [&](Mechanism& m) { fitRadii(m, now, index); },
                       -1);
                 });
}

void Board::askTeeth(QPointF pixel, const std::string& joint) {
  const Joint* shown = findById(document_.shown().joints, joint);
  const auto* gear = shown ? std::get_if<Gear>(&shown->kind) : nullptr;
  if (!gear) return;
  const auto index = static_cast<std::size_t>(shown - document_.shown().joints.data());
  QString text;
  if (gear->module.value > 0)
    text = QString("%1:%2")
               .arg(std::lround(countTeeth(*gear, gear->radiusA)))
               .arg(std::lround(countTeeth(*gear, gear->radiusB)));
  ask(pixel, tr("Teeth of %1 and %2").arg(namePart(shown->a), namePart(shown->b)), text,
      [this, joint, index](const QString& typed) -> QString {
        QString wrong;
        const auto teeth = readTeeth(typed, wrong);
        if (!teeth) return wrong;
        const Drawing now(document_.shown());
        edit(
            tr("teeth of %1").arg(namePart(joint)),
            [&](Mechanism& m) { setTeeth(m, now, index, teeth->first, teeth->second); }, -1);
        return {};
      });
}

}  // namespace clank
