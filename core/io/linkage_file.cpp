// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/linkage_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>
#include <cmath>
#include <set>
#include <sstream>

#include "core/io/number_text.h"
#include "core/io/xml_lines.h"

namespace clank {

namespace {

using Tree = boost::property_tree::ptree;

// What an inch of the program's display is in units of the file and in millimetres.
constexpr double kUnitsPerInch = 96;
constexpr double kMillimetresPerInch = 25.4;
constexpr double kOldMillimetresPerInch = 24.5;  // of its early versions
constexpr double kWhole = 1e-4;                  // mm: files have six digits behind the point
constexpr unsigned kDrawingLayer = 1;
constexpr std::size_t kDeepestTags = 100;  // of tags; Linkage writes three

bool isTrue(const Tree& node, const char* key) {
  return node.get(fmt::format("<xmlattr>.{}", key), "") == "true";
}

Result<double> readNumberOf(const Tree& node, const std::string& part, const char* key) {
  const std::string text = node.get(fmt::format("<xmlattr>.{}", key), "0");
  const auto number = readNumber(text);
  if (!number) return failure(fmt::format("{}: {} '{}' is no number", part, key, text));
  return *number;
}

std::optional<int> toLinkageId(const std::string& text) {
  const auto number = readNumber(text);
  if (!number || *number != std::floor(*number) || std::abs(*number) > 1e6) return std::nullopt;
  return static_cast<int>(*number);
}
Result<int> readId(const Tree& node, const char* what) {
  const std::string text = node.get("<xmlattr>.id", "");
  if (const auto id = toLinkageId(text)) return *id;
  return failure(fmt::format("a {} has the id '{}'; it must be a whole number", what, text));
}

bool isDrawing(const Tree& node) {
  const auto layer = readNumber(node.get("<xmlattr>.layer", "0"));
  return isTrue(node, "measurementelement") || (layer && *layer == kDrawingLayer);
}

// What connectors and links have that is read here, or is only of the picture.
constexpr std::string_view kKnownAttributes[] = {
    "id",     "name",     "layer",        "x",          "y",        "anchor",
    "input",  "draw",     "rpm",          "slider",     "throw",    "slideradius",
    "fasten", "cpm",      "alwaysmanual", "fastenlink", "actuator", "fastenconnector",
    "gear",   "selected", "drawcircle",   "color",      "linesize", "measurementelement",
    "solid",  "locked"};

constexpr std::string_view kKnownTags[] = {"program",  "connector", "Link",      "link",        "element",
                                           "selected", "ratios",    "<xmlattr>", "<xmlcomment>"};

std::vector<std::string> listUnknownAttributes(const Tree& node) {
  std::vector<std::string> unknown;
  if (const auto attributes = node.get_child_optional("<xmlattr>"))
    for (const auto& [key, value] : *attributes)
      if (std::ranges::find(kKnownAttributes, key) == std::end(kKnownAttributes) && !value.data().empty() &&
          value.data() != "false" && readNumber(value.data()).value_or(1) != 0)
        unknown.push_back(key);
  return unknown;
}

// Old files have "fasten" where new ones have "fastenlink".
Result<LinkageFastening> readFastening(const Tree& node, const std::string& part) {
  LinkageFastening fastening;
  for (const char* key : {"fasten", "fastenlink", "fastenconnector"}) {
    const std::string text = node.get(fmt::format("<xmlattr>.{}", key), "");
    if (text.empty()) continue;
    const auto id = toLinkageId(text);
    if (!id) return failure(fmt::format("{}: {} '{}' is no whole number", part, key, text));
    (std::string_view(key) == "fastenconnector" ? fastening.connector : fastening.link) = *id;
  }
  return fastening;
}

class LinkageFileReader {
 public:
  explicit LinkageFileReader(std::string_view xml) : xml_(xml) {}

  Result<LinkageFile> read(const Tree& root) {
    readUnit(root);
    readScale(root);
    if (auto read = readChildren(root, {"connector"}, &LinkageFileReader::addConnector); !read)
      return tl::unexpected(read.error());
    findFreeLinkId(root);
    if (auto read = readChildren(root, {"Link", "link", "element"}, &LinkageFileReader::addLink); !read)
      return tl::unexpected(read.error());
    if (auto read = readChildren(root, {"ratios"}, &LinkageFileReader::addRatios); !read)
      return tl::unexpected(read.error());
    for (const auto& [tag, node] : root)
      if (std::ranges::find(kKnownTags, tag) == std::end(kKnownTags))
        note(fmt::format("what the file has as <{}> is not known: left out", tag));
    return std::move(file_);
  }

 private:
  void note(std::string text) { file_.notes.push_back(std::move(text)); }

  // An error gives the line of the child.
  Result<void> readChildren(const Tree& root, std::initializer_list<std::string_view> tags,
                            Result<void> (LinkageFileReader::*add)(const Tree&)) {
    std::size_t index = 0;
    for (const auto& [tag, node] : root) {
      if (std::ranges::find(tags, tag) != tags.end())
        if (auto added = (this->*add)(node); !added)
          return failure(added.error().front().what, fmt::format("line {}", findXmlLine(xml_, index)));
      if (tag != "<xmlattr>" && tag != "<xmlcomment>") ++index;
    }
    return {};
  }

  void tellUnknown(const Tree& node, const std::string& part) {
    for (const std::string& key : listUnknownAttributes(node))
      note(fmt::format("{}: what the file has as '{}' is not known: left out", part, key));
  }

  void readUnit(const Tree& root) {
    const std::string units = root.get("program.<xmlattr>.units", "Millimeters");
    const bool inches = units == "Inches" || units == "Inch";
    const bool old = !inches && isOfEarlyVersion(root);
    file_.unit = (old ? kOldMillimetresPerInch : kMillimetresPerInch) / kUnitsPerInch / 1000;
    note(inches ? "lengths as Linkage shows them in inches: 96 units of the file each"
         : old
             ? "lengths in millimetres, 24.5 for 96 units of the file, as early versions of Linkage show "
               "them: "
               "most coordinates are whole millimetres so, but not with 25.4"
             : "lengths in millimetres, 25.4 for 96 units of the file; early versions of Linkage show 24.5");
  }

  // The file does not tell the version that has written it. People draw in whole millimetres, which the file
  // has as multiples of 96/25.4, or of 96/24.5 when an early version has counted.
  static bool isOfEarlyVersion(const Tree& root) {
    std::size_t all = 0, whole = 0, wholeInOld = 0;
    const auto isWhole = [](double millimetres) {
      return std::abs(millimetres - std::round(millimetres)) < kWhole;
    };
    for (const auto& [tag, node] : root) {
      if (tag != "connector") continue;
      for (const char* key : {"<xmlattr>.x", "<xmlattr>.y"}) {
        const auto at = readNumber(node.get(key, "0"));
        if (!at || *at == std::round(*at)) continue;  // on the screen's own grid
        ++all;
        whole += isWhole(*at * kMillimetresPerInch / kUnitsPerInch) ? 1 : 0;
        wholeInOld += isWhole(*at * kOldMillimetresPerInch / kUnitsPerInch) ? 1 : 0;
      }
    }
    return wholeInOld > whole && 2 * wholeInOld > all;
  }

  void readScale(const Tree& root) {
    const std::string text = root.get("program.<xmlattr>.scalefactor", "1");
    if (readNumber(text).value_or(1) != 1)
      note(
          fmt::format("the scale factor {} of the drawing is left out: lengths are those of the file", text));
  }

  void findFreeLinkId(const Tree& root) {
    for (const auto& [tag, node] : root)
      if (tag != "connector")
        if (const auto id = readId(node, "link")) freeLinkId_ = std::max(freeLinkId_, *id + 1);
  }

  Result<void> addConnector(const Tree& node) {
    const auto id = readId(node, "connector");
    if (!id) return tl::unexpected(id.error());
    const std::string part = fmt::format("connector {}", *id);
    const auto x = readNumberOf(node, part, "x"), y = readNumberOf(node, part, "y"),
               rpm = readNumberOf(node, part, "rpm"), bend = readNumberOf(node, part, "slideradius");
    for (const auto* number : {&x, &y, &rpm, &bend})
      if (!*number) return tl::unexpected(number->error());
    const auto fastening = readFastening(node, part);
    if (!fastening) return tl::unexpected(fastening.error());
    LinkageConnector connector;
    connector.id = *id;
    connector.name = node.get("<xmlattr>.name", "");
    connector.at = {*x * file_.unit, *y * file_.unit};
    connector.anchor = isTrue(node, "anchor");
    connector.input = isTrue(node, "input");
    connector.draws = isTrue(node, "draw");
    connector.slides = isTrue(node, "slider");
    connector.byHand = isTrue(node, "alwaysmanual");
    connector.drawn = isDrawing(node);
    connector.rpm = *rpm;
    connector.bend = *bend * file_.unit;
    connector.fastening = *fastening;
    if (!connector.drawn) tellUnknown(node, part);
    for (const auto& [tag, child] : node) {
      if (tag != "slidelimit") continue;
      const auto limit = readId(child, "slide limit");
      if (!limit) return tl::unexpected(limit.error());
      connector.limits.push_back(*limit);
    }
    if (!file_.connectors.emplace(*id, connector).second)
      return failure(fmt::format("there are two connectors {}", *id));
    return {};
  }

  Result<void> addLink(const Tree& node) {
    const auto id = readId(node, "link");
    if (!id) return tl::unexpected(id.error());
    LinkageLink link;
    link.id = *id;
    link.name = node.get("<xmlattr>.name", "");
    if (!linkIds_.insert(*id).second) {
      link.id = freeLinkId_++;
      note(fmt::format("there are two links {}: one becomes link {}", *id, link.id));
    }
    link.gear = isTrue(node, "gear");
    link.byHand = isTrue(node, "alwaysmanual");
    link.drawn = isDrawing(node);
    if (auto added = addConnectorsTo(link, node, *id); !added) return added;
    const auto fastening = readFastening(node, link.title());
    if (!fastening) return tl::unexpected(fastening.error());
    link.fastening = *fastening;
    if (!link.drawn) tellUnknown(node, link.title());
    if (isTrue(node, "actuator")) {
      const auto actuator = readActuator(node, link.title());
      if (!actuator) return tl::unexpected(actuator.error());
      link.actuator = *actuator;
    }
    file_.links.push_back(std::move(link));
    return {};
  }

  Result<void> addConnectorsTo(LinkageLink& link, const Tree& node, int idInFile) {
    for (const auto& [tag, child] : node) {
      if (tag != "connector" && tag != "fastenconnector") continue;
      const auto connector = readId(child, "connector of a link");
      if (!connector) return tl::unexpected(connector.error());
      const auto found = file_.connectors.find(*connector);
      if (found == file_.connectors.end())
        return failure(fmt::format("link {}: there is no connector {}", idInFile, *connector));
      auto& list = tag == "connector" ? link.connectors : link.carried;
      if (std::ranges::find(list, *connector) == list.end()) list.push_back(*connector);
      if (tag == "connector") link.drawn = link.drawn || found->second.drawn;
    }
    return {};
  }

  Result<LinkageActuator> readActuator(const Tree& node, const std::string& part) {
    LinkageActuator actuator;
    if (!node.get("<xmlattr>.throw", "").empty()) {
      const auto reach = readNumberOf(node, part, "throw");
      if (!reach) return tl::unexpected(reach.error());
      actuator.reach = *reach * file_.unit;
    }
    if (!node.get("<xmlattr>.cpm", "").empty()) {
      const auto cycles = readNumberOf(node, part, "cpm");
      if (!cycles) return tl::unexpected(cycles.error());
      actuator.cycles = *cycles;
    }
    return actuator;
  }

  Result<void> addRatios(const Tree& node) {
    for (const auto& [tag, child] : node) {
      if (tag != "ratio") continue;
      LinkageRatio ratio;
      ratio.chain = child.get("<xmlattr>.type", "") != "gears";
      ratio.sizeIsRadius = ratio.chain && isTrue(child, "sizeassize");
      for (const auto& [wheelTag, wheel] : child) {
        if (wheelTag != "link") continue;
        const auto id = readId(wheel, "wheel");
        if (!id) return tl::unexpected(id.error());
        const auto size = readNumberOf(wheel, fmt::format("wheel {}", *id), "size");
        if (!size) return tl::unexpected(size.error());
        ratio.wheels.push_back({*id, *size * (ratio.sizeIsRadius ? file_.unit : 1)});
      }
      file_.ratios.push_back(std::move(ratio));
    }
    return {};
  }

  std::string_view xml_;
  std::set<int> linkIds_;
  int freeLinkId_ = 0;  // above those of the file
  LinkageFile file_;
};

}  // namespace

std::string LinkageLink::title() const {
  return name.empty() ? fmt::format("link {}", id) : name;
}

const LinkageLink* LinkageFile::findLink(int id) const {
  const auto found = std::ranges::find(links, id, &LinkageLink::id);
  return found == links.end() ? nullptr : &*found;
}

Result<LinkageFile> readLinkageFile(std::string_view xml) {
  if (const auto at = findTooDeep(xml, kDeepestTags))
    return failure(fmt::format("tags nest deeper than {}: this is no file of Linkage", kDeepestTags),
                   fmt::format("line {}", countXmlLines(xml, *at)));
  Tree tree;
  try {
    std::istringstream in{std::string(xml)};
    boost::property_tree::read_xml(in, tree, boost::property_tree::xml_parser::trim_whitespace);
  } catch (const boost::property_tree::xml_parser_error& error) {
    return failure("this is no XML: " + error.message(), fmt::format("line {}", error.line()));
  }
  const auto root = tree.get_child_optional("linkage2");
  if (!root) return failure("this is no file of Linkage: it does not begin with <linkage2>", "line 1");
  return LinkageFileReader(xml).read(*root);
}

}  // namespace clank
