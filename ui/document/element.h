// SPDX-License-Identifier: GPL-3.0-or-later
// Elements of a drawing: everything that has an id, can be selected, edited and deleted. A new list of the
// mechanism becomes editable by a line in ElementKind, in visitLists() and in kKindWords.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/mechanism.h"
#include "core/support/closed_set.h"

namespace clank {

enum class ElementKind { parameter, body, joint, drive, force, surface, material, contact, trace, picture };
inline constexpr std::array kKindWords{"parameter", "body",     "joint",   "drive", "force",
                                       "surface",   "material", "contact", "trace", "picture"};
static_assert(hasAsManyNames<ElementKind, kKindWords.size()>(), "one word for each kind");

struct ElementId {
  ElementKind kind{};
  std::string id;
  friend bool operator==(const ElementId&, const ElementId&) = default;
};

// Calls visit(kind, key in the file, list) for each list of elements.
template <class M, class F>
void visitLists(M& mechanism, F&& visit) {
  visit(ElementKind::parameter, "parameters", mechanism.parameters);
  visit(ElementKind::body, "bodies", mechanism.bodies);
  visit(ElementKind::joint, "joints", mechanism.joints);
  visit(ElementKind::drive, "drives", mechanism.drives);
  visit(ElementKind::force, "forces", mechanism.forces);
  visit(ElementKind::surface, "surfaces", mechanism.surfaces);
  visit(ElementKind::material, "materials", mechanism.materials);
  visit(ElementKind::contact, "contacts", mechanism.contacts);
  visit(ElementKind::trace, "traces", mechanism.traces);
  visit(ElementKind::picture, "pictures", mechanism.pictures);
}

// The element of a list with this id, or null.
template <class List>
auto findById(List& list, std::string_view id) -> decltype(list.data()) {
  for (auto& element : list)
    if (element.id == id) return &element;
  return nullptr;
}

// Calls visit(element) for the element with this id, of whatever type; false: there is none.
template <class M, class F>
bool visitElement(M& mechanism, const ElementId& which, F&& visit) {
  bool found = false;
  visitLists(mechanism, [&](ElementKind kind, const char*, auto& list) {
    if (kind != which.kind || found) return;
    if (auto* element = findById(list, which.id)) {
      found = true;
      visit(*element);
    }
  });
  return found;
}

bool contains(const Mechanism& mechanism, const ElementId& element);
std::size_t countElements(const Mechanism& mechanism);
std::vector<ElementId> listElements(const Mechanism& mechanism);  // all, list by list

// The element that a JSON pointer ("/joints/2/at_a/0") lies in.
std::optional<ElementId> findElementAt(const Mechanism& mechanism, std::string_view pointer);
// The pointer of an element ("/joints/2"); empty when there is none.
std::string findPointer(const Mechanism& mechanism, const ElementId& element);

}  // namespace clank
