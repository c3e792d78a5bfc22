// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/repeat.h"

#include "ui/document/element_edits.h"
#include "ui/document/transform.h"

namespace clank {

std::vector<ElementId> repeatElements(Mechanism& mechanism, const std::string& caseId,
                                      const std::vector<ElementId>& elements, const RepeatPlan& plan) {
  Mechanism parts = extractElements(mechanism, elements);
  parts.parameters.clear();  // those that are there already are these
  std::vector<std::vector<ElementId>> copies;
  for (int k = 0; k < plan.copies; ++k) copies.push_back(insertElements(mechanism, parts));
  Problems ignored;
  const Mechanism values = resolve(mechanism, caseId, {}, ignored);
  std::vector<ElementId> all = elements;
  for (std::size_t k = 0; k < copies.size(); ++k) {
    const double steps = static_cast<double>(k + 1);
    PlaneMotion motion = plan.step;
    motion.angle *= steps;
    motion.dx *= steps;
    motion.dy *= steps;
    moveElements(mechanism, values, copies[k], motion);
    all.insert(all.end(), copies[k].begin(), copies[k].end());
  }
  return all;
}

}  // namespace clank
