// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/svg_figure.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "core/model/shown_text.h"

namespace clank {

namespace {

constexpr double kWidth = 760, kPlotHeight = 220;  // pixels
constexpr double kLeft = 78, kRight = 12, kTop = 24, kBottom = 34;

struct Range {
  double least = std::numeric_limits<double>::infinity(), greatest = -std::numeric_limits<double>::infinity();
  void take(double value) {
    if (!std::isfinite(value)) return;
    least = std::min(least, value);
    greatest = std::max(greatest, value);
  }
  bool isEmpty() const { return least > greatest; }
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
  const std::string& get() const { return text_; }

 private:
  std::string text_;
};

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
