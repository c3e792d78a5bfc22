// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/svg_figure.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "core/io/body_poses.h"
#include "core/model/shown_text.h"

namespace clank {

namespace {

constexpr double kWidth = 760, kPlotHeight = 220;  // pixels
constexpr double kLeft = 78, kRight = 12, kTop = 24, kBottom = 34;
constexpr double kMargin = 0.12;                   // of a drawing, of its size
constexpr double kMostHeight = 0.72;               // of a drawing, of its width
constexpr double kLine = 1.2, kLineOnPaper = 0.3;  // px, mm

struct Range {
  double least = std::numeric_limits<double>::infinity(), greatest = -std::numeric_limits<double>::infinity();
  void take(double value) {
    if (!std::isfinite(value)) return;
    least = std::min(least, value);
    greatest = std::max(greatest, value);
  }
  bool isEmpty() const { return least > greatest; }
  double size() const { return isEmpty() ? 0 : greatest - least; }
  Range pad(double room) const { return isEmpty() ? Range{0, 1} : Range{least - room, greatest + room}; }
  // With room around it, and never of no size.
  Range widen(double share) const {
    if (isEmpty()) return {0, 1};
    const double size = greatest - least;
    const double room = size > 1e-12 * std::max(1.0, std::abs(greatest))
                            ? share * size
                            : std::max(1e-9, 0.5 * std::abs(least));
    return {least - room, greatest + room};
  }
};

// A line through points as it grows.
class Path {
 public:
  void add(double x, double y) { text_ += fmt::format("{}{:.6g} {:.6g}", text_.empty() ? "M" : "L", x, y); }
  void close() { text_ += "Z"; }
  const std::string& get() const { return text_; }

 private:
  std::string text_;
};

// What is drawn, in mm with y downwards, and how far it reaches.
class Drawing {
 public:
  explicit Drawing(const UnitChoice& choice) : choice_(choice), unit_(findShownUnit("m", choice).factor) {}

  void line(const std::vector<Corner>& points, bool closed, const char* look) {
    Path path;
    for (const Corner& point : points) path.add(take(point).x, -1000 * point.y);
    if (closed) path.close();
    shapes_ += fmt::format("<path d=\"{}\" {}/>\n", path.get(), look);
  }
  void circle(Corner at, double radius, const char* look) {
    take({at.x - radius, at.y - radius});
    take({at.x + radius, at.y + radius});
    shapes_ += fmt::format("<circle cx=\"{:.6g}\" cy=\"{:.6g}\" r=\"{:.6g}\" {}/>\n", 1000 * at.x,
                           -1000 * at.y, 1000 * radius, look);
  }
  // The distance of two points, on the side where the middle of the part is not.
  void length(Corner from, Corner to, Corner middle) {
    const Corner a = take(from), b = take(to);
    const double size = std::hypot(b.x - a.x, b.y - a.y);
    const double left = (to.x - from.x) * (middle.y - from.y) - (to.y - from.y) * (middle.x - from.x);
    const bool isInside = left > 1e-6 * std::pow(size / 1000, 2);
    if (size > 0) dimensions_.push_back(isInside ? Dimension{b, a, {}} : Dimension{a, b, {}});
  }
  void diameter(Corner center, double radius) {
    const Corner at = take(center);
    dimensions_.push_back({at, at, "\u2300 " + tell(2 * radius)});
  }
  void pin(Corner at, const std::string& name) { pins_.push_back({take(at), name}); }

  std::string write(FigureScale scale) const {
    // A flat mechanism has names above it all the same.
    const double room = kMargin * std::max({x_.size(), y_.size(), 1e-3});
    const Range x = x_.pad(room), y = y_.pad(room);
    const double width = x.greatest - x.least, height = y.greatest - y.least;
    const double pixel = std::max(width / kWidth, height / (kMostHeight * kWidth));
    const bool real = scale == FigureScale::trueToSize;
    const double unit = real ? 1 : pixel;
    const char* suffix = real ? "mm" : "";
    std::string marks;
    for (const auto& [at, name] : pins_) {
      marks += fmt::format(
          "<circle cx=\"{:.6g}\" cy=\"{:.6g}\" r=\"{:.6g}\" class=\"pin\" fill=\"#fff\" stroke=\"#222\"/>"
          "<text x=\"{:.6g}\" y=\"{:.6g}\" font-size=\"{:.6g}\">{}</text>\n",
          at.x, -at.y, 4 * pixel, at.x + 6 * pixel, -at.y + 17 * pixel, 12 * pixel, escapeMarkup(name));
    }
    for (const Dimension& dimension : dimensions_) marks += writeDimension(dimension, pixel);
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"drawing\" viewBox=\"{:.6g} {:.6g} {:.6g} {:.6g}\" "
        "width=\"{:.6g}{}\" height=\"{:.6g}{}\" font-family=\"sans-serif\">\n<g "
        "stroke-width=\"{:.6g}\">\n{}{}</g></svg>\n",
        x.least, -y.greatest, width, height, width / unit, suffix, height / unit, suffix,
        real ? kLineOnPaper : kLine * pixel, shapes_, marks);
  }

 private:
  struct Pin {
    Corner at;  // mm
    std::string name;
  };
  struct Dimension {
    Corner from, to;   // mm
    std::string text;  // empty: their distance
  };

  // Extension lines, a line between with strokes at its ends, and the number over it, never upside down.
  std::string writeDimension(const Dimension& d, double pixel) const {
    const auto words = [&](double x, double y, double turn, const std::string& text) {
      return fmt::format(
          "<text class=\"dimension\" x=\"{0:.6g}\" y=\"{1:.6g}\" font-size=\"{2:.6g}\" fill=\"#555\" "
          "text-anchor=\"middle\" transform=\"rotate({3:.6g} {0:.6g} {1:.6g})\">{4}</text>\n",
          x, -y, 11 * pixel, turn, text);
    };
    if (!d.text.empty()) return words(d.from.x, d.from.y - 16 * pixel, 0, d.text);
    const double size = std::hypot(d.to.x - d.from.x, d.to.y - d.from.y);
    const Corner along{(d.to.x - d.from.x) / size, (d.to.y - d.from.y) / size}, left{-along.y, along.x};
    constexpr double kOffset = 24, kBeyond = 4, kStroke = 3.5;  // px
    std::string path;
    const auto line = [&](Corner a, Corner b) {
      path += fmt::format("M{:.6g} {:.6g}L{:.6g} {:.6g}", a.x, -a.y, b.x, -b.y);
    };
    const auto beside = [&](Corner at, double sideways, double forward) {
      return Corner{at.x + pixel * (sideways * left.x + forward * along.x),
                    at.y + pixel * (sideways * left.y + forward * along.y)};
    };
    line(beside(d.from, kOffset, 0), beside(d.to, kOffset, 0));
    for (const Corner end : {d.from, d.to}) {
      line(beside(end, kBeyond, 0), beside(end, kOffset + kBeyond, 0));
      line(beside(end, kOffset - kStroke, -kStroke), beside(end, kOffset + kStroke, kStroke));
    }
    double turn = -std::atan2(along.y, along.x) * 180 / std::numbers::pi;
    const bool isTurned = turn >= 90 || turn < -90;
    if (isTurned) turn += turn > 0 ? -180 : 180;
    const Corner middle{(d.from.x + d.to.x) / 2, (d.from.y + d.to.y) / 2};
    const Corner at = beside(middle, kOffset + (isTurned ? 13 : 4), 0);
    return fmt::format("<path class=\"dimension\" d=\"{}\" fill=\"none\" stroke=\"#888\"/>\n", path) +
           words(at.x, at.y, turn, tell(size / 1000));
  }

  std::string tell(double metres) const {
    constexpr int kUsual = 6;  // significant digits
    return writeShownNumber(metres / unit_, choice_, kUsual);
  }

  Corner take(Corner metres) {
    const Corner at{1000 * metres.x, 1000 * metres.y};
    x_.take(at.x);
    y_.take(at.y);
    return at;
  }

  UnitChoice choice_;  // of dimensions
  double unit_;        // m
  Range x_, y_;        // mm, y upwards
  std::string shapes_;
  std::vector<Pin> pins_;
  std::vector<Dimension> dimensions_;
};

constexpr const char* kBodyLook = "fill=\"#9fb8d4\" fill-opacity=\"0.45\" stroke=\"#33557d\"";
constexpr const char* kSurfaceLook = "fill=\"none\" stroke=\"#444\"";
constexpr const char* kTraceLook = "fill=\"none\" stroke=\"#c2571a\"";

void drawSurface(Drawing& drawing, const DrawnSurface& surface, const BodyPoses& poses) {
  const auto place = [&](const Point& point) {
    return poses.place(surface.body, {point.x.value, point.y.value});
  };
  const auto placeAll = [&](const std::vector<std::array<double, 2>>& points) {
    std::vector<Corner> placed;
    for (const auto& [x, y] : points) placed.push_back(poses.place(surface.body, {x, y}));
    return placed;
  };
  if (const auto* line = std::get_if<LineSurface>(&surface.kind)) {
    drawing.line({place(line->from), place(line->to)}, false, kSurfaceLook);
  } else if (const auto* polyline = std::get_if<PolylineSurface>(&surface.kind)) {
    drawing.line(placeAll(listPoints(*polyline)), polyline->closed.value != 0, kSurfaceLook);
  } else if (const auto* arc = std::get_if<ArcSurface>(&surface.kind)) {
    constexpr int kPieces = 48;
    double angle = std::fmod(arc->to.value - arc->from.value, 2 * std::numbers::pi);
    if (angle <= 0) angle += 2 * std::numbers::pi;
    std::vector<Corner> points;
    for (int i = 0; i <= kPieces; ++i) {
      const double at = arc->from.value + angle * i / kPieces;
      points.push_back(poses.place(surface.body, {arc->center.x.value + arc->radius.value * std::cos(at),
                                                  arc->center.y.value + arc->radius.value * std::sin(at)}));
    }
    drawing.line(points, false, kSurfaceLook);
  } else if (const auto* circle = std::get_if<CircleSurface>(&surface.kind)) {
    drawing.circle(place(circle->center), circle->radius.value, kSurfaceLook);
  } else if (const auto* curve = std::get_if<CurveSurface>(&surface.kind)) {
    drawing.line(placeAll(listPoints(*curve)), false, kSurfaceLook);
  }
}

void drawTrace(Drawing& drawing, const Trace& trace, const Trajectory& trajectory) {
  const auto x = trajectory.findChannel(trace.id + ".x"), y = trajectory.findChannel(trace.id + ".y");
  if (!x || !y) return;
  std::vector<Corner> points;
  const std::size_t step = std::max<std::size_t>(1, trajectory.sampleCount() / 2000);
  for (std::size_t i = 0; i < trajectory.sampleCount(); i += step)
    points.push_back({trajectory.row(i)[*x], trajectory.row(i)[*y]});
  drawing.line(points, false, kTraceLook);
}

// The length of a bar, the diameter of a disc; of others how far their joints are from each other.
void dimensionBody(Drawing& drawing, const Mechanism& resolved, const Body& body, const BodyPoses& poses) {
  Corner middle{0, 0};
  const std::vector<Corner> line = makeBodyLine(resolved, body);
  for (const Corner& corner : line) {
    middle.x += corner.x / static_cast<double>(line.size());
    middle.y += corner.y / static_cast<double>(line.size());
  }
  const auto measure = [&](Corner from, Corner to) {
    drawing.length(poses.place(body.id, from), poses.place(body.id, to), poses.place(body.id, middle));
  };
  if (body.length && body.outline.empty()) return measure({0, 0}, {body.length->value, 0});
  if (body.outline.empty() && body.radius.value > 0)
    return drawing.diameter(poses.place(body.id, {0, 0}), body.radius.value);
  std::vector<Corner> joints;
  for (const Joint& joint : resolved.joints) {
    if (joint.a == body.id) joints.push_back({joint.atA.x.value, joint.atA.y.value});
    if (joint.b == body.id) joints.push_back({joint.atB.x.value, joint.atB.y.value});
  }
  const std::size_t sides = joints.size() < 3 ? joints.size() / 2 : joints.size();
  for (std::size_t i = 0; i < sides; ++i) measure(joints[i], joints[(i + 1) % joints.size()]);
}

// First, least, greatest and last sample of each column of pixels.
std::string tracePlot(const Trajectory& trajectory, std::size_t channel, double begin, double perSecond,
                      const Range& values, double perValue) {
  Path path;
  const auto add = [&](std::size_t i) {
    const auto row = trajectory.row(i);
    path.add(kLeft + (row[0] - begin) * perSecond, kTop + (values.greatest - row[channel]) * perValue);
  };
  const std::size_t count = trajectory.sampleCount();
  for (std::size_t first = 0; first < count;) {
    const double pixel = std::floor((trajectory.time(first) - begin) * perSecond);
    std::size_t last = first, least = first, greatest = first;
    for (std::size_t i = first; i < count && std::floor((trajectory.time(i) - begin) * perSecond) == pixel;
         ++i) {
      last = i;
      const double value = trajectory.row(i)[channel];
      if (value < trajectory.row(least)[channel]) least = i;
      if (value > trajectory.row(greatest)[channel]) greatest = i;
    }
    std::size_t drawn = count;
    for (const std::size_t i : {first, std::min(least, greatest), std::max(least, greatest), last})
      if (std::exchange(drawn, i) != i && std::isfinite(trajectory.row(i)[channel])) add(i);
    first = last + 1;
  }
  return path.get();
}

std::string writeTick(double value) {
  return writePower(fmt::format("{:.6g}", value));
}

constexpr const char* kReferenceColour = "#b3480f";
constexpr std::size_t kMostCircles = 300;  // more are a line

// Circles show where the points of others are, and how many.
std::string drawReference(const std::vector<std::pair<double, double>>& points) {
  Path path;
  std::string circles;
  for (const auto& [x, y] : points) {
    path.add(x, y);
    if (points.size() <= kMostCircles)
      circles += fmt::format("<circle cx=\"{:.2f}\" cy=\"{:.2f}\" r=\"2.4\"/>", x, y);
  }
  return fmt::format(
      "<g class=\"reference\" fill=\"none\" stroke=\"{}\"><path d=\"{}\" stroke-width=\"0.7\" "
      "stroke-dasharray=\"3 2\"/>{}</g>\n",
      kReferenceColour, path.get(), circles);
}

}  // namespace

std::string escapeMarkup(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    if (c == '&')
      safe += "&amp;";
    else if (c == '<')
      safe += "&lt;";
    else if (c == '"')
      safe += "&quot;";
    else
      safe += c;
  }
  return safe;
}

std::vector<double> chooseTicks(double least, double greatest, int count) {
  const double raw = (greatest - least) / count;
  if (!(raw > 0) || !std::isfinite(raw)) return {};
  const double power = std::pow(10, std::floor(std::log10(raw)));
  const double share = raw / power;
  const double step = power * (share <= 1 ? 1 : share <= 2 ? 2 : share <= 5 ? 5 : 10);
  std::vector<double> ticks;
  for (double i = std::ceil(least / step - 1e-9); i * step <= greatest + 1e-9 * step; ++i)
    ticks.push_back(i * step + 0.0);
  return ticks;
}

std::string writeDrawing(const Mechanism& resolved, const Trajectory& trajectory, std::size_t sample,
                         FigureScale scale) {
  const BodyPoses poses(resolved, trajectory, sample);
  UnitChoice choice = resolved.units;
  if (scale == FigureScale::trueToSize) choice.length = LengthUnit::mm;  // as all drawings for workshops
  Drawing drawing(choice);
  for (const DrawnSurface& surface : resolved.surfaces)
    if (surface.active.value != 0) drawSurface(drawing, surface, poses);
  for (const Body& body : resolved.bodies) {
    std::vector<Corner> corners = makeBodyLine(resolved, body);
    for (Corner& corner : corners) corner = poses.place(body.id, corner);
    drawing.line(corners, true, kBodyLook);
  }
  for (const Body& body : resolved.bodies) dimensionBody(drawing, resolved, body, poses);
  for (const Trace& trace : resolved.traces) drawTrace(drawing, trace, trajectory);
  for (const Joint& joint : resolved.joints)
    drawing.pin(poses.place(joint.b, {joint.atB.x.value, joint.atB.y.value}), joint.id);
  return drawing.write(scale);
}

std::string writePlot(const Trajectory& trajectory, std::size_t channel,
                      const std::vector<FigureCurve>& curves, const UnitChoice& choice,
                      const std::string& title) {
  if (trajectory.sampleCount() == 0) return {};
  Range found;
  for (const FigureCurve& curve : curves)
    for (const double value : curve.curve->value) found.take(value);
  for (std::size_t i = 0; i < trajectory.sampleCount(); ++i) found.take(trajectory.row(i)[channel]);
  const Range values = found.widen(0.06);
  const double begin = trajectory.time(0), end = trajectory.time(trajectory.sampleCount() - 1);
  const Channel& column = trajectory.channels()[channel];
  const std::string& name = title.empty() ? column.name : title;
  const ShownUnit shown = findShownUnit(column.unit, choice);
  const double width = kWidth - kLeft - kRight, height = kPlotHeight - kTop - kBottom;
  const double perSecond = width / std::max(end - begin, 1e-300);
  const double perValue = height / (values.greatest - values.least);

  std::string text = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"plot\" viewBox=\"0 0 {} {}\" width=\"{}\" "
      "height=\"{}\" "
      "font-family=\"sans-serif\" font-size=\"11\">\n<text x=\"{}\" y=\"15\" font-size=\"13\">{}</text>\n",
      kWidth, kPlotHeight, kWidth, kPlotHeight, kLeft,
      escapeMarkup(shown.name == "1" ? name : name + " [" + writeUnitName(shown.name) + "]"));
  for (const double value : chooseTicks(values.least / shown.factor, values.greatest / shown.factor, 5)) {
    const double y = kTop + (values.greatest - value * shown.factor) * perValue;
    text += fmt::format(
        "<path d=\"M{0} {1:.2f}H{2}\" stroke=\"#ddd\"/><text x=\"{3}\" y=\"{4:.2f}\" "
        "text-anchor=\"end\">{5}</text>\n",
        kLeft, y, kWidth - kRight, kLeft - 6, y + 4, writeTick(value));
  }
  for (const double t : chooseTicks(begin, end, 8))
    text += fmt::format("<text x=\"{:.2f}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n",
                        kLeft + (t - begin) * perSecond, kPlotHeight - kBottom + 15, writeTick(t));
  text += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"end\">t [s]</text>\n", kWidth - kRight,
                      kPlotHeight - 4);
  for (const Receipt& receipt : trajectory.events())
    text += fmt::format("<path d=\"M{:.2f} {}v{}\" stroke=\"#e3d3a0\"/>\n",
                        kLeft + (receipt.t - begin) * perSecond, kTop, height);
  text += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"#888\"/>\n",
                      kLeft, kTop, width, height);
  text += fmt::format("<path d=\"{}\" fill=\"none\" stroke=\"#1b5e9e\" stroke-width=\"1.3\"/>\n",
                      tracePlot(trajectory, channel, begin, perSecond, values, perValue));
  double nameRow = kTop + 14;
  for (const FigureCurve& curve : curves) {
    std::vector<std::pair<double, double>> points;
    for (std::size_t i = 0; i < curve.curve->t.size(); ++i)
      if (const double t = curve.curve->t[i]; t >= begin && t <= end)
        points.emplace_back(kLeft + (t - begin) * perSecond,
                            kTop + (values.greatest - curve.curve->value[i]) * perValue);
    text += drawReference(points);
    if (curve.mark)
      text +=
          fmt::format("<path class=\"worst\" d=\"M{:.2f} {}l-4 8h8z\" fill=\"{}\"/>\n",
                      kLeft + (*curve.mark - begin) * perSecond, kPlotHeight - kBottom - 8, kReferenceColour);
    text += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"end\" fill=\"{}\">{}</text>\n",
                        kWidth - kRight - 6, nameRow, kReferenceColour, escapeMarkup(curve.name));
    nameRow += 14;
  }
  return text + "</svg>\n";
}

}  // namespace clank
