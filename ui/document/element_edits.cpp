// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/element_edits.h"

#include <algorithm>
#include <cctype>
#include <set>

#include "core/io/number_text.h"
#include "core/math/expression.h"
#include "core/math/units.h"
#include "core/model/quantity_text.h"
#include "ui/document/named_points.h"
#include "ui/document/references.h"
#include "ui/document/solid_edits.h"
#include "ui/document/text_names.h"

namespace clank {
namespace {

bool isTaken(const Mechanism& mechanism, std::string_view id) {
  bool taken = false;
  visitLists(mechanism, [&](ElementKind, const char*, const auto& list) {
    taken = taken || findById(list, id) != nullptr;
  });
  return taken;
}

bool hasMeaning(std::string_view id) {
  return id == kFrame || id == "t" || id == "pi" || isFunctionName(id);
}

// True when an element names one of some ids as a part it needs.
class NamesOneOf {
 public:
  explicit NamesOneOf(const std::set<std::string>& ids) : ids_(ids) {}
  void reference(std::string& id) { found = found || ids_.count(id) > 0; }
  void expression(std::string&) {}
  bool found = false;

 private:
  const std::set<std::string>& ids_;
};

template <class E>
bool namesOneOf(E element, const std::set<std::string>& ids) {
  NamesOneOf visit(ids);
  visitReferences(element, visit);
  return visit.found;
}

// Surfaces of the frame and materials that are there already are not there twice.
void shareWithOthers(const Mechanism& mechanism, Mechanism& elements) {
  std::erase_if(elements.surfaces, [&](const DrawnSurface& surface) {
    const DrawnSurface* other = findById(mechanism.surfaces, surface.id);
    return surface.body == kFrame && other && *other == surface;
  });
  std::erase_if(elements.materials, [&](const SolidMaterial& material) {
    const SolidMaterial* other = findById(mechanism.materials, material.id);
    return other && *other == material;
  });
}

void appendElements(Mechanism& mechanism, const Mechanism& elements) {
  visitLists(elements, [&](ElementKind kind, const char*, const auto& list) {
    visitLists(mechanism, [&](ElementKind other, const char*, auto& into) {
      if constexpr (std::is_same_v<std::decay_t<decltype(list)>, std::decay_t<decltype(into)>>) {
        if (kind == other) into.insert(into.end(), list.begin(), list.end());
      }
    });
  });
}

class Renaming {
 public:
  Renaming(std::string_view from, std::string_view to) : from_(from), to_(to) {}
  void reference(std::string& id) {
    if (id == from_) id = to_;
  }
  void expression(std::string& text) { text = replaceName(text, from_, to_); }

 private:
  std::string_view from_, to_;
};

class NamesText {
 public:
  explicit NamesText(std::string_view name) : name_(name) {}
  void reference(std::string& id) { found = found || id == name_; }
  void expression(std::string& text) { found = found || replaceName(text, name_, "") != text; }
  bool found = false;

 private:
  std::string_view name_;
};

// True when something in the mechanism names it.
bool isNamed(const Mechanism& mechanism, std::string_view name) {
  Mechanism copy = mechanism;
  NamesText visit(name);
  visitReferences(copy, visit);
  return visit.found;
}

bool isDigit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

}  // namespace

std::string makeId(const Mechanism& mechanism, std::string_view stem) {
  while (!stem.empty() && isDigit(stem.back())) stem.remove_suffix(1);
  const std::string base = stem.empty() || !isName(stem) ? "part" : std::string(stem);
  for (int n = 1;; ++n) {
    std::string id = base + std::to_string(n);
    if (!isTaken(mechanism, id) && !hasMeaning(id)) return id;
  }
}

std::string explainId(const Mechanism& mechanism, std::string_view id, std::string_view own) {
  if (id.empty()) return "an id is needed";
  if (!isName(id)) return "a letter or _, then letters, digits or _";
  const bool isOfSurface = findById(mechanism.surfaces, own) != nullptr;  // which may be called "floor"
  if (hasMeaning(id) && !(isOfSurface && isFunctionName(id)))
    return "'" + std::string(id) + "' has a meaning in expressions";
  if (id != own && isTaken(mechanism, id)) return "'" + std::string(id) + "' is taken";
  return {};
}

void removeElements(Mechanism& mechanism, std::vector<ElementId> elements) {
  std::set<std::string> gone;
  while (!elements.empty()) {
    std::set<std::string> ids;
    for (const ElementId& element : elements) {
      visitLists(mechanism, [&](ElementKind kind, const char*, auto& list) {
        if (kind != element.kind) return;
        if (std::erase_if(list, [&](const auto& e) { return e.id == element.id; }) > 0)
          ids.insert(element.id);
      });
    }
    elements.clear();
    leaveTouches(mechanism, ids);
    visitLists(mechanism, [&](ElementKind kind, const char*, const auto& list) {
      for (const auto& element : list)
        if (kind != ElementKind::parameter && namesOneOf(element, ids))
          elements.push_back({kind, element.id});
    });
    gone.merge(ids);
  }
  for (Case& c : mechanism.cases)
    std::erase_if(c.set, [&](const auto& entry) { return gone.count(entry.first) > 0; });
}

void renameElement(Mechanism& mechanism, const ElementId& element, const std::string& id) {
  if (!visitElement(mechanism, element, [&](auto& e) { e.id = id; })) return;
  visitReferences(mechanism, Renaming(element.id, id));
}

std::vector<ElementId> insertElements(Mechanism& mechanism, Mechanism elements) {
  shareWithOthers(mechanism, elements);
  for (const ElementId& element : listElements(elements)) {
    if (!isTaken(mechanism, element.id)) continue;
    Mechanism both = mechanism;  // the new id must be free on both sides
    appendElements(both, elements);
    renameElement(elements, element, makeId(both, element.id));
  }
  appendElements(mechanism, elements);
  return listElements(elements);
}

std::string writePlain(const Quantity& quantity) {
  return quantity.text.empty() ? toShortestText(quantity.value) : quantity.text;
}

std::string findParameterText(const Mechanism& mechanism, const std::string& caseId, const std::string& id) {
  const Parameter* parameter = findById(mechanism.parameters, id);
  if (!parameter) return {};
  if (const Case* inForce = findById(mechanism.cases, caseId))
    if (const auto set = inForce->set.find(id); set != inForce->set.end()) return set->second;
  if (!parameter->choices.empty()) return parameter->choice;
  return writePlain(parameter->value);
}

namespace {

// "80 mm" is 80 and "mm"; of a plain number the unit is empty.
struct PlainQuantity {
  double number = 0;
  std::string unit;
};

std::optional<PlainQuantity> readPlain(const std::string& text) {
  const std::size_t blank = std::min(text.find(' '), text.size());
  const auto number = readNumber(text.substr(0, blank));
  std::string unit = text.substr(std::min(blank + 1, text.size()));
  if (!number || !findUnit(unit)) return std::nullopt;
  return PlainQuantity{*number, std::move(unit)};
}

Quantity makePlain(double number, const std::string& unit) {
  Quantity quantity = number;
  if (!unit.empty()) quantity = Quantity(), quantity.text = toShortestText(number) + ' ' + unit;
  return quantity;
}

}  // namespace

void moveLimits(Parameter& parameter, const std::string& before, const std::string& typed) {
  constexpr double kNew = 2;  // of a parameter that is added
  if (!parameter.min || !parameter.max || typed == before) return;
  const auto was = readPlain(before), now = readPlain(typed);
  const auto low = readPlain(writePlain(*parameter.min)), high = readPlain(writePlain(*parameter.max));
  if (!was || !now || !low || !high || now->number == 0) return;
  if (low->number != 0 || (high->number != kNew && high->number != 2 * was->number)) return;
  parameter.min = makePlain(std::min(0.0, 2 * now->number), now->unit);
  parameter.max = makePlain(std::max(0.0, 2 * now->number), now->unit);
}

void setParameterText(Mechanism& mechanism, const std::string& caseId, const std::string& id,
                      const std::string& text) {
  Parameter* parameter = findById(mechanism.parameters, id);
  if (!parameter || text.empty()) return;
  Case* inForce = findById(mechanism.cases, caseId);
  if (inForce && inForce->set.count(id) > 0) {
    inForce->set[id] = text;
  } else if (!parameter->choices.empty()) {
    parameter->choice = text;
  } else if (const auto number = readNumber(text)) {
    parameter->value = *number;
  } else {
    parameter->value = Quantity();
    parameter->value.text = text;
  }
}

Mechanism extractElements(const Mechanism& mechanism, const std::vector<ElementId>& elements) {
  const auto isChosen = [&](ElementKind kind, const std::string& id) {
    return std::find(elements.begin(), elements.end(), ElementId{kind, id}) != elements.end();
  };
  std::vector<ElementId> rest;
  const bool bodiesChosen = std::any_of(elements.begin(), elements.end(),
                                        [](const ElementId& e) { return e.kind == ElementKind::body; });
  // A surface of the frame follows the bodies that a contact lets meet it.
  const auto isMet = [&](const std::string& surface) {
    return std::any_of(mechanism.contacts.begin(), mechanism.contacts.end(), [&](const ContactPair& contact) {
      const auto* named = std::get_if<NamedSurface>(&contact.surface);
      return named && named->surface == surface && isChosen(ElementKind::body, contact.b);
    });
  };
  visitLists(mechanism, [&](ElementKind kind, const char*, const auto& list) {
    const bool isPart = kind != ElementKind::body && kind != ElementKind::picture;
    const bool follows =
        kind == ElementKind::parameter || kind == ElementKind::material || (bodiesChosen && isPart);
    for (const auto& element : list) {
      bool stays = follows;
      if constexpr (requires {
                      element.kind.index();
                      element.body;
                    })
        stays = stays && (element.body != kFrame || isMet(element.id));
      if (!stays && !isChosen(kind, element.id)) rest.push_back({kind, element.id});
    }
  });
  Mechanism chosen;
  appendElements(chosen, mechanism);
  for (const ElementId& element : rest)  // elsewhere there may be another point of that name
    if (element.kind == ElementKind::body) removePoints(chosen, element.id);
  removeElements(chosen, std::move(rest));
  std::erase_if(chosen.materials, [&](const SolidMaterial& material) {
    return !isChosen(ElementKind::material, material.id) && !isNamed(chosen, material.id);
  });
  const auto isIdle = [&](const Parameter& p) {
    return !isChosen(ElementKind::parameter, p.id) && !isNamed(chosen, p.id);
  };
  for (bool idle = true; idle;) {  // until those that only idle ones named are gone as well
    const auto found = std::find_if(chosen.parameters.begin(), chosen.parameters.end(), isIdle);
    idle = found != chosen.parameters.end();
    if (idle) chosen.parameters.erase(found);
  }
  return chosen;
}

}  // namespace clank
