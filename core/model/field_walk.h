// SPDX-License-Identifier: GPL-3.0-or-later
// Visits every quantity and choice of a mechanism with its JSON pointer, by the table of keys.
#pragma once

#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/model/fields.h"

namespace clank {

// Adds a step to a JSON pointer for as long as it lives.
class PointerStep {
 public:
  PointerStep(std::string& pointer, std::string_view key) : pointer_(pointer), length_(pointer.size()) {
    pointer_.append("/").append(key);
  }
  ~PointerStep() { pointer_.resize(length_); }
  PointerStep(const PointerStep&) = delete;
  PointerStep& operator=(const PointerStep&) = delete;

 private:
  std::string& pointer_;
  std::size_t length_;
};

// Leaf has leaf(field, quantity, pointer). It may have choice(field, choice, pointer), law(field, law,
// pointer), and enter(record) and leave(record), which surround the members of each struct that has keys of
// its own. With concerns(quantity) it is spared long lists of which no number concerns it; with meetShared()
// it gets no list at all that several mechanisms share. A point is [x, y] in files: its coordinates come with
// the field of the point.
template <class Leaf>
class FieldWalk {
 public:
  explicit FieldWalk(Leaf& leaf) : leaf_(leaf) {}

  template <class T>
  void operator()(const Field& field, T& member) {
    const PointerStep step(pointer_, field.key);
    walk(field, member);
  }

  template <class Void>
  void operator()(const Field&, const BasicVariant<Void>& variant) {
    visitFields(variant.alternative(), *this);
  }

  // As a whole: of a million numbers mostly none concerns the leaf.
  template <class Void>
  void sharedList(const Field& field, const BasicSharedList<Void>& list) {
    if constexpr (requires(const Quantity& q) { leaf_.concerns(q); })
      if (!concernsAny(list.get())) return;
    const PointerStep step(pointer_, field.key);
    if constexpr (requires { leaf_.meetShared(); })
      leaf_.meetShared();
    else
      walk(field, listOf(list));
  }

 private:
  bool concernsAny(const ListView& list) const {
    if (const auto* numbers = list.as<std::vector<Quantity>>()) {
      for (const Quantity& number : *numbers)
        if (leaf_.concerns(number)) return true;
    } else if (const auto* points = list.as<std::vector<Point>>()) {
      for (const Point& point : *points)
        if (leaf_.concerns(point.x) || leaf_.concerns(point.y)) return true;
    }
    return false;
  }

  template <class T>
  void walk(const Field&, const T&) {}
  void walk(const Field& field, const Quantity& quantity) { leaf_.leaf(field, quantity, pointer_); }
  void walk(const Field& field, Quantity& quantity) { leaf_.leaf(field, quantity, pointer_); }
  void walk(const Field& field, const Point& point) { walkPoint(field, point); }
  void walk(const Field& field, Point& point) { walkPoint(field, point); }
  void walk(const Field& field, const Law& law) {
    if constexpr (requires { leaf_.law(field, law, pointer_); }) leaf_.law(field, law, pointer_);
  }
  template <class Void>
  void walk(const Field& field, const BasicChoice<Void>& choice) {
    if constexpr (requires { leaf_.choice(field, choice, pointer_); }) leaf_.choice(field, choice, pointer_);
  }
  template <class Void>
  void walk(const Field& field, const BasicOptional<Void>& optional) {
    if (optional) walkValue(field, *optional);
  }
  template <class Void>
  void walk(const Field& field, const BasicList<Void>& list) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      const PointerStep step(pointer_, std::to_string(i));
      walkValue(field, list[i]);
    }
  }
  template <class Void>
  void walk(const Field&, const BasicRecord<Void>& record) {
    if constexpr (requires { leaf_.enter(record); }) leaf_.enter(record);
    visitFields(record, *this);
    if constexpr (requires { leaf_.leave(record); }) leaf_.leave(record);
  }
  template <class Void>
  void walkValue(const Field& field, const BasicValue<Void>& value) {
    value.visit([&](auto&& each) { walk(field, each); });
  }
  template <class P>
  void walkPoint(const Field& field, P& point) {
    const auto step = [&](std::string_view key, auto& coordinate) {
      const PointerStep pointerStep(pointer_, key);
      walk(field, coordinate);
    };
    step("0", point.x);
    step("1", point.y);
  }

  Leaf& leaf_;
  std::string pointer_;
};

// Walks over a record of the table.
template <class S, class Leaf>
void walkFields(S& record, Leaf& leaf) {
  FieldWalk<Leaf> walk(leaf);
  visitFields(recordOf(record), walk);
}

}  // namespace clank
