// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/import_linkage.h"

#include <fmt/format.h>

#include <algorithm>
#include <numbers>

#include "core/io/linkage_model.h"
#include "core/io/number_text.h"

namespace clank {

namespace {

class LinkageImport {
 public:
  explicit LinkageImport(LinkageModel& model) : model_(model) {}

  Result<void> run() {
    for (const std::string& text : model_.file.notes) model_.note(text);
    findRoles(model_);
    makeBodies();
    for (const LinkageLink& link : model_.file.links) fastenLink(link);
    findPlaces();
    for (const auto& [id, connector] : model_.file.connectors) makeJoints(connector);
    for (const LinkageLink& link : model_.file.links)
      if (model_.role(link) == LinkageRole::telescope) makeTelescope(model_, link);
    makeRatios(model_);
    if (model_.updMechanism().bodies.empty())
      return failure("the file has no links with two connectors and no gears");
    for (const auto& [id, connector] : model_.file.connectors) tellUnused(connector);
    if (model_.slowest > 0) model_.updMechanism().simulation.duration = model_.slowest;
    model_.note("Linkage knows no masses: links are rods of steel, 1 cm2 thick");
    return {};
  }

 private:
  void makeBodies() {
    for (const LinkageLink& link : model_.file.links) {
      const LinkageRole role = model_.role(link);
      if (role == LinkageRole::frame) model_.bodies[link.id] = makeFramePlace();
      if (role == LinkageRole::body) makeBody(link);
      if (role == LinkageRole::wheel) makeWheel(model_, link);
      if (role == LinkageRole::cylinder) makeCylinder(model_, link);
    }
  }

  void makeBody(const LinkageLink& link) {
    std::vector<Spot> spots;
    for (const int id : link.connectors) spots.push_back(model_.connector(id).at);
    DrawnLink drawn = makeDrawnLink(makeLinkageId("link", link.id), link.name, std::move(spots));
    model_.updMechanism().bodies.push_back(std::move(drawn.body));
    model_.bodies[link.id] = drawn.place;
  }

  // Linkage moves what is fastened to a link with it; of what is fastened to connectors only gears at anchors
  // are held.
  void fastenLink(const LinkageLink& link) {
    const auto body = model_.bodies.find(link.id);
    if (body == model_.bodies.end()) return;
    if (const auto to = link.fastening.link) {
      const auto target = model_.bodies.find(*to);
      if (target == model_.bodies.end())
        model_.note(fmt::format("{} is fastened to link {}, which is no part: left out, it is free",
                                link.title(), *to));
      else
        weld(link, target->second, body->second, "");
    }
    if (const auto to = link.fastening.connector) {
      const auto target = model_.file.connectors.find(*to);
      if (link.gear && target != model_.file.connectors.end() && target->second.anchor) {
        weld(link, makeFramePlace(), body->second, "_frame");
        model_.told.insert(*to);
      } else {
        model_.note(
            fmt::format("{} is fastened to connector {}, which does not hold it in Linkage: it is free",
                        link.title(), *to));
      }
    }
  }

  void weld(const LinkageLink& link, const LinkPlace& to, const LinkPlace& body, const char* ending) {
    if (model_.areOne(to.body, body.body)) return;  // two that are fastened to each other
    model_.makeOne(to.body, body.body);
    if (body.body == kFrame) {  // what it is fastened to stands still with it
      model_.updMechanism().joints.push_back(
          makeDrawnJoint(makeLinkageId("weld", link.id) + ending, Weld{}, body, to, to.origin));
      return;
    }
    model_.updMechanism().joints.push_back(makeDrawnJoint(makeLinkageId("weld", link.id) + ending, Weld{}, to,
                                                          body, model_.connector(link.connectors[0]).at));
  }

  void findPlaces() {
    for (const LinkageLink& link : model_.file.links) {
      const auto body = model_.bodies.find(link.id);
      if (body == model_.bodies.end()) {
        if (model_.role(link) == LinkageRole::nothing && !link.drawn) findCarrier(link);
        continue;
      }
      if (const auto rod = model_.rods.find(link.id); rod != model_.rods.end()) {
        addPlace(link.connectors[0], body->second);
        addPlace(link.connectors[1], rod->second);
      } else {
        for (const int id : link.connectors) addPlace(id, body->second);
      }
      for (const int id : link.carried) carry(id, link);
    }
    for (const auto& [id, connector] : model_.file.connectors) {
      if (connector.drawn) continue;
      if (const auto to = connector.fastening.link) carryBy(id, *to);
      if (const auto to = connector.fastening.connector)
        model_.note(fmt::format("connector {} is fastened to connector {}: left out, it is free", id, *to));
    }
  }

  // A connector alone is written as a link of one, which may be fastened.
  void findCarrier(const LinkageLink& link) {
    for (const int id : link.connectors) {
      if (link.fastening.link) carryBy(id, *link.fastening.link);
      if (link.fastening.connector)
        model_.note(fmt::format("connector {} is fastened to connector {}: left out, it is free", id,
                                *link.fastening.connector));
    }
    for (const int id : link.carried)
      if (!model_.connector(id).drawn)
        model_.note(fmt::format("connector {} is fastened to {}, which is no part: left out, it is free", id,
                                link.title()));
  }
  void carryBy(int connector, int link) {
    const LinkageLink* to = model_.file.findLink(link);
    if (to && model_.bodies.contains(to->id)) return carry(connector, *to);
    model_.told.insert(connector);
    model_.note(fmt::format("connector {} is fastened to link {}, which is no part: left out, it is free",
                            connector, link));
  }
  void carry(int connector, const LinkageLink& link) {
    if (model_.connector(connector).drawn) return;
    if (model_.connector(connector).anchor)
      return model_.note(
          fmt::format("connector {} is fastened to {}, but is an anchor: it stays", connector, link.title()));
    addPlace(connector, model_.bodies.at(link.id));
  }

  // Of bodies that are fastened to each other one is enough.
  void addPlace(int connector, const LinkPlace& place) {
    auto& places = model_.places[connector];
    const auto isThere = [&](const LinkPlace& other) { return model_.areOne(other.body, place.body); };
    if (std::ranges::none_of(places, isThere)) places.push_back(place);
  }

  void makeJoints(const LinkageConnector& at) {
    if (at.drawn) return;
    const std::vector<LinkPlace>& places = model_.places[at.id];
    // One over which a link slides is at no body of its own.
    if (at.anchor && at.slides) makeSlide(model_, at, makeFramePlace());
    if (at.input && !at.anchor) model_.note(fmt::format("input {} is no anchor: it does not drive", at.id));
    if (places.empty()) return;
    makePins(at, places);
    if (at.slides && !at.anchor) makeSlide(model_, at, places[0]);
    if (at.draws) addTrace(at, places[0]);
  }

  void makePins(const LinkageConnector& at, const std::vector<LinkPlace>& places) {
    bool drives = false;
    for (std::size_t i = at.anchor ? 0 : 1; i < places.size(); ++i) {
      const LinkPlace base = at.anchor ? makeFramePlace() : places[0];
      if (model_.areOne(base.body, places[i].body)) continue;  // fastened to the frame
      Joint joint = makeDrawnJoint(
          makeLinkageId("pin", at.id) + (i < 2 && !(at.anchor && i == 1) ? "" : fmt::format("_{}", i + 1)),
          Revolute{}, base, places[i], at.at);
      joint.name = at.name;
      if (at.anchor && at.input) addDrive(at, joint.id, i);
      drives = true;
      model_.updMechanism().joints.push_back(std::move(joint));
    }
    if (at.anchor && at.input && !drives) model_.note(fmt::format("input {} turns nothing: left out", at.id));
  }

  void addTrace(const LinkageConnector& at, const LinkPlace& place) {
    if (model_.areOne(place.body, kFrame)) return;
    Trace trace;
    trace.id = makeLinkageId("trace", at.id);
    trace.name = at.name;
    trace.b = place.body;
    trace.atB = toMillimetres(place.toLocal(at.at));
    model_.updMechanism().traces.push_back(trace);
  }

  // A connector alone, on no part: nothing there moves.
  void tellUnused(const LinkageConnector& at) {
    if (!model_.places[at.id].empty() || model_.told.contains(at.id) || (at.anchor && at.slides) ||
        isEndOfSlide(at.id))
      return;
    model_.note(fmt::format("connector {} is on no link with two connectors: left out", at.id));
  }
  bool isEndOfSlide(int id) const {
    return std::ranges::any_of(model_.file.connectors, [&](const auto& other) {
      return std::ranges::find(other.second.limits, id) != other.second.limits.end();
    });
  }

  void addDrive(const LinkageConnector& at, const std::string& joint, std::size_t index) {
    Drive drive;
    drive.id = makeLinkageId("input", at.id) + (index == 0 ? "" : fmt::format("_{}", index + 1));
    drive.joint = joint;
    ConstantSpeed motion;
    motion.speed.value = -at.rpm * 2 * std::numbers::pi / 60;
    motion.speed.text = toShortestText(-at.rpm) + " rpm";
    drive.kind = motion;
    model_.updMechanism().drives.push_back(drive);
    if (at.rpm != 0) model_.slowest = std::max(model_.slowest, 60 / std::abs(at.rpm));
    if (at.byHand)
      model_.note(fmt::format("input {} is turned by hand in Linkage: it turns with its speed", at.id));
  }

  LinkageModel& model_;
};

}  // namespace

Result<ImportedMechanism> importLinkage(std::string_view xml) {
  const auto file = readLinkageFile(xml);
  if (!file) return tl::unexpected(file.error());
  LinkageModel model(*file);
  if (auto made = LinkageImport(model).run(); !made) return tl::unexpected(made.error());
  return std::move(model.imported);
}

}  // namespace clank
