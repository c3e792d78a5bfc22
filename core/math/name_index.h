// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace clank {

// Names in their order, found without looking at all of them. Of names that are there twice the first counts.
class NameIndex {
 public:
  void add(const std::string& name) {
    places_.emplace(name, static_cast<int>(names_.size()));
    names_.push_back(name);
  }
  int find(std::string_view name) const {  // -1: it is not there
    const auto at = places_.find(name);
    return at == places_.end() ? -1 : at->second;
  }
  bool contains(std::string_view name) const { return find(name) >= 0; }
  const std::vector<std::string>& list() const { return names_; }

 private:
  struct Hash : std::hash<std::string_view> {
    using is_transparent = void;
  };
  std::vector<std::string> names_;
  std::unordered_map<std::string, int, Hash, std::equal_to<>> places_;
};

}  // namespace clank
