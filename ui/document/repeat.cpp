// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/repeat.h"

#include <set>

#include "ui/document/copy_elements.h"
#include "ui/document/element_edits.h"

namespace clank {
namespace {

// What is repeated: the elements with what lies wholly among them. A surface of the frame that they meet
// stays the one that it is.
std::vector<ElementId> listRepeated(const Mechanism& mechanism, const std::vector<ElementId>& elements) {
  std::vector<ElementId> repeated;
  for (const ElementId& element : listElements(extractElements(mechanism, elements))) {
    const DrawnSurface* surface =
        element.kind == ElementKind::surface ? findById(mechanism.surfaces, element.id) : nullptr;
    if (!surface || surface->body != kFrame) repeated.push_back(element);
  }
  return repeated;
}

}  // namespace

std::vector<ElementId> repeatElements(Mechanism& mechanism, const std::string& caseId,
                                      const std::vector<ElementId>& elements, const RepeatPlan& plan) {
  const std::vector<ElementId> repeated = listRepeated(mechanism, elements);
  std::vector<ElementId> all = elements;
  for (int k = 1; k <= plan.copies; ++k) {
    PlaneMotion motion = plan.step;
    motion.angle *= k;
    motion.dx *= k;
    motion.dy *= k;
    const auto copies = copyElements(mechanism, caseId, repeated, {false, motion}, plan.alike);
    all.insert(all.end(), copies.begin(), copies.end());
  }
  return all;
}

}  // namespace clank
