// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/copy_elements.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>

#include "ui/document/copy_motion.h"
#include "ui/document/element_edits.h"
#include "ui/document/references.h"

namespace clank {
namespace {

using IdSet = std::set<std::string>;

bool isLetter(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0;
}

// "finger_l" gives "finger_r": of what is called after its side.
std::string changeSideOf(const std::string& name) {
  static constexpr std::array<std::array<const char*, 2>, 8> kSides{{{"left", "right"},
                                                                     {"Left", "Right"},
                                                                     {"upper", "lower"},
                                                                     {"Upper", "Lower"},
                                                                     {"top", "bottom"},
                                                                     {"Top", "Bottom"},
                                                                     {"l", "r"},
                                                                     {"L", "R"}}};
  for (const auto& side : kSides)
    for (const std::size_t k : {0U, 1U}) {
      const std::string from = side[k];
      const std::size_t at = name.rfind(from), end = at + from.size();
      if (at == std::string::npos) continue;
      const bool isWord =
          (at == 0 || !isLetter(name[at - 1])) && (end == name.size() || !isLetter(name[end]));
      const bool isMeant = from.size() > 1 || (end == name.size() && at > 1);  // "finger_l", not "l"
      if (isWord && isMeant) return name.substr(0, at) + side[1 - k] + name.substr(end);
    }
  return name;
}

bool isCopied(ElementKind kind) {
  return kind != ElementKind::parameter && kind != ElementKind::material;
}

class NamesOf {
 public:
  explicit NamesOf(const IdSet& ids) : ids_(ids) {}
  void reference(std::string& id) { found = found || ids_.count(id) > 0; }
  void expression(std::string&) {}
  bool found = false;

 private:
  const IdSet& ids_;
};

// Other bodies that touch an original by name touch its copy as well.
void touchCopies(Mechanism& mechanism, const ImageIds& ids) {
  IdSet copies;
  for (const auto& [id, copy] : ids) copies.insert(copy);
  for (Body& body : mechanism.bodies) {
    if (!body.touched || copies.count(body.id) > 0) continue;
    const std::vector<std::string> named = *body.touched;
    for (const std::string& id : named)
      if (const auto copy = ids.find(id); copy != ids.end() && ids.count(body.id) == 0)
        body.touched->push_back(copy->second);
  }
}

}  // namespace

std::vector<ElementId> withConnections(const Mechanism& mechanism, const std::vector<ElementId>& elements) {
  std::vector<ElementId> all = elements;
  IdSet ids;
  for (const ElementId& element : elements)
    if (isCopied(element.kind)) ids.insert(element.id);
  const auto hangs = [](ElementKind kind) {
    return isCopied(kind) && kind != ElementKind::body && kind != ElementKind::picture;
  };
  for (bool grows = true; grows;) {
    grows = false;
    visitLists(mechanism, [&](ElementKind kind, const char*, const auto& list) {
      if (!hangs(kind)) return;
      for (auto element : list) {
        NamesOf names(ids);
        visitReferences(element, names);
        if (!names.found || !ids.insert(element.id).second) continue;
        all.push_back({kind, element.id});
        grows = true;
      }
    });
  }
  return all;
}

std::vector<ElementId> copyElements(Mechanism& mechanism, const std::string& caseId,
                                    const std::vector<ElementId>& elements, const CopyMotion& motion,
                                    bool alike) {
  ImageIds ids;
  LinkedCopy link;
  std::vector<ElementId> copies;
  Mechanism taken = mechanism;  // with the ids that the copies get
  for (const ElementId& element : listElements(mechanism)) {
    if (!isCopied(element.kind) || std::ranges::find(elements, element) == elements.end()) continue;
    const std::string other = motion.mirrored ? changeSideOf(element.id) : element.id;
    const bool isFree = other != element.id && explainId(taken, other).empty();
    copies.push_back({element.kind, isFree ? other : makeId(taken, element.id)});
    ids.emplace(element.id, copies.back().id);
    taken.parameters.emplace_back().id = copies.back().id;
    CopyPair pair;
    pair.of = element.id;
    pair.copy = copies.back().id;
    if (element.kind != ElementKind::picture) link.pairs.push_back(pair);
  }
  Mechanism images = makeImages(mechanism, caseId, ids, motion);
  images.parameters.clear();
  visitLists(images, [&](ElementKind kind, const char*, auto& list) {
    for (auto& image : list)
      if (motion.mirrored) image.name = changeSideOf(image.name);
    visitLists(mechanism, [&](ElementKind other, const char*, auto& into) {
      if constexpr (std::is_same_v<std::decay_t<decltype(list)>, std::decay_t<decltype(into)>>)
        if (kind == other) into.insert(into.end(), list.begin(), list.end());
    });
  });
  touchCopies(mechanism, ids);
  if (!alike || link.pairs.empty()) return copies;
  link.mirrored = motion.mirrored;
  link.about = {makeTidy(motion.motion.about.x), makeTidy(motion.motion.about.y)};
  link.angle = motion.motion.angle;
  link.shift = {motion.motion.dx, motion.motion.dy};
  mechanism.linkedCopies.push_back(std::move(link));
  return copies;
}

}  // namespace clank
