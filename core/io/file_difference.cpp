// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/file_difference.h"

#include <map>
#include <nlohmann/json.hpp>
#include <set>

namespace clank {
namespace {

using nlohmann::json;

// Its entries by id; empty unless it is a list all of whose entries have ids of their own.
std::map<std::string, const json*> indexById(const json& list) {
  std::map<std::string, const json*> entries;
  if (!list.is_array()) return {};
  for (const json& entry : list) {
    if (!entry.is_object() || !entry.contains("id") || !entry["id"].is_string()) return {};
    if (!entries.emplace(entry["id"].get<std::string>(), &entry).second) return {};
  }
  return entries;
}

class Comparison {
 public:
  std::vector<FileDifference> take() { return std::move(differences_); }

  void compare(const json& a, const json& b, const std::string& where) {
    if (a == b) return;
    if (a.is_object() && b.is_object()) return compareMembers(indexMembers(a), indexMembers(b), where);
    const auto first = indexById(a), second = indexById(b);
    if ((!first.empty() || a.empty()) && (!second.empty() || b.empty()) && a.is_array() && b.is_array())
      return compareMembers(first, second, where);
    if (a.is_array() && b.is_array() && a.size() == b.size()) {
      for (std::size_t i = 0; i < a.size(); ++i) compare(a[i], b[i], join(where, std::to_string(i)));
      return;
    }
    add(where, &a, &b);
  }

 private:
  using Members = std::map<std::string, const json*>;

  static Members indexMembers(const json& object) {
    Members members;
    for (const auto& [key, value] : object.items()) members.emplace(key, &value);
    return members;
  }
  static std::string join(const std::string& where, const std::string& step) {
    return where.empty() ? step : where + " / " + step;
  }
  static const json* find(const Members& members, const std::string& key) {
    const auto at = members.find(key);
    return at == members.end() ? nullptr : at->second;
  }

  void compareMembers(const Members& a, const Members& b, const std::string& where) {
    std::set<std::string> keys;
    for (const Members* members : {&a, &b})
      for (const auto& [key, value] : *members) keys.insert(key);
    for (const std::string& key : keys) {
      const json *first = find(a, key), *second = find(b, key);
      if (first && second)
        compare(*first, *second, join(where, key));
      else
        add(join(where, key), first, second);
    }
  }

  void add(const std::string& where, const json* a, const json* b) {
    differences_.push_back({where, a ? a->dump() : "", b ? b->dump() : ""});
  }

  std::vector<FileDifference> differences_;
};

}  // namespace

Result<std::vector<FileDifference>> listDifferences(std::string_view first, std::string_view second) {
  const json a = json::parse(first, nullptr, false), b = json::parse(second, nullptr, false);
  if (a.is_discarded() || b.is_discarded()) return failure("one of the two is no JSON");
  Comparison comparison;
  comparison.compare(a, b, "");
  return comparison.take();
}

}  // namespace clank
