// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/linkage_model.h"

#include <fmt/format.h>

#include <algorithm>

namespace clank {

void LinkageModel::note(std::string text) {
  auto& notes = imported.notes;
  if (std::ranges::find(notes, text) == notes.end()) notes.push_back(std::move(text));
}

std::string LinkageModel::findFirst(std::string body) const {
  for (auto next = fastenedTo_.find(body); next != fastenedTo_.end(); next = fastenedTo_.find(body))
    body = next->second;
  return body;
}

bool LinkageModel::areOne(const std::string& a, const std::string& b) const {
  return findFirst(a) == findFirst(b);
}

void LinkageModel::makeOne(const std::string& a, const std::string& b) {
  const std::string first = findFirst(a), second = findFirst(b);
  if (first != second) fastenedTo_[second] = first;
}

std::vector<LinkPlace> LinkageModel::listPlaces(const LinkageConnector& at) const {
  std::vector<LinkPlace> all;
  if (const auto found = places.find(at.id); found != places.end()) all = found->second;
  if (at.anchor) all.push_back(makeFramePlace());
  return all;
}

std::string makeLinkageId(const char* kind, int id) {
  return id < 0 ? fmt::format("{}_{}", kind, -id) : fmt::format("{}{}", kind, id);
}

}  // namespace clank
