// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/selection.h"

#include <algorithm>

namespace clank {

Selection::Selection(const MechanismDocument& document, QObject* parent)
    : QObject(parent), document_(document), known_(listElements(document.drawn())) {
  connect(&document, &MechanismDocument::loaded, this, [this] {
    known_ = listElements(document_.drawn());
    clear();
  });
  connect(&document, &MechanismDocument::drawnChanged, this, &Selection::follow);
}

bool Selection::contains(const ElementId& element) const {
  return std::find(elements_.begin(), elements_.end(), element) != elements_.end();
}

void Selection::set(std::vector<ElementId> elements) {
  std::erase_if(elements, [&](const ElementId& e) { return !clank::contains(document_.drawn(), e); });
  if (elements == elements_) return;
  elements_ = std::move(elements);
  Q_EMIT changed();
  setDetail({});
}

void Selection::setDetail(const std::string& pointer) {
  if (pointer == detail_) return;
  detail_ = pointer;
  Q_EMIT detailChanged();
}

void Selection::toggle(const ElementId& element) {
  auto elements = elements_;
  if (std::erase(elements, element) == 0) elements.push_back(element);
  set(std::move(elements));
}

void Selection::selectAll() {
  auto all = listElements(document_.drawn());
  std::erase_if(all, [](const ElementId& e) {
    return e.kind == ElementKind::parameter || e.kind == ElementKind::picture;
  });
  set(std::move(all));
}

// With as many elements as before, an id that is gone was changed: its place tells the new one.
void Selection::follow() {
  auto now = listElements(document_.drawn());
  auto elements = elements_;
  if (now.size() == known_.size()) {
    for (ElementId& element : elements) {
      const auto at = std::find(known_.begin(), known_.end(), element) - known_.begin();
      const bool isGone = std::find(now.begin(), now.end(), element) == now.end();
      if (isGone && at < std::ssize(now) && now[static_cast<std::size_t>(at)].kind == element.kind)
        element = now[static_cast<std::size_t>(at)];
    }
  }
  known_ = std::move(now);
  set(std::move(elements));
}

}  // namespace clank

#include "moc_selection.cpp"
