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
  const std::size_t count = pieces.size();
  Line line{std::move(pieces), std::move(ofSegments), std::move(ofOthers)};
  add(Source(std::make_unique<const Line>(std::move(line))), count);
}

void ContactList::add(std::unique_ptr<const OutlineMeeting> meeting, std::size_t count) {
  add(Source(std::move(meeting)), count);
}

void ContactList::add(Source source, std::size_t count) {
  const std::size_t first = size_, before = first - store_->singles.size();
  size_ += count;
  store_->stretches.push_back({first, size_, before, std::move(source)});
}

const ContactList::Stretch* ContactList::findStretch(std::size_t i) const {
  const auto behind =
      std::upper_bound(stretches().begin(), stretches().end(), i,
                       [](std::size_t at, const Stretch& stretch) { return at < stretch.first; });
  return behind == stretches().begin() ? nullptr : &*(behind - 1);
}

const SystemContact& ContactList::getSingle(const Stretch* stretch, std::size_t i) const {
  const std::size_t before = stretch ? stretch->before + (stretch->end - stretch->first) : 0;
  return store_->singles[i - before];
}

const SystemContact& ContactList::getAmongStretches(std::size_t i, std::optional<SystemContact>& made) const {
  const Stretch* const stretch = findStretch(i);
  if (!stretch || i >= stretch->end) return getSingle(stretch, i);
  return getOfStretch(*stretch, i, made);
}

const SystemContact& ContactList::getOfStretch(const Stretch& stretch, std::size_t i,
                                               std::optional<SystemContact>& made) {
  const std::size_t place = i - stretch.first;
  if (const auto* meeting = std::get_if<0>(&stretch.source)) return (*meeting)->get().contacts[place];
  const Line& line = *std::get<1>(stretch.source);
  if (!made) made.emplace();
  ContactGeometry& geometry = made->geometry;
  geometry.piece = line.pieces[place];
  geometry.mount = std::holds_alternative<SegmentPiece>(geometry.piece) ? line.ofSegments : line.ofOthers;
  return *made;
}

std::size_t ContactList::findPair(std::size_t i) const {
  const Stretch* const stretch = findStretch(i);
  if (!stretch || i >= stretch->end) return getSingle(stretch, i).pair();
  if (const auto* meeting = std::get_if<0>(&stretch->source)) return (*meeting)->pair();
  return std::get<1>(stretch->source)->ofOthers->pair;
}

}  // namespace clank
