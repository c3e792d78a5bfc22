// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/contact_track.h"

#include <algorithm>

#include "core/model/law_traits.h"
#include "core/model/touches.h"
#include "core/record/channel_index.h"
#include "ui/look/part_names.h"
#include "ui/look/words.h"

namespace clank {

void ContactTrack::start(const Mechanism& resolved, const Trajectory& trajectory) {
  trajectory_ = &trajectory;
  rows_.clear();
  columns_.clear();
  places_.clear();
  shownEvents_ = 0;
  begun_ = false;
  const ChannelIndex index(trajectory.channels());
  const auto find = [&](const std::string& name) -> std::optional<std::size_t> {
    const int column = index.find(name);
    if (column < 0) return {};
    return static_cast<std::size_t>(column);
  };
  const auto add = [&](const std::string& id, bool loose) {
    const auto state = find(id + ".state");
    if (!state) return;
    rows_.push_back({namePart(id), loose, {}, false, {}, false});
    columns_.push_back({id, *state, {}, {}});
  };
  for (const Joint& joint : resolved.joints) {
    const auto plays = listPlay(joint);
    const std::size_t before = columns_.size();
    if (!plays.empty()) add(joint.id, true);
    if (columns_.size() == before || !joint.metamorphic) continue;
    columns_.back().phase = find(joint.id + ".phase");
    for (const Play& play : plays)
      if (play.phase) columns_.back().loosePhases.push_back(*play.phase);
  }
  for (const ShownTouch& touch : listShownTouches(resolved))
    if (touch.contact.active.value != 0 && isCompliant(touch.contact.law.value)) add(touch.group.id, false);
  advance();
}

void ContactTrack::advance() {
  if (!trajectory_ || rows_.empty() || trajectory_->sampleCount() == 0) return;
  if (!begun_)
    for (std::size_t r = 0; r < rows_.size(); ++r)
      note(r, trajectory_->time(0), trajectory_->row(0)[columns_[r].state] > 0, {});
  if (!begun_) notePhases(trajectory_->time(0), 0);
  begun_ = true;
  const auto& events = trajectory_->events();
  for (; shownEvents_ < events.size(); ++shownEvents_) {
    const Receipt& event = events[shownEvents_];
    const std::size_t after = trajectory_->sampleAfterEvent(shownEvents_);
    if (after >= trajectory_->sampleCount()) break;  // comes with the next batch
    places_.emplace_back();
    for (std::size_t r = 0; r < rows_.size(); ++r)
      if (columns_[r].element == event.element)
        note(r, event.t, trajectory_->row(after)[columns_[r].state] > 0, shownEvents_);
    notePhases(event.t, after);
  }
  notePhases(trajectory_->time(trajectory_->sampleCount() - 1), trajectory_->sampleCount() - 1);
  for (Row& row : rows_)
    if (row.isOpen) row.contacts.back().to = trajectory_->time(trajectory_->sampleCount() - 1);
}

// Until t a row is as it was; from the sample on it is as its phase says.
void ContactTrack::notePhases(double t, std::size_t sample) {
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    const Column& column = columns_[r];
    if (!column.phase) continue;
    const auto phase = static_cast<std::size_t>(std::max(0.0, trajectory_->row(sample)[*column.phase]));
    const bool isIdeal =
        std::find(column.loosePhases.begin(), column.loosePhases.end(), phase) == column.loosePhases.end();
    auto& ideal = rows_[r].ideal;
    if (rows_[r].isIdeal) ideal.back().second = t;
    if (isIdeal && !rows_[r].isIdeal) ideal.emplace_back(t, t);
    rows_[r].isIdeal = isIdeal;
  }
}

void ContactTrack::note(std::size_t index, double t, bool touches, std::optional<std::size_t> event) {
  Row& row = rows_[index];
  if (touches && !row.isOpen) {
    row.contacts.push_back({t, t, event, {}});
  } else if (!touches && row.isOpen) {
    row.contacts.back().to = t;
    row.contacts.back().end = event;
  } else if (row.isOpen && event && trajectory_->events()[*event].kind == EventKind::contactOpen) {
    row.contacts.back().end = event;
  } else if (!row.isOpen) {
    return;  // a blow that touches for an instant is a mark
  }
  row.isOpen = touches;
  if (event) places_[*event] = Place{index, row.contacts.size() - 1};
}

bool ContactTrack::covers(std::size_t event) const {
  const auto place = find(event);
  if (!place) return false;
  const Contact& contact = rows_[place->row].contacts[place->contact];
  return (contact.begin == event || contact.end == event) && trajectory_->events()[event].impulse == 0;
}

std::optional<ContactTrack::Place> ContactTrack::find(std::size_t event) const {
  return event < places_.size() ? places_[event] : std::nullopt;
}

std::pair<std::size_t, std::size_t> ContactTrack::findRow(Place place) const {
  const std::vector<Contact>& contacts = rows_[place.row].contacts;
  const auto areNear = [&](std::size_t i) {  // this one and the next
    const auto lasted = [&](std::size_t k) { return contacts[k].to - contacts[k].from; };
    return contacts[i + 1].from - contacts[i].to <= std::max(lasted(i), lasted(i + 1));
  };
  std::size_t first = place.contact, last = place.contact;
  while (first > 0 && areNear(first - 1)) --first;
  while (last + 1 < contacts.size() && areNear(last)) ++last;
  return {first, last};
}

std::vector<std::vector<std::size_t>> ContactTrack::listRowsOfEvents() const {
  std::vector<std::vector<std::size_t>> groups;
  std::vector<std::vector<std::optional<std::size_t>>> groupOf(rows_.size());  // of a contact
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    groupOf[r].resize(rows_[r].contacts.size());
    for (std::size_t first = 0; first < groupOf[r].size();) {
      const std::size_t last = findRow({r, first}).second;
      if (last > first) {
        std::fill_n(groupOf[r].begin() + static_cast<std::ptrdiff_t>(first), last - first + 1, groups.size());
        groups.emplace_back();
      }
      first = last + 1;
    }
  }
  for (std::size_t event = 0; event < places_.size(); ++event)
    if (const auto place = places_[event])
      if (const auto group = groupOf[place->row][place->contact]) groups[*group].push_back(event);
  return groups;
}

}  // namespace clank
