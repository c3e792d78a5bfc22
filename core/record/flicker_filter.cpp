// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/flicker_filter.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace clank {
namespace {

constexpr double kFlicker = 1e-8;      // s, and that part of a run of less than a second
constexpr double kSamePlace = 1e-6;    // m
constexpr std::size_t kMost = 10'000;  // that wait

// Friction is not among them: what sticks for an instant may have turned.
bool isTouch(EventKind kind) {
  return kind == EventKind::contactBegin || kind == EventKind::contactEnd || kind == EventKind::taut ||
         kind == EventKind::slack;
}

// Changes nothing but what is in force.
bool isMild(const Receipt& receipt) {
  return isTouch(receipt.kind) && !receipt.contact && receipt.note.empty() && receipt.impulse == 0 &&
         receipt.slipImpulse == 0;
}

bool isSamePart(const Receipt& a, const Receipt& b) {
  return a.element == b.element && a.bodyA == b.bodyA && a.bodyB == b.bodyB &&
         std::hypot(a.pointX - b.pointX, a.pointY - b.pointY) < kSamePlace;
}

}  // namespace

FlickerFilter::FlickerFilter(SampleSink& target, double duration)
    : target_(target), flicker_(kFlicker * std::min(1.0, duration)) {}

void FlickerFilter::sample(std::span<const double> row) {
  if (row[0] > until_ || waiting_.size() > kMost) flush();
  if (waiting_.empty()) return target_.sample(row);
  waiting_.emplace_back(std::vector<double>(row.begin(), row.end()));
}

void FlickerFilter::touches(std::span<const Touch> touches) {
  if (waiting_.empty()) return target_.touches(touches);
  waiting_.emplace_back(std::vector<Touch>(touches.begin(), touches.end()));
}

void FlickerFilter::event(const Receipt& receipt) {
  if (receipt.t > until_) flush();
  const bool isMildOne = isMild(receipt);
  if (isMildOne && takeBack(receipt)) return;
  if (isMildOne) until_ = receipt.t + flicker_;
  if (waiting_.empty() && !isMildOne) return target_.event(receipt);
  waiting_.emplace_back(receipt);
}

// The newest change of the part, if this is its opposite.
bool FlickerFilter::takeBack(const Receipt& receipt) {
  const auto before = std::find_if(waiting_.rbegin(), waiting_.rend(), [&](const Waiting& waiting) {
    const auto* other = std::get_if<Receipt>(&waiting);
    return other && isSamePart(*other, receipt);
  });
  if (before == waiting_.rend()) return false;
  const Receipt& other = std::get<Receipt>(*before);
  if (!isMild(other) || other.kind == receipt.kind || receipt.t - other.t > flicker_) return false;
  waiting_.erase(std::next(before).base());
  leftOut_ += 2;
  return true;
}

void FlickerFilter::flush() {
  if (waiting_.empty()) return;  // as good as always: an empty queue, too, takes memory
  for (const Waiting& waiting : std::exchange(waiting_, {})) {
    if (const auto* row = std::get_if<std::vector<double>>(&waiting))
      target_.sample(*row);
    else if (const auto* touches = std::get_if<std::vector<Touch>>(&waiting))
      target_.touches(*touches);
    else
      target_.event(std::get<Receipt>(waiting));
  }
}

}  // namespace clank
