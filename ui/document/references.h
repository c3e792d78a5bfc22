// SPDX-License-Identifier: GPL-3.0-or-later
// Visits every text of an element that can name another element: ids ("a": "link1", "=law") and expressions
// ("2*L1", "-0.02*link1.omega").
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "core/model/fields.h"

namespace clank {

// Texts for people and names that are local to their element.
inline bool isProse(std::string_view key) {
  for (const char* prose : {"id", "name", "description", "note", "what", "source", "unit", "at", "choice",
                            "file", "choices", "from", "to", "cases"})
    if (key == prose) return true;
  return false;
}

// Visit has reference(std::string& id) and expression(std::string& text).
template <class Visit>
class ReferenceWalk {
 public:
  explicit ReferenceWalk(Visit& visit) : visit_(visit) {}

  template <class T>
  void operator()(const Field& field, T& member) {
    walk(field, member);
  }
  void operator()(const Field&, const VariantRef& variant) { visitFields(variant.alternative(), *this); }

 private:
  template <class Edit>
  static void rewrite(RareText& text, const Edit& edit) {
    std::string edited = text.str();
    edit(edited);
    text = std::move(edited);
  }
  void walk(const Field& field, std::string& text) {
    if (isProse(field.key)) return;
    const std::string_view key = field.key;  // "value": of a quantity of a study
    const bool isExpression = key == "channel" || key == "channels" || key == "value" || key == "objective";
    isExpression ? visit_.expression(text) : visit_.reference(text);
  }
  void walk(const Field&, Quantity& quantity) {
    if (!quantity.text.empty())
      rewrite(quantity.text, [this](std::string& text) { visit_.expression(text); });
  }
  void walk(const Field&, Law& law) { visit_.expression(law.text); }
  void walk(const Field& field, Point& point) {
    walk(field, point.x);
    walk(field, point.y);
  }
  void walk(const Field&, const ChoiceRef& choice) {
    if (!choice.reference().empty())
      rewrite(choice.reference(), [this](std::string& text) { visit_.reference(text); });
  }
  void walk(const Field& field, const OptionalRef& member) {
    if (member) walk(field, *member);
  }
  void walk(const Field& field, const ListRef& list) {
    for (std::size_t i = 0; i < list.size(); ++i) walk(field, list[i]);
  }
  void walk(const Field& field, const ValueRef& value) {
    value.visit([&](auto& member) { walk(field, member); });
  }
  // Parameter values of a case: the keys are ids, the values expressions or words.
  void walk(const Field&, std::map<std::string, std::string>& settings) {
    std::map<std::string, std::string> renamed;
    for (const auto& [key, value] : settings) {
      std::string id = key, text = value;
      visit_.reference(id);
      visit_.expression(text);
      renamed.emplace(std::move(id), std::move(text));
    }
    settings = std::move(renamed);
  }
  void walk(const Field&, const RecordRef& record) { visitFields(record, *this); }
  void walk(const Field&, const VariantRef&) {}
  void walk(const Field&, bool&) {}

  Visit& visit_;
};

template <class S, class Visit>
void visitReferences(S& element, Visit&& visit) {
  ReferenceWalk<std::remove_reference_t<Visit>> walk(visit);
  visitFields(recordOf(element), walk);
}

}  // namespace clank
