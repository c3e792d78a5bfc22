// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/dxf_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <optional>

#include "core/io/number_text.h"

namespace clank {
namespace {

constexpr double kSame = 1e-9;                            // m: ends that close are one
constexpr double kMostTurn = 5 * std::numbers::pi / 180;  // rad, of a piece of an arc in a polyline
constexpr double kDegree = std::numbers::pi / 180;

struct Group {
  int code = 0;
  std::string value;
  std::size_t line = 0;  // of the value, from 1
};

std::string_view trimBlanks(std::string_view text) {
  while (!text.empty() && (text.back() == ' ' || text.back() == '\r' || text.back() == '\t'))
    text.remove_suffix(1);
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  return text;
}

tl::unexpected<Problems> wrong(std::size_t line, std::string what) {
  return failure(std::move(what), fmt::format("line {}", line));
}

// Pairs of lines: a code, and its value.
Result<std::vector<Group>> readGroups(std::string_view text) {
  std::vector<Group> groups;
  std::size_t line = 0;
  const auto next = [&]() -> std::string_view {
    const auto end = std::min(text.find('\n'), text.size());
    const std::string_view whole = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    ++line;
    return trimBlanks(whole);
  };
  while (!text.empty()) {
    const std::string_view code = next();
    if (code.empty() && text.empty()) break;
    const auto number = readNumber(std::string(code));
    if (!number || *number != std::floor(*number) || std::abs(*number) > 2000)
      return wrong(line, fmt::format("\"{:.40}\" is no group code of a DXF file", code));
    if (text.empty()) return wrong(line, fmt::format("the file ends behind group code {}", code));
    groups.push_back({static_cast<int>(*number), std::string(next()), line});
  }
  return groups;
}

struct Vertex {
  Corner at;
  double bulge = 0;  // tan of a quarter of the angle that an arc to the next vertex turns
};

class DxfReader {
 public:
  explicit DxfReader(std::vector<Group> groups) : groups_(std::move(groups)) {}
  Result<DxfGeometry> read();

 private:
  bool atEntity() const { return next_ >= groups_.size() || groups_[next_].code == 0; }
  bool readUnit();
  bool skipTo(const char* section);
  bool readEntity();
  // Between two entities: the values of the codes, the last of each.
  std::map<int, Group> takeFields();
  std::optional<double> number(const std::map<int, Group>& fields, int code, bool needed);
  bool readLine();
  bool readRound(bool whole);
  bool readLight();
  bool readPolyline();
  void addPolyline(const std::string& layer, const std::vector<Vertex>& vertices, bool closed);
  void joinLines();
  bool refuse(std::size_t line, std::string what) {
    if (problems_.empty()) problems_ = {{std::move(what), fmt::format("line {}", line)}};
    return false;
  }
  std::size_t lineHere() const {
    return groups_.empty() ? 1 : groups_[std::min(next_, groups_.size() - 1)].line;
  }
  static std::string layerOf(const std::map<int, Group>& fields) {
    const auto found = fields.find(8);
    return found == fields.end() ? "0" : found->second.value;
  }

  std::vector<Group> groups_;
  std::size_t next_ = 0;
  double unit_ = 1e-3;  // m
  DxfGeometry made_;
  std::vector<DxfLine> pieces_;  // single lines that may join
  std::map<std::string, int> leftOut_;
  int curved_ = 0;
  std::string entity_;  // that is read
  std::size_t entityLine_ = 0;
  Problems problems_;
};

bool DxfReader::readUnit() {
  static const std::map<int, double> kUnits{{1, 0.0254}, {2, 0.3048}, {4, 1e-3}, {5, 1e-2}, {6, 1}};
  for (std::size_t i = 0; i + 1 < groups_.size(); ++i) {
    if (groups_[i].code != 9 || groups_[i].value != "$INSUNITS") continue;
    const int unit = static_cast<int>(readNumber(groups_[i + 1].value).value_or(-1));
    if (unit == 0) break;
    if (!kUnits.contains(unit))
      return refuse(groups_[i + 1].line,
                    fmt::format("$INSUNITS is {}: lengths in inches (1), feet (2), mm (4), cm (5) "
                                "or m (6) can be read",
                                groups_[i + 1].value));
    unit_ = kUnits.at(unit);
    return true;
  }
  made_.notes.emplace_back("the drawing names no unit; its lengths were taken as mm");
  return true;
}

bool DxfReader::skipTo(const char* section) {
  for (std::size_t i = 0; i + 1 < groups_.size(); ++i)
    if (groups_[i].code == 0 && groups_[i].value == "SECTION" && groups_[i + 1].code == 2 &&
        groups_[i + 1].value == section) {
      next_ = i + 2;
      return true;
    }
  return refuse(groups_.empty() ? 1 : groups_.back().line,
                fmt::format("there is no section {}: no DXF drawing", section));
}

std::map<int, Group> DxfReader::takeFields() {
  std::map<int, Group> fields;
  while (!atEntity()) {
    fields[groups_[next_].code] = groups_[next_];
    ++next_;
  }
  return fields;
}

std::optional<double> DxfReader::number(const std::map<int, Group>& fields, int code, bool needed) {
  const auto found = fields.find(code);
  if (found == fields.end()) {
    if (needed) refuse(entityLine_, fmt::format("{} has no group {}", entity_, code));
    return needed ? std::nullopt : std::optional(0.0);
  }
  const auto value = readNumber(found->second.value);
  if (!value)
    refuse(found->second.line, fmt::format("{}: \"{:.40}\" is no number", entity_, found->second.value));
  return value;
}

bool DxfReader::readLine() {
  const auto fields = takeFields();
  const auto x0 = number(fields, 10, true), y0 = number(fields, 20, true), x1 = number(fields, 11, true),
             y1 = number(fields, 21, true);
  if (!x0 || !y0 || !x1 || !y1) return false;
  pieces_.push_back({layerOf(fields), {{unit_ * *x0, unit_ * *y0}, {unit_ * *x1, unit_ * *y1}}, false});
  return true;
}

bool DxfReader::readRound(bool whole) {
  const auto fields = takeFields();
  const auto x = number(fields, 10, true), y = number(fields, 20, true), r = number(fields, 40, true),
             from = number(fields, 50, !whole), to = number(fields, 51, !whole);
  if (!x || !y || !r || !from || !to) return false;
  if (!(*r > 0)) return refuse(entityLine_, fmt::format("{} has the radius {:.6g}", entity_, *r));
  const double end = *to > *from ? *to : *to + 360;  // counter-clockwise
  made_.arcs.push_back({layerOf(fields),
                        {unit_ * *x, unit_ * *y},
                        unit_ * *r,
                        *from * kDegree,
                        whole ? 2 * std::numbers::pi : end * kDegree,
                        whole});
  return true;
}

// Coordinates come again and again.
bool DxfReader::readLight() {
  std::vector<Vertex> vertices;
  std::string layer = "0";
  bool closed = false;
  for (; !atEntity(); ++next_) {
    const Group& group = groups_[next_];
    if (group.code == 8) layer = group.value;
    if (group.code != 10 && group.code != 20 && group.code != 42 && group.code != 70) continue;
    const auto value = number({{group.code, group}}, group.code, true);
    if (!value) return false;
    if (group.code == 70) closed = (static_cast<int>(*value) & 1) != 0;
    if (group.code == 10) vertices.push_back({{unit_ * *value, NAN}, 0});
    if ((group.code == 20 || group.code == 42) && vertices.empty())
      return refuse(group.line, "LWPOLYLINE: group 20 or 42 before a group 10");
    if (group.code == 20) vertices.back().at.y = unit_ * *value;
    if (group.code == 42) vertices.back().bulge = *value;
  }
  for (const Vertex& vertex : vertices)
    if (std::isnan(vertex.at.y)) return refuse(entityLine_, "LWPOLYLINE has a point without a group 20");
  if (vertices.size() < 2) return refuse(entityLine_, "LWPOLYLINE has fewer than two points");
  addPolyline(layer, vertices, closed);
  return true;
}

bool DxfReader::readPolyline() {
  const std::size_t begun = entityLine_;
  const auto head = takeFields();
  const auto flags = number(head, 70, false);
  if (!flags) return false;
  std::vector<Vertex> vertices;
  while (next_ < groups_.size() && groups_[next_].value == "VERTEX") {
    entity_ = "VERTEX";
    entityLine_ = groups_[next_++].line;
    const auto fields = takeFields();
    const auto x = number(fields, 10, true), y = number(fields, 20, true), bulge = number(fields, 42, false);
    if (!x || !y || !bulge) return false;
    vertices.push_back({{unit_ * *x, unit_ * *y}, *bulge});
  }
  if (next_ >= groups_.size() || groups_[next_].value != "SEQEND")
    return refuse(lineHere(), "POLYLINE has no SEQEND at its end");
  ++next_;
  takeFields();
  if (vertices.size() < 2) return refuse(begun, "POLYLINE has fewer than two points");
  addPolyline(layerOf(head), vertices, (static_cast<int>(*flags) & 1) != 0);
  return true;
}

void DxfReader::addPolyline(const std::string& layer, const std::vector<Vertex>& vertices, bool closed) {
  DxfLine line{layer, {}, closed};
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    const Corner a = vertices[i].at, b = vertices[(i + 1) % vertices.size()].at;
    line.points.push_back(a);
    const double turn = 4 * std::atan(vertices[i].bulge);
    if (turn == 0 || (!closed && i + 1 == vertices.size())) continue;
    ++curved_;
    // The chord seen from the centre turns by `turn`: the centre lies left of it for a positive one.
    const double half = turn / 2, lean = 1 / std::tan(half);
    const Corner center{(a.x + b.x) / 2 - lean * (b.y - a.y) / 2, (a.y + b.y) / 2 + lean * (b.x - a.x) / 2};
    const int pieces = static_cast<int>(std::ceil(std::abs(turn) / kMostTurn));
    for (int k = 1; k < pieces; ++k) {
      const double angle = turn * k / pieces, c = std::cos(angle), s = std::sin(angle);
      const Corner r = a - center;
      line.points.push_back({center.x + c * r.x - s * r.y, center.y + s * r.x + c * r.y});
    }
  }
  made_.lines.push_back(std::move(line));
}

// Single lines that follow each other end to end on a layer; a chain that comes back to its start is closed.
void DxfReader::joinLines() {
  const auto meet = [](Corner a, Corner b) { return std::hypot(a.x - b.x, a.y - b.y) <= kSame; };
  while (!pieces_.empty()) {
    DxfLine chain = std::move(pieces_.front());
    pieces_.erase(pieces_.begin());
    while (!chain.closed) {
      const auto next = std::find_if(pieces_.begin(), pieces_.end(), [&](const DxfLine& piece) {
        return piece.layer == chain.layer &&
               (meet(piece.points[0], chain.points.back()) || meet(piece.points[1], chain.points.back()));
      });
      if (next == pieces_.end()) break;
      const Corner far = meet(next->points[0], chain.points.back()) ? next->points[1] : next->points[0];
      pieces_.erase(next);
      chain.closed = chain.points.size() > 2 && meet(far, chain.points.front());
      if (!chain.closed) chain.points.push_back(far);
    }
    made_.lines.push_back(std::move(chain));
  }
}

bool DxfReader::readEntity() {
  entity_ = groups_[next_].value;
  entityLine_ = groups_[next_].line;
  ++next_;
  if (entity_ == "LINE") return readLine();
  if (entity_ == "CIRCLE" || entity_ == "ARC") return readRound(entity_ == "CIRCLE");
  if (entity_ == "LWPOLYLINE") return readLight();
  if (entity_ == "POLYLINE") return readPolyline();
  takeFields();
  ++leftOut_[entity_];
  return true;
}

Result<DxfGeometry> DxfReader::read() {
  if (!readUnit() || !skipTo("ENTITIES")) return tl::unexpected(problems_);
  while (next_ < groups_.size() && groups_[next_].value != "ENDSEC") {
    if (groups_[next_].code != 0) {
      refuse(lineHere(), fmt::format("group {} where an entity should begin", groups_[next_].code));
      return tl::unexpected(problems_);
    }
    if (!readEntity()) return tl::unexpected(problems_);
  }
  if (next_ >= groups_.size())
    return wrong(lineHere(), "the section ENTITIES has no end: the file is not whole");
  joinLines();
  if (curved_ > 0)
    made_.notes.push_back(
        fmt::format("{} arcs within polylines became straight pieces of five degrees at most", curved_));
  for (const auto& [name, count] : leftOut_)
    made_.notes.push_back(fmt::format("left out: {} {}", count, name));
  return std::move(made_);
}

}  // namespace

Result<DxfGeometry> readDxf(std::string_view text) {
  auto groups = readGroups(text);
  if (!groups) return tl::unexpected(groups.error());
  return DxfReader(std::move(*groups)).read();
}

}  // namespace clank
