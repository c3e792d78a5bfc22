// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/dxf_shape.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

#include "core/io/dxf_join.h"
#include "core/io/dxf_region.h"

namespace clank {
namespace {

constexpr double kNearEnd = 0.02;   // of the size of the drawing: ends that near may be meant to meet
constexpr std::size_t kListed = 5;  // at most, in a message

std::string countOf(std::size_t count, const char* one, const char* many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

std::string listWords(const std::vector<std::string>& words) {
  std::string list;
  for (std::size_t i = 0; i < std::min(words.size(), kListed); ++i) list += (i > 0 ? ", " : "") + words[i];
  if (words.size() > kListed) list += fmt::format(" and {} more", words.size() - kListed);
  return list;
}

// A closed chain of arcs about one center: drawing programs write circles as polylines, too.
std::optional<DxfCircle> asCircle(const DxfChain& chain, double same) {
  if (!chain.closed || chain.vertices.size() < 2 || chain.off > 0) return std::nullopt;
  double swept = 0;
  std::optional<DxfArc> first;
  for (std::size_t i = 0; i < chain.vertices.size(); ++i) {
    const DxfVertex &a = chain.vertices[i], &b = chain.vertices[(i + 1) % chain.vertices.size()];
    if (a.bulge == 0) return std::nullopt;
    const DxfArc arc = findArc(a.at, b.at, a.bulge);
    if (!first) first = arc;
    const Corner off = arc.center - first->center;
    if (std::hypot(off.x, off.y) > same || std::abs(arc.radius - first->radius) > same) return std::nullopt;
    swept += arc.sweep;
  }
  if (std::abs(std::abs(swept) - 2 * std::numbers::pi) > 1e-3) return std::nullopt;
  return DxfCircle{chain.layer, first->center, first->radius};
}

// The lines of some layers, joined, and the circles there.
struct Sorted {
  std::vector<DxfChain> outlines, open;
  std::vector<DxfCircle> circles;
  JoinedChains joined;  // without its chains
  std::size_t count() const { return outlines.size() + open.size() + circles.size(); }
};

template <class Wanted>
Sorted sortShapes(const DxfGeometry& geometry, const Wanted& wanted) {
  Sorted sorted;
  std::vector<DxfChain> pieces;
  for (const DxfChain& chain : geometry.chains)
    if (wanted(chain.layer)) pieces.push_back(chain);
  for (const DxfCircle& circle : geometry.circles)
    if (wanted(circle.layer)) sorted.circles.push_back(circle);
  sorted.joined = joinChains(std::move(pieces));
  for (DxfChain& chain : sorted.joined.chains) {
    if (const auto circle = asCircle(chain, sorted.joined.tolerance))
      sorted.circles.push_back(*circle);
    else
      (chain.closed ? sorted.outlines : sorted.open).push_back(std::move(chain));
  }
  sorted.joined.chains.clear();
  return sorted;
}

// Ends of lines that stay open, and how far the nearest other end is.
struct Gap {
  Corner from, to;
  double width = std::numeric_limits<double>::infinity();  // m
};

std::vector<Corner> listEnds(const DxfChain& chain) {
  return {chain.vertices.front().at, chain.vertices.back().at};
}

// Of each end of one of the chains, in their order, to the nearest other end: a line that is straight is not
// closed by itself.
std::vector<Gap> listGaps(const std::vector<DxfChain>& open) {
  std::vector<Corner> ends;
  for (const DxfChain& chain : open)
    for (const Corner& end : listEnds(chain)) ends.push_back(end);
  std::vector<std::size_t> order(ends.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return ends[a].x != ends[b].x ? ends[a].x < ends[b].x : a < b;
  });
  std::vector<Gap> gaps(ends.size());
  const auto take = [&](std::size_t i, std::size_t k) {
    const double width = std::hypot(ends[i].x - ends[k].x, ends[i].y - ends[k].y);
    const bool straight = k / 2 == i / 2 && countEdges(open[i / 2]) < 2;
    if (!straight && width < gaps[i].width) gaps[i] = {ends[i], ends[k], width};
    return std::abs(ends[i].x - ends[k].x) <= gaps[i].width;  // may there be nearer ones beyond?
  };
  for (std::size_t n = 0; n < order.size(); ++n) {
    for (std::size_t m = n + 1; m < order.size() && take(order[n], order[m]);) ++m;
    for (std::size_t m = n; m > 0 && take(order[n], order[m - 1]);) --m;
  }
  return gaps;
}

class Chooser {
 public:
  Chooser(const DxfGeometry& geometry, bool needsClosed, const std::string& part)
      : geometry_(geometry), needsClosed_(needsClosed), part_(part) {}
  Result<ChosenShape> choose(std::vector<std::string> layers);

 private:
  bool isShape(const DxfLayer& layer) const {
    return layer.outlines + layer.circles + (needsClosed_ ? 0 : layer.open) > 0;
  }
  const char* wantedWords() const {
    return needsClosed_ ? "closed outline or circle" : "line, arc or circle";
  }
  std::string at(Corner p) const {
    return fmt::format("({:.6g}, {:.6g})", p.x / geometry_.unit + 0.0, p.y / geometry_.unit + 0.0);
  }
  std::string length(double metres) const {
    return fmt::format("{:.3g} {}", metres / geometry_.unit, geometry_.unitName);
  }
  Problems findLayers(std::vector<std::string>& layers) const;
  Problems checkLines() const;
  Problems refuseGap(const Gap& gap, std::size_t count) const;
  Problems refuseNone() const;
  Problems refuseMany(const std::vector<std::size_t>& outermost) const;
  Problems checkChosen(const DxfRegion& region) const;
  Problems takeLine(std::size_t index);
  void takeHoles(const DxfRegion& region);
  void noteJoined();
  void noteOthers(const DxfRegion& region);
  Problems readLayers(const std::vector<std::string>& layers);
  std::vector<std::size_t> listOutermost() const;
  Problems takeOpen(const DxfChain& line);
  Problems takeClosed(std::size_t index);

  const DxfGeometry& geometry_;
  const bool needsClosed_;
  const std::string& part_;
  std::string where_;  // "layer A"
  Sorted sorted_;
  std::vector<DxfRegion> regions_;  // of outlines, then of circles
  ChosenShape chosen_;
};

Problems Chooser::findLayers(std::vector<std::string>& layers) const {
  std::vector<std::string> all, seen, shapes, names;
  std::set<std::string> known;
  for (const DxfLayer& layer : listDxfLayers(geometry_)) {
    known.insert(layer.name);
    all.push_back(describe(layer));
    if (!layer.hidden.empty()) continue;
    seen.push_back(layer.name);
    if (!isShape(layer)) continue;
    shapes.push_back(describe(layer));
    names.push_back(layer.name);
  }
  for (const std::string& layer : layers)
    if (!known.contains(layer))
      return {{fmt::format("layer {} has no {} for \"{}\"; layers that hold lines: {}", layer, wantedWords(),
                           part_, all.empty() ? "none" : listWords(all)),
               ""}};
  if (!layers.empty()) return {};
  if (names.size() > 1)
    return {{fmt::format("shapes that may be meant for \"{}\" lie on {} layers: {}; name those that are "
                         "meant",
                         part_, names.size(), listWords(shapes)),
             ""}};
  if (seen.empty() && !all.empty())
    return {{fmt::format("all layers that hold lines are off or frozen: {}; name those that \"{}\" is to be "
                         "read from",
                         listWords(all), part_),
             ""}};
  if (names.empty() && seen.size() > 1)
    return {{fmt::format("none of the layers alone has a {} for \"{}\": {}; name all that the shape lies on",
                         wantedWords(), part_, listWords(all)),
             ""}};
  layers = names.empty() ? seen : names;
  return {};
}

Problems Chooser::checkLines() const {
  const JoinedChains& joined = sorted_.joined;
  if (joined.branches.empty()) return {};
  return {{fmt::format("{}: three or more lines end at {}{}; an outline goes from line to line", where_,
                       at(joined.branches.front()),
                       joined.branches.size() > 1
                           ? fmt::format(", and {} more places are such", joined.branches.size() - 1)
                           : std::string()),
           ""}};
}

Problems Chooser::refuseGap(const Gap& gap, std::size_t count) const {
  return {{fmt::format(
               "{}: the outline is open between {} and {}, {} apart{}; ends less than {} apart would be one "
               "point",
               where_, at(gap.from), at(gap.to), length(gap.width),
               count > 2 ? fmt::format(", and at {} more ends", count - 2) : std::string(),
               length(sorted_.joined.tolerance)),
           ""}};
}

Problems Chooser::refuseNone() const {
  const std::vector<Gap> gaps = listGaps(sorted_.open);
  const auto least = std::min_element(gaps.begin(), gaps.end(),
                                      [](const Gap& a, const Gap& b) { return a.width < b.width; });
  if (least != gaps.end() && std::isfinite(least->width)) return refuseGap(*least, gaps.size());
  return {{fmt::format("{} has no {} for \"{}\"", where_, wantedWords(), part_), ""}};
}

Problems Chooser::refuseMany(const std::vector<std::size_t>& outermost) const {
  std::vector<std::string> places;
  for (const std::size_t i : outermost)
    places.push_back(fmt::format("{} about {}", i < sorted_.outlines.size() ? "an outline" : "a circle",
                                 at(regions_[i].middle())));
  if (!needsClosed_)
    for (const DxfChain& chain : sorted_.open)
      places.push_back("a line from " + at(chain.vertices.front().at));
  return {{fmt::format(
               "{} has {} shapes, none inside another, that may be meant for \"{}\": {}; name the layer that "
               "holds one alone",
               where_, places.size(), part_, listWords(places)),
           ""}};
}

// Lines that stay open, and lie around what was chosen or nearly meet, are an outline that does not close.
Problems Chooser::checkChosen(const DxfRegion& region) const {
  const std::vector<Gap> gaps = listGaps(sorted_.open);
  DxfBox box = findBox(sorted_.open.empty() ? DxfChain{} : sorted_.open.front());
  for (const DxfChain& chain : sorted_.open)
    for (const DxfVertex& vertex : chain.vertices) box.take(vertex.at);
  const double near = kNearEnd * std::max(region.size(), sorted_.open.empty() ? 0 : box.diagonal());
  for (std::size_t i = 0; i < sorted_.open.size(); ++i) {
    const DxfChain& chain = sorted_.open[i];
    const Gap& gap = gaps[2 * i].width < gaps[2 * i + 1].width ? gaps[2 * i] : gaps[2 * i + 1];
    const bool inside = std::all_of(chain.vertices.begin(), chain.vertices.end(),
                                    [&](const DxfVertex& vertex) { return region.holds(vertex.at); });
    if (!inside && std::isfinite(gap.width) && (countEdges(chain) > 1 || gap.width < near))
      return refuseGap(gap, 2);
  }
  return {};
}

Problems Chooser::takeLine(std::size_t index) {
  if (index >= sorted_.outlines.size()) {
    chosen_.line = sorted_.circles[index - sorted_.outlines.size()];
    return {};
  }
  const DxfChain& outline = sorted_.outlines[index];
  if (const auto place = findCrossing(flattenChain(outline).points, true))
    return {{fmt::format("{}: the outline crosses or touches itself at {}", where_, at(*place)), ""}};
  chosen_.line = outline;
  return {};
}

// One about each center.
void Chooser::takeHoles(const DxfRegion& region) {
  for (std::size_t i = 0; i < sorted_.circles.size(); ++i) {
    if (!region.holds(regions_[sorted_.outlines.size() + i])) continue;
    const DxfCircle& circle = sorted_.circles[i];
    const auto same = std::find_if(chosen_.holes.begin(), chosen_.holes.end(), [&](const DxfCircle& hole) {
      const Corner off = hole.center - circle.center;
      return std::hypot(off.x, off.y) <= kDxfGap * region.size();
    });
    if (same == chosen_.holes.end())
      chosen_.holes.push_back(circle);
    else
      same->radius = std::min(same->radius, circle.radius);
  }
}

void Chooser::noteJoined() {
  const JoinedChains& joined = sorted_.joined;
  if (joined.bridged > 0)
    chosen_.notes.push_back(
        fmt::format("{} closed, the widest {}; ends less than {} apart are one point",
                    countOf(static_cast<std::size_t>(joined.bridged), "gap was", "gaps were"),
                    length(joined.widest), length(joined.tolerance)));
  if (joined.doubled > 0)
    chosen_.notes.push_back(fmt::format("left out: {} drawn twice",
                                        countOf(static_cast<std::size_t>(joined.doubled), "line", "lines")));
}

// Of the drawing, beside what was chosen and its holes.
void Chooser::noteOthers(const DxfRegion& region) {
  std::size_t inner = 0;
  for (std::size_t i = 0; i < sorted_.outlines.size(); ++i) inner += region.holds(regions_[i]) ? 1 : 0;
  if (inner > 0)
    chosen_.notes.push_back(fmt::format("left out: {} inside the shape; a part is solid",
                                        countOf(inner, "closed outline", "closed outlines")));
  if (!sorted_.open.empty())
    chosen_.notes.push_back("left out: " +
                            countOf(sorted_.open.size(), "line that is open", "lines that are open"));
}

// The lines of the layers, and what they enclose.
Problems Chooser::readLayers(const std::vector<std::string>& layers) {
  where_ = layers.empty() ? "the drawing" : (layers.size() == 1 ? "layer " : "layers ") + listWords(layers);
  const auto on = [&](const std::string& layer) {
    return std::find(layers.begin(), layers.end(), layer) != layers.end();
  };
  sorted_ = sortShapes(geometry_, on);
  for (const DxfChain& outline : sorted_.outlines) regions_.emplace_back(outline);
  for (const DxfCircle& circle : sorted_.circles) regions_.emplace_back(circle);
  std::vector<std::string> others;
  for (const DxfLayer& layer : listDxfLayers(geometry_))
    if (!on(layer.name)) others.push_back(describe(layer));
  if (!others.empty()) chosen_.notes.push_back("left out: " + listWords(others));
  return checkLines();
}

std::vector<std::size_t> Chooser::listOutermost() const {
  std::vector<std::size_t> outermost;
  for (std::size_t i = 0; i < regions_.size(); ++i)
    if (std::none_of(regions_.begin(), regions_.end(),
                     [&](const DxfRegion& other) { return other.holds(regions_[i]); }))
      outermost.push_back(i);
  return outermost;
}

Problems Chooser::takeOpen(const DxfChain& line) {
  chosen_.line = line;
  if (const auto place = findCrossing(flattenChain(line).points, false))
    return {{fmt::format("{}: the line crosses or touches itself at {}", where_, at(*place)), ""}};
  return {};
}

Problems Chooser::takeClosed(std::size_t index) {
  const DxfRegion& region = regions_[index];
  if (Problems problems = checkChosen(region); !problems.empty()) return problems;
  takeHoles(region);
  noteOthers(region);
  return takeLine(index);
}

Result<ChosenShape> Chooser::choose(std::vector<std::string> layers) {
  Problems problems = findLayers(layers);
  if (problems.empty()) problems = readLayers(layers);
  if (!problems.empty()) return tl::unexpected(std::move(problems));
  const std::vector<std::size_t> outermost = listOutermost();
  const std::size_t count = outermost.size() + (needsClosed_ ? 0 : sorted_.open.size());
  if (count == 0) return tl::unexpected(refuseNone());
  if (count > 1) return tl::unexpected(refuseMany(outermost));
  noteJoined();
  problems = outermost.empty() ? takeOpen(sorted_.open.front()) : takeClosed(outermost.front());
  if (!problems.empty()) return tl::unexpected(std::move(problems));
  return std::move(chosen_);
}

}  // namespace

Result<ChosenShape> chooseShape(const DxfGeometry& geometry, const std::vector<std::string>& layers,
                                bool needsClosed, const std::string& part) {
  return Chooser(geometry, needsClosed, part).choose(layers);
}

std::vector<DxfLayer> listDxfLayers(const DxfGeometry& geometry) {
  std::set<std::string> names;
  for (const DxfChain& chain : geometry.chains) names.insert(chain.layer);
  for (const DxfCircle& circle : geometry.circles) names.insert(circle.layer);
  std::vector<DxfLayer> layers;
  for (const std::string& name : names) {
    const Sorted sorted = sortShapes(geometry, [&](const std::string& layer) { return layer == name; });
    if (sorted.count() == 0) continue;
    layers.push_back({name, static_cast<int>(sorted.outlines.size()), static_cast<int>(sorted.circles.size()),
                      static_cast<int>(sorted.open.size()), static_cast<int>(sorted.joined.branches.size())});
    if (const auto hidden = geometry.hidden.find(name); hidden != geometry.hidden.end())
      layers.back().hidden = hidden->second;
  }
  return layers;
}

std::string describe(const DxfLayer& layer) {
  std::vector<std::string> words;
  const auto add = [&](int count, const char* one, const char* many) {
    if (count > 0) words.push_back(countOf(static_cast<std::size_t>(count), one, many));
  };
  add(layer.outlines, "closed outline", "closed outlines");
  add(layer.circles, "circle", "circles");
  add(layer.open, "open line", "open lines");
  add(layer.branches, "branch", "branches");
  return fmt::format("{} ({}{})", layer.name, listWords(words),
                     layer.hidden.empty() ? "" : "; the layer is " + layer.hidden);
}

}  // namespace clank
