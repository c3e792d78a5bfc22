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

constexpr double kWidth = 760;  // px
constexpr double kLeft = 78, kRight = 12, kTop = 24, kBottom = 34, kBetween = 8;
constexpr double kLabelRoom = 16;  // px between labels of marks
constexpr double kLabelLine = 11;  // px from the top
constexpr double kTickRoom = 17;   // px between numbers of a panel

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

struct TimeAxis {
  double begin, end, perSecond;  // s, px/s
  explicit TimeAxis(const Trajectory& trajectory)
      : begin(trajectory.time(0)),
        end(trajectory.time(trajectory.sampleCount() - 1)),
        perSecond((kWidth - kLeft - kRight) / std::max(end - begin, 1e-300)) {}
  double place(double t) const { return kLeft + (t - begin) * perSecond; }
};

// A panel as it is drawn: the range of its values between top and bottom (px).
class PanelWriter {
 public:
  PanelWriter(const Trajectory& trajectory, const FigurePanel& panel, const UnitChoice& choice,
              const TimeAxis& time, double top, double bottom)
      : trajectory_(trajectory),
        panel_(panel),
        time_(time),
        top_(top),
        bottom_(bottom),
        unit_(findShownUnit(trajectory.channels()[panel.channel].unit, choice)) {
    Range found;
    for (const FigureCurve& curve : panel.curves)
      for (const double value : curve.curve->value) found.take(value);
    for (std::size_t i = 0; i < trajectory.sampleCount(); ++i) found.take(trajectory.row(i)[panel.channel]);
    values_ = found.widen(0.06);
    perValue_ = (bottom - top) / (values_.greatest - values_.least);
  }

  std::string write(const std::vector<FigureMark>& marks) const {
    std::string text = writeTitle() + writeValues();
    for (const FigureMark& mark : marks)
      text += fmt::format("<path class=\"event\" d=\"M{:.2f} {}V{}\" stroke=\"#dcc684\"/>\n",
                          time_.place(mark.t), top_, bottom_);
    text +=
        fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"#888\"/>\n",
                    kLeft, top_, kWidth - kLeft - kRight, bottom_ - top_);
    text += fmt::format("<path d=\"{}\" fill=\"none\" stroke=\"#1b5e9e\" stroke-width=\"1.3\"/>\n", trace());
    double nameRow = top_ + 14;
    for (const FigureCurve& curve : panel_.curves) {
      text += writeCurve(curve, nameRow);
      nameRow += 14;
    }
    return text;
  }

 private:
  double place(double value) const { return top_ + (values_.greatest - value) * perValue_; }

  std::string writeTitle() const {
    const std::string& name =
        panel_.title.empty() ? trajectory_.channels()[panel_.channel].name : panel_.title;
    return fmt::format(
        "<text x=\"{}\" y=\"{}\" font-size=\"13\">{}</text>\n", kLeft, top_ - 9,
        escapeMarkup(unit_.name == "1" ? name : name + " [" + writeUnitName(unit_.name) + "]"));
  }
  std::string writeValues() const {
    std::string text;
    const int count = std::clamp(static_cast<int>((bottom_ - top_) / kTickRoom), 2, 5);
    for (const double value :
         chooseTicks(values_.least / unit_.factor, values_.greatest / unit_.factor, count)) {
      const double y = place(value * unit_.factor);
      text += fmt::format(
          "<path d=\"M{0} {1:.2f}H{2}\" stroke=\"#ddd\"/><text x=\"{3}\" y=\"{4:.2f}\" "
          "text-anchor=\"end\">{5}</text>\n",
          kLeft, y, kWidth - kRight, kLeft - 6, y + 4, writeTick(value));
    }
    return text;
  }
  // First, least, greatest and last sample of each column of pixels.
  std::string trace() const {
    Path path;
    const auto value = [&](std::size_t i) { return trajectory_.row(i)[panel_.channel]; };
    const auto column = [&](std::size_t i) {
      return std::floor((trajectory_.time(i) - time_.begin) * time_.perSecond);
    };
    const std::size_t count = trajectory_.sampleCount();
    for (std::size_t first = 0; first < count;) {
      const double pixel = column(first);
      std::size_t last = first, least = first, greatest = first;
      for (std::size_t i = first; i < count && column(i) == pixel; ++i) {
        last = i;
        if (value(i) < value(least)) least = i;
        if (value(i) > value(greatest)) greatest = i;
      }
      std::size_t drawn = count;
      for (const std::size_t i : {first, std::min(least, greatest), std::max(least, greatest), last})
        if (std::exchange(drawn, i) != i && std::isfinite(value(i)))
          path.add(time_.place(trajectory_.time(i)), place(value(i)));
      first = last + 1;
    }
    return path.get();
  }
  std::string writeCurve(const FigureCurve& curve, double nameRow) const {
    std::vector<std::pair<double, double>> points;
    for (std::size_t i = 0; i < curve.curve->t.size(); ++i)
      if (const double t = curve.curve->t[i]; t >= time_.begin && t <= time_.end)
        points.emplace_back(time_.place(t), place(curve.curve->value[i]));
    std::string text = drawReference(points);
    if (curve.mark)
      text += fmt::format("<path class=\"worst\" d=\"M{:.2f} {}l-4 8h8z\" fill=\"{}\"/>\n",
                          time_.place(*curve.mark), bottom_ - 8, kReferenceColour);
    return text + fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"end\" fill=\"{}\">{}</text>\n",
                              kWidth - kRight - 6, nameRow, kReferenceColour, escapeMarkup(curve.name));
  }

  const Trajectory& trajectory_;
  const FigurePanel& panel_;
  TimeAxis time_;
  double top_, bottom_;
  ShownUnit unit_;
  Range values_;
  double perValue_ = 1;
};

// Where two would cover each other, the first stands; titles of panels keep their room.
std::string writeLabels(const std::vector<FigureMark>& marks, const TimeAxis& time) {
  std::string text;
  double free = -kLabelRoom;
  for (const FigureMark& mark : marks) {
    const double x = time.place(mark.t);
    if (x < free || mark.label.empty()) continue;
    text += fmt::format("<text x=\"{:.2f}\" y=\"{}\" text-anchor=\"middle\" fill=\"#8a6d1f\">{}</text>\n", x,
                        kLabelLine, escapeMarkup(mark.label));
    free = x + kLabelRoom;
  }
  return text;
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

std::string writeFigure(const Trajectory& trajectory, const std::vector<FigurePanel>& panels,
                        const std::vector<FigureMark>& marks, const UnitChoice& choice, double height) {
  if (trajectory.sampleCount() == 0 || panels.empty()) return {};
  const TimeAxis time(trajectory);
  const double head = marks.empty() ? 0 : kLabelLine + 2;
  const double inner = height - kTop - kBottom;
  const double step = kTop + inner + kBetween;
  const double whole = head + step * static_cast<double>(panels.size()) - kBetween + kBottom;
  std::string text = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"plot\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
      "height=\"{1}\" font-family=\"sans-serif\" font-size=\"11\">\n",
      kWidth, whole);
  text += writeLabels(marks, time);
  for (std::size_t i = 0; i < panels.size(); ++i) {
    const double top = head + kTop + step * static_cast<double>(i);
    text += PanelWriter(trajectory, panels[i], choice, time, top, top + inner).write(marks);
  }
  for (const double t : chooseTicks(time.begin, time.end, 8))
    text += fmt::format("<text x=\"{:.2f}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n", time.place(t),
                        whole - kBottom + 15, writeTick(t));
  return text + fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"end\">t [s]</text>\n</svg>\n",
                            kWidth - kRight, whole - 4);
}

}  // namespace clank
