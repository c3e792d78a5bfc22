// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/contact_list.h"

#include <algorithm>
#include <utility>

namespace clank {

// A long line takes no more room than it needs; many short ones do not move all of them each time.
void ContactList::reserveMore(std::size_t count) {
  std::vector<SystemContact>& singles = store_->singles;
  const std::size_t wanted = singles.size() + count;
  if (wanted > singles.capacity()) singles.reserve(std::max(wanted, 2 * singles.capacity()));
}

void ContactList::add(SystemContact contact) {
  store_->singles.push_back(std::move(contact));
  ++size_;
}

void ContactList::add(LinePieces pieces, std::shared_ptr<const ContactMount> ofSegments,
                      std::shared_ptr<const ContactMount> ofOthers) {
  const std::size_t first = size_, before = first - store_->singles.size();
  size_ += pieces.size();
  store_->lines.push_back(
      {first, size_, before, std::move(pieces), std::move(ofSegments), std::move(ofOthers)});
}

const ContactList::Line* ContactList::findLine(std::size_t i) const {
  const auto behind = std::upper_bound(lines().begin(), lines().end(), i,
                                       [](std::size_t at, const Line& line) { return at < line.first; });
  return behind == lines().begin() ? nullptr : &*(behind - 1);
}

const SystemContact& ContactList::getSingle(const Line* line, std::size_t i) const {
  const std::size_t before = line ? line->before + (line->end - line->first) : 0;
  return store_->singles[i - before];
}

const SystemContact& ContactList::getAmongLines(std::size_t i, std::optional<SystemContact>& made) const {
  const Line* const line = findLine(i);
  if (!line || i >= line->end) return getSingle(line, i);
  if (!made) made.emplace();
  ContactGeometry& geometry = made->geometry;
  geometry.piece = line->pieces[i - line->first];
  geometry.mount = std::holds_alternative<SegmentPiece>(geometry.piece) ? line->ofSegments : line->ofOthers;
  return *made;
}

std::size_t ContactList::findPair(std::size_t i) const {
  const Line* const line = findLine(i);
  return line && i < line->end ? line->ofOthers->pair : getSingle(line, i).pair();
}

}  // namespace clank
