// SPDX-License-Identifier: GPL-3.0-or-later
// Visits every quantity and choice of a mechanism with its JSON pointer, by the table of keys.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
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

// Leaf has leaf(field, quantity or choice, pointer), enter(element) and leave(element), which surround the
// members of each struct that has keys of its own. With concerns(quantity) it is spared long lists of which
// no number concerns it; with meetShared() it gets no list at all that several mechanisms share. A point is
// [x, y] in files: its coordinates come with the field of the point.
template <class Leaf>
class FieldWalk {
 public:
  explicit FieldWalk(Leaf& leaf) : leaf_(leaf) {}

  template <class T>
  void operator()(const Field& field, T& member) {
    const PointerStep step(pointer_, field.key);
    walk(field, member);
  }

  // As a whole: of a million numbers mostly none concerns the leaf.
  template <class List>
  void sharedList(const Field& field, List& list) {
    if constexpr (requires(const Quantity& q) { leaf_.concerns(q); })
      if (std::none_of(list.begin(), list.end(), [this](const auto& each) { return this->concerns(each); }))
        return;
    const PointerStep step(pointer_, field.key);
    if constexpr (std::is_const_v<List>)
      walk(field, list.get());
    else if constexpr (requires { leaf_.meetShared(); })
      leaf_.meetShared();
    else
      walk(field, list.change());
  }

  template <class V, std::size_t N>
  void alternatives(const Field&, V& variant, const std::array<const char*, N>&) {
    std::visit([this](auto& alternative) { visitFields(alternative, *this); }, variant);
  }

 private:
  bool concerns(const Quantity& quantity) const { return leaf_.concerns(quantity); }
  bool concerns(const Point& point) const { return concerns(point.x) || concerns(point.y); }
  template <class T>
  struct IsChoice : std::false_type {};
  template <class E>
  struct IsChoice<Choice<E>> : std::true_type {};
  template <class T>
  struct IsList : std::false_type {};
  template <class T>
  struct IsList<std::vector<T>> : std::true_type {};
  template <class T>
  void walk(const Field& field, T& member) {
    using Plain = std::remove_const_t<T>;
    if constexpr (std::is_same_v<Plain, Quantity> || IsChoice<Plain>::value) {
      leaf_.leaf(field, member, pointer_);
    } else if constexpr (std::is_same_v<Plain, Point>) {
      step("0", field, member.x);
      step("1", field, member.y);
    } else if constexpr (MayBeAbsent<Plain>) {
      if (member) walk(field, *member);
    } else if constexpr (IsList<Plain>::value) {
      for (std::size_t i = 0; i < member.size(); ++i) step(std::to_string(i), field, member[i]);
    } else if constexpr (requires { member.unknown; }) {
      leaf_.enter(member);
      visitFields(member, *this);
      leaf_.leave(member);
    }
  }

  template <class T>
  void step(std::string_view key, const Field& field, T& member) {
    const PointerStep pointerStep(pointer_, key);
    walk(field, member);
  }

  Leaf& leaf_;
  std::string pointer_;
};

}  // namespace clank
