// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/named_point.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/model/law_names.h"
#include "core/model/mechanism.h"
#include "core/model/quantity_text.h"

namespace clank {

const std::vector<NamedPoint>& pointsOf(const Body& body) {
  static const std::vector<NamedPoint> none;
  return body.points ? *body.points : none;
}

const NamedPoint* findPoint(const Body& body, std::string_view id) {
  const auto& points = pointsOf(body);
  const auto found = std::find_if(points.begin(), points.end(), [&](const auto& p) { return p.id == id; });
  return found == points.end() ? nullptr : &*found;
}

std::string nameCoordinate(std::string_view body, std::string_view point, std::string_view coordinate) {
  return fmt::format("{}.{}.{}", body, point, coordinate);
}

std::optional<PointName> readPointName(const Point& place) {
  const std::string &x = place.x.text.str(), &y = place.y.text.str();
  if (x.size() != y.size() || !x.ends_with(".x") || !y.ends_with(".y")) return std::nullopt;
  const std::string_view path = std::string_view(x).substr(0, x.size() - 2);
  if (path != std::string_view(y).substr(0, y.size() - 2)) return std::nullopt;
  const std::size_t dot = path.find('.');
  if (dot == std::string_view::npos) return std::nullopt;
  const std::string_view body = path.substr(0, dot), point = path.substr(dot + 1);
  if (!isName(body) || !isName(point)) return std::nullopt;
  return PointName{std::string(body), std::string(point)};
}

Point makePlaceAt(std::string_view body, const NamedPoint& point) {
  Point place{point.at.x.value, point.at.y.value};
  place.x.text = nameCoordinate(body, point.id, "x");
  place.y.text = nameCoordinate(body, point.id, "y");
  return place;
}

std::string explainPointName(std::string_view body, std::string_view id) {
  if (id.empty()) return "a name is needed";
  if (!isName(id)) return fmt::format("'{}' is no name: a letter or _, then letters, digits or _", id);
  if (isBodySignal(id))
    return fmt::format("{}.{} is a channel of the body; the point needs another name, such as '{}1'", body,
                       id, id);
  return {};
}

std::string explainPointInLaw(const Mechanism& mechanism, const std::string& law) {
  for (const Body& body : mechanism.bodies)
    for (const NamedPoint& point : pointsOf(body))
      if (law.find(nameCoordinate(body.id, point.id, "")) != std::string::npos)
        return fmt::format(
            "; {}.{} is a named point, and laws know no places in bodies: give the number a "
            "parameter that both can use",
            body.id, point.id);
  return {};
}

}  // namespace clank
