// SPDX-License-Identifier: GPL-3.0-or-later
//
// An edit is carried over as a merge: the image of an element before the edit and its image after it differ
// in what has been edited; that alone is done to the copy. So the copy keeps the texts of all other values,
// and nothing drifts by rounding. Both ways are the same with the motion inverted. Each linked copy is looked
// at once in an edit; what it changes may be in others (the third copy of a row, a mirror image of a copy),
// which are looked at after it.
#include "ui/document/linked_copies.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <set>

#include "ui/document/copy_image.h"
#include "ui/document/copy_motion.h"
#include "ui/document/element_edits.h"
#include "ui/document/field_merge.h"

namespace clank {
namespace {

using IdSet = std::set<std::string>;

constexpr double kAlike = 1e-9;  // m, rad, and in whatever unit numbers have

struct Sides {
  ImageIds forward, backward;  // of -> copy, copy -> of
};
Sides sidesOf(const LinkedCopy& link) {
  Sides sides;
  for (const CopyPair& pair : link.pairs) {
    sides.forward.emplace(pair.of, pair.copy);
    sides.backward.emplace(pair.copy, pair.of);
  }
  return sides;
}

// The linked copies of a drawing with their numbers.
std::vector<LinkedCopy> evaluateLinks(const Mechanism& drawn, const std::string& caseId) {
  Mechanism alone;
  alone.parameters = drawn.parameters;
  alone.cases = drawn.cases;
  alone.linkedCopies = drawn.linkedCopies;
  Problems ignored;
  return resolve(std::move(alone), caseId, {}, ignored).linkedCopies;
}

// Calls visit(id, element of before or null, element of after or null); each id once.
template <class F>
void visitBoth(const Mechanism& before, const Mechanism& after, F&& visit) {
  visitLists(before, [&](ElementKind kind, const char*, const auto& was) {
    visitLists(after, [&](ElementKind other, const char*, const auto& is) {
      using List = std::decay_t<decltype(was)>;
      if constexpr (std::is_same_v<List, std::decay_t<decltype(is)>>) {
        if (kind != other) return;
        std::map<std::string_view, const typename List::value_type*> known;
        for (const auto& element : was) known.emplace(element.id, &element);
        for (const auto& element : is) {
          const auto found = known.find(element.id);
          visit(element.id, found == known.end() ? nullptr : found->second, &element);
          if (found != known.end()) known.erase(found);
        }
        for (const auto& [id, element] : known)
          visit(element->id, element, static_cast<const typename List::value_type*>(nullptr));
      }
    });
  });
}

IdSet findChanged(const Mechanism& before, const Mechanism& after) {
  IdSet changed;
  visitBoth(before, after, [&](const std::string& id, const auto* was, const auto* is) {
    if (was && is && !(*was == *is)) changed.insert(id);
  });
  return changed;
}

IdSet listIdsOf(const Mechanism& mechanism) {
  IdSet ids;
  for (const ElementId& element : listElements(mechanism)) ids.insert(element.id);
  return ids;
}

std::vector<ElementId> findElements(const Mechanism& mechanism, const IdSet& ids) {
  std::vector<ElementId> found;
  for (const ElementId& element : listElements(mechanism))
    if (ids.count(element.id) > 0) found.push_back(element);
  return found;
}

// Deletes the partners of what an edit has deleted, round after round: more may hang on them.
class Deletion {
 public:
  Deletion(const Mechanism& before, Mechanism& after) : after_(after), had_(listIdsOf(before)) {
    for (const Body& body : before.bodies) bodies_.insert(body.id);
  }

  void run() {
    for (has_ = listIdsOf(after_); !gone().empty(); has_ = listIdsOf(after_)) {
      std::erase_if(after_.linkedCopies, [this](const LinkedCopy& link) { return hasLostASide(link); });
      IdSet partners;
      for (const LinkedCopy& link : after_.linkedCopies)
        for (const CopyPair& pair : link.pairs) {
          if (isGone(pair.of)) partners.insert(pair.copy);
          if (isGone(pair.copy)) partners.insert(pair.of);
        }
      for (LinkedCopy& link : after_.linkedCopies)
        std::erase_if(link.pairs, [this](const CopyPair& p) { return isGone(p.of) || isGone(p.copy); });
      std::erase_if(after_.linkedCopies, [](const LinkedCopy& link) { return link.pairs.empty(); });
      had_.insert(has_.begin(), has_.end());
      removeElements(after_, findElements(after_, partners));
    }
  }

 private:
  bool isGone(const std::string& id) const { return had_.count(id) > 0 && has_.count(id) == 0; }
  IdSet gone() const {
    IdSet ids;
    for (const LinkedCopy& link : after_.linkedCopies)
      for (const CopyPair& pair : link.pairs)
        for (const std::string& id : {pair.of, pair.copy})
          if (isGone(id)) ids.insert(id);
    return ids;
  }
  // All of its bodies; where it has none, all of it.
  bool hasLostASide(const LinkedCopy& link) const {
    const bool hasBodies = std::ranges::any_of(link.pairs, [this](const CopyPair& pair) {
      return bodies_.count(pair.of) + bodies_.count(pair.copy) > 0;
    });
    const auto isLost = [&](std::string CopyPair::*side) {
      return std::ranges::all_of(link.pairs, [&](const CopyPair& pair) {
        return (hasBodies && bodies_.count(pair.*side) == 0) || isGone(pair.*side);
      });
    };
    return isLost(&CopyPair::of) != isLost(&CopyPair::copy);
  }

  Mechanism& after_;
  IdSet had_, has_, bodies_;
};

// One linked copy in an edit.
class Merge {
 public:
  Merge(const Mechanism& before, Mechanism& after, const std::string& caseId, IdSet& changed)
      : before_(before), after_(after), caseId_(caseId), changed_(changed) {}

  // was, is: with their numbers. drawn: that in the drawing. False: it has nothing to do with what changed.
  bool run(const LinkedCopy& was, LinkedCopy is, LinkedCopy& drawn, bool isAlwaysSeen) {
    const Sides sides = sidesOf(is), sidesBefore = sidesOf(was);
    const auto count = [&](const ImageIds& ids) {
      return std::ranges::count_if(ids, [&](const auto& pair) { return changed_.count(pair.first) > 0; });
    };
    const auto ofCount = count(sides.forward), copyCount = count(sides.backward);
    if (ofCount + copyCount == 0 && !isAlwaysSeen && was == is) return false;
    if (ofCount > 0 && copyCount > 0) goAlong(is, drawn, sides);
    const bool isForward = ofCount >= copyCount;
    const CopyMotion motionWas = motionOf(was), motionIs = motionOf(is);
    const Direction forward{sidesBefore.forward, sides.forward, motionWas, motionIs};
    const Direction back{sidesBefore.backward, sides.backward, inverse(motionWas), inverse(motionIs)};
    const Direction& first = isForward ? forward : back;
    const Direction& second = isForward ? back : forward;
    const IdSet changedFirst = changed_;  // what the user did, and the copies before this one
    carry(first, [&](const std::string& id, const std::string&) {
      return changedFirst.count(id) > 0 || changedFirst.count(first.ids.at(id)) == 0;
    });
    carry(second, [&](const std::string& id, const std::string& partner) {
      return changedFirst.count(id) > 0 && changedFirst.count(partner) == 0;
    });
    return true;
  }

 private:
  struct Direction {
    const ImageIds& idsBefore;
    const ImageIds& ids;
    CopyMotion motionBefore, motion;
  };

  template <class Takes>
  void carry(const Direction& way, const Takes& takes) {
    const Mechanism was = makeImages(before_, caseId_, way.idsBefore, way.motionBefore);
    const Mechanism is = makeImages(after_, caseId_, way.ids, way.motion);
    for (const auto& [id, partner] : way.ids)
      if (takes(id, partner)) carryOne(was, is, partner);
  }
  void carryOne(const Mechanism& was, const Mechanism& is, const std::string& partner) {
    visitLists(after_, [&](ElementKind kind, const char*, auto& list) {
      auto* const into = findById(list, partner);
      if (!into || kind == ElementKind::parameter) return;
      using Element = std::decay_t<decltype(*into)>;
      const Element *imageWas = nullptr, *imageIs = nullptr, *own = nullptr;
      find(was, kind, partner, imageWas);
      find(is, kind, partner, imageIs);
      find(before_, kind, partner, own);
      if (!imageWas || !imageIs || *imageWas == *imageIs) return;
      Element merged = changed_.count(partner) > 0 && own ? *own : *into;  // the other side counts
      merged.id = into->id;
      mergeFields(recordOf(*imageWas), recordOf(*imageIs), recordOf(merged));
      if (merged == *into) return;
      *into = std::move(merged);
      changed_.insert(partner);
    });
  }
  template <class Element>
  static void find(const Mechanism& m, ElementKind kind, const std::string& id, const Element*& found) {
    visitLists(m, [&](ElementKind other, const char*, const auto& list) {
      if constexpr (std::is_same_v<typename std::decay_t<decltype(list)>::value_type, Element>)
        if (kind == other) found = findById(list, id);
    });
  }

  // Both sides have changed: where they are images of each other no longer, but are under another motion,
  // they have been moved together.
  void goAlong(LinkedCopy& is, LinkedCopy& drawn, const Sides& sides) const {
    if (areAlike(is, sides)) return;
    const auto moved = findMoved(is, sides);
    if (!moved || !areAlike(*moved, sides)) return;
    is = *moved;
    drawn.about = moved->about;
    drawn.angle = moved->angle;
    drawn.shift = moved->shift;
  }
  Mechanism evaluate(const Mechanism& drawn) const {
    Problems ignored;
    return resolve(drawn, caseId_, {}, ignored);
  }
  bool areAlike(const LinkedCopy& link, const Sides& sides) const {
    const Mechanism image = evaluate(makeImages(after_, caseId_, sides.forward, motionOf(link)));
    const Mechanism copy = evaluate(takeElements(after_, sides.backward));
    bool same = true;
    visitBoth(image, copy, [&](const std::string&, const auto* one, const auto* other) {
      using Element = std::remove_cvref_t<decltype(*one)>;
      if constexpr (!std::is_same_v<Element, Parameter>)
        same = same && one && other && haveSameValues(recordOf(*one), recordOf(*other), kAlike);
    });
    return same;
  }
  // The motion that takes the first body to its copy as they stand now. Of a mirror image all but what lies
  // along the line can be had by moving the line.
  std::optional<LinkedCopy> findMoved(const LinkedCopy& link, const Sides& sides) const {
    const Mechanism from = evaluate(takeElements(after_, sides.forward)),
                    to = evaluate(takeElements(after_, sides.backward));
    for (const Body& body : from.bodies) {
      const Body* copy = findById(to.bodies, sides.forward.at(body.id));
      if (!copy) continue;
      const double start = link.mirrored ? std::numbers::pi - body.pose.angle.value : body.pose.angle.value;
      const double turn = copy->pose.angle.value - start - link.angle.value;
      LinkedCopy moved = link;
      moved.angle = makeTidy(link.angle.value + std::remainder(turn, 2 * std::numbers::pi));
      const double c = std::cos(moved.angle.value), s = std::sin(moved.angle.value);
      const double u = (link.mirrored ? -1 : 1) * (body.pose.x.value - link.about.x.value),
                   v = body.pose.y.value - link.about.y.value;
      double dx = copy->pose.x.value - (link.about.x.value + c * u - s * v),
             dy = copy->pose.y.value - (link.about.y.value + s * u + c * v);
      if (link.mirrored) {
        const double nx = std::cos(moved.angle.value / 2), ny = std::sin(moved.angle.value / 2);
        const double across = dx * nx + dy * ny;
        moved.about = {makeTidy(link.about.x.value + nx * across / 2),
                       makeTidy(link.about.y.value + ny * across / 2)};
        dx -= nx * across, dy -= ny * across;
      }
      moved.shift = {makeTidy(dx), makeTidy(dy)};
      return moved;
    }
    return std::nullopt;
  }

  const Mechanism& before_;
  Mechanism& after_;
  const std::string& caseId_;
  IdSet& changed_;
};

// That of the same pairs before the edit; renaming keeps their places.
const LinkedCopy* findBefore(const std::vector<LinkedCopy>& before, const std::vector<LinkedCopy>& after,
                             std::size_t i) {
  const auto same =
      std::ranges::find_if(before, [&](const LinkedCopy& link) { return link.pairs == after[i].pairs; });
  if (same != before.end()) return &*same;
  const bool isSameSize = before.size() == after.size() && before[i].pairs.size() == after[i].pairs.size();
  return isSameSize ? &before[i] : nullptr;
}

}  // namespace

void keepAlike(const Mechanism& before, Mechanism& after, const std::string& caseId) {
  if (before.linkedCopies.empty() || after.linkedCopies.empty()) return;
  Deletion(before, after).run();
  IdSet changed = findChanged(before, after);
  IdSet linked;
  for (const LinkedCopy& link : after.linkedCopies)
    for (const CopyPair& pair : link.pairs) linked.insert({pair.of, pair.copy});
  const bool moreChanged = !(before.parameters == after.parameters) || !(before.cases == after.cases) ||
                           std::ranges::any_of(changed, [&](const std::string& id) {
                             return linked.count(id) == 0 && findById(after.bodies, id);
                           });
  if (changed.empty() && !moreChanged && before.linkedCopies == after.linkedCopies) return;
  const auto was = evaluateLinks(before, caseId), is = evaluateLinks(after, caseId);
  Merge merge(before, after, caseId, changed);
  std::vector<bool> done(is.size());
  for (bool goesOn = true; goesOn;) {
    goesOn = false;
    for (std::size_t i = 0; i < is.size(); ++i) {
      const LinkedCopy* const old = findBefore(was, is, i);
      if (done[i] || !old) continue;
      done[i] = merge.run(*old, is[i], after.linkedCopies[i], moreChanged);
      goesOn = goesOn || done[i];
    }
  }
}

std::optional<Likeness> findLikeness(const Mechanism& mechanism, const ElementId& element) {
  Likeness likeness;
  for (const LinkedCopy& link : mechanism.linkedCopies)
    for (const CopyPair& pair : link.pairs) {
      if (pair.of != element.id && pair.copy != element.id) continue;
      likeness.mirrored = likeness.mirrored || link.mirrored;
      const bool isCopy = pair.copy == element.id;
      const ElementId other{element.kind, isCopy ? pair.of : pair.copy};
      likeness.isCopy = likeness.isCopy || isCopy;
      likeness.others.insert(isCopy ? likeness.others.begin() : likeness.others.end(), other);
    }
  if (likeness.others.empty()) return std::nullopt;
  return likeness;
}

void unlinkCopies(Mechanism& mechanism, const std::vector<ElementId>& elements) {
  IdSet ids;
  for (const ElementId& element : elements) ids.insert(element.id);
  std::erase_if(mechanism.linkedCopies, [&](const LinkedCopy& link) {
    return std::ranges::any_of(
        link.pairs, [&](const CopyPair& pair) { return ids.count(pair.of) > 0 || ids.count(pair.copy) > 0; });
  });
}

}  // namespace clank
