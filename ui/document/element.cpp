// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/element.h"

#include <charconv>

namespace clank {

bool contains(const Mechanism& mechanism, const ElementId& element) {
  return visitElement(mechanism, element, [](const auto&) {});
}

std::size_t countElements(const Mechanism& mechanism) {
  std::size_t count = 0;
  visitLists(mechanism, [&](ElementKind, const char*, const auto& list) { count += list.size(); });
  return count;
}

std::vector<ElementId> listElements(const Mechanism& mechanism) {
  std::vector<ElementId> all;
  all.reserve(countElements(mechanism));
  visitLists(mechanism, [&](ElementKind kind, const char*, const auto& list) {
    for (const auto& element : list) all.push_back({kind, element.id});
  });
  return all;
}

std::optional<ElementId> findElementAt(const Mechanism& mechanism, std::string_view pointer) {
  std::optional<ElementId> found;
  visitLists(mechanism, [&](ElementKind kind, std::string_view key, const auto& list) {
    const std::size_t head = key.size() + 2;  // "/key/"
    if (pointer.size() <= head || pointer.substr(1, key.size()) != key || pointer[head - 1] != '/') return;
    std::size_t index = 0;
    const auto read = std::from_chars(pointer.data() + head, pointer.data() + pointer.size(), index);
    if (read.ec == std::errc() && index < list.size()) found = ElementId{kind, list[index].id};
  });
  return found;
}

std::string findPointer(const Mechanism& mechanism, const ElementId& element) {
  std::string pointer;
  visitLists(mechanism, [&](ElementKind kind, const char* key, const auto& list) {
    if (kind != element.kind) return;
    for (std::size_t i = 0; i < list.size() && pointer.empty(); ++i)
      if (list[i].id == element.id) pointer = "/" + std::string(key) + "/" + std::to_string(i);
  });
  return pointer;
}

}  // namespace clank
