// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/element_edits.h"

#include <algorithm>
#include <cctype>
#include <set>

#include "core/math/expression.h"
#include "core/math/units.h"
#include "core/model/quantity_text.h"
#include "ui/document/references.h"

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

bool isDigit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}
bool startsName(char c) {
  return c == '_' || std::isalpha(static_cast<unsigned char>(c)) != 0;
}

// Length of the number with its unit at the start of a text; 0: it starts with none.
std::size_t findNumber(std::string_view text) {
  std::size_t i = 0;
  while (i < text.size() && (isDigit(text[i]) || text[i] == '.')) ++i;
  if (i == 0 || !(isDigit(text[0]) || i > 1)) return 0;
  if (i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
    std::size_t digits = i + 1;
    if (digits < text.size() && (text[digits] == '+' || text[digits] == '-')) ++digits;
    if (digits < text.size() && isDigit(text[digits])) {
      i = digits;
      while (i < text.size() && isDigit(text[i])) ++i;
    }
  }
  std::size_t unit = i;
  while (unit < text.size() && text[unit] == ' ') ++unit;
  const std::size_t length = findUnitPrefix(text.substr(unit));
  return length > 0 ? unit + length : i;
}

}  // namespace

std::string replaceName(std::string_view expression, std::string_view from, std::string_view to) {
  std::string result;
  std::size_t i = 0;
  while (i < expression.size()) {
    std::size_t length = findNumber(expression.substr(i));
    if (length == 0 && startsName(expression[i])) {
      while (i + length < expression.size() &&
             (startsName(expression[i + length]) || isDigit(expression[i + length])))
        ++length;
      const bool isMember = i > 0 && expression[i - 1] == '.';  // the omega of link1.omega
      if (!isMember && expression.substr(i, length) == from) {
        result += to;
        i += length;
        continue;
      }
    }
    length = std::max<std::size_t>(length, 1);
    result += expression.substr(i, length);
    i += length;
  }
  return result;
}

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
  if (hasMeaning(id)) return "'" + std::string(id) + "' has a meaning in expressions";
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
  for (const ElementId& element : listElements(elements)) {
    if (!isTaken(mechanism, element.id)) continue;
    Mechanism both = mechanism;  // the new id must be free on both sides
    appendElements(both, elements);
    renameElement(elements, element, makeId(both, element.id));
  }
  appendElements(mechanism, elements);
  return listElements(elements);
}

Mechanism extractElements(const Mechanism& mechanism, const std::vector<ElementId>& elements) {
  const auto isChosen = [&](ElementKind kind, const std::string& id) {
    return std::find(elements.begin(), elements.end(), ElementId{kind, id}) != elements.end();
  };
  std::vector<ElementId> rest;
  const bool bodiesChosen = std::any_of(elements.begin(), elements.end(),
                                        [](const ElementId& e) { return e.kind == ElementKind::body; });
  visitLists(mechanism, [&](ElementKind kind, const char*, const auto& list) {
    const bool hangs = bodiesChosen && kind != ElementKind::body && kind != ElementKind::parameter;
    for (const auto& element : list)
      if (!hangs && !isChosen(kind, element.id)) rest.push_back({kind, element.id});
  });
  Mechanism chosen;
  appendElements(chosen, mechanism);
  removeElements(chosen, std::move(rest));
  return chosen;
}

}  // namespace clank
