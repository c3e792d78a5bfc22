// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/vtk_frames.h"

#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <numbers>

#include "core/io/number_text.h"

namespace clank {

namespace {

constexpr int kCorners = 64;       // of a circle
constexpr double kPinSize = 0.01;  // m, of a body of which nothing else is drawn

struct Corner {
  double x = 0, y = 0;  // m, body axes
};

std::vector<Corner> outlineOf(const Body& body) {
  std::vector<Corner> corners;
  if (!body.outline.empty()) {
    for (const Point& point : body.outline) corners.push_back({point.x.value, point.y.value});
  } else if (body.length) {
    const double half = body.width.value / 2, length = body.length->value;
    corners = {{0, -half}, {length, -half}, {length, half}, {0, half}};
  } else {
    const double radius = body.radius.value > 0 ? body.radius.value : kPinSize;
    for (int i = 0; i < kCorners; ++i) {
      const double angle = 2 * std::numbers::pi * i / kCorners;
      corners.push_back({radius * std::cos(angle), radius * std::sin(angle)});
    }
  }
  return corners;
}

// The data arrays of a frame, as they are filled.
struct Arrays {
  std::string points, connectivity, offsets, body, vx, vy, omega;
  std::size_t pointCount = 0, cornerCount = 0;
};

void append(std::string& text, double value) {
  appendFullNumber(text, std::isfinite(value) ? value : 0);
  text += ' ';
}

void append(std::string& text, std::size_t value) {
  fmt::format_to(std::back_inserter(text), "{} ", value);
}

class FrameWriter {
 public:
  FrameWriter(const Trajectory& trajectory, std::size_t sample)
      : trajectory_(trajectory), row_(trajectory.row(sample)) {}

  void add(const Body& body, std::size_t index) {
    const double x = find(body, "x"), y = find(body, "y"), angle = find(body, "angle");
    const double c = std::cos(angle), s = std::sin(angle);
    const std::vector<Corner> corners = outlineOf(body);
    const std::size_t first = arrays_.pointCount;
    for (const Corner& corner : corners) {
      append(arrays_.points, x + c * corner.x - s * corner.y);
      append(arrays_.points, y + s * corner.x + c * corner.y);
      append(arrays_.points, 0.0);
      append(arrays_.connectivity, arrays_.pointCount++);
    }
    append(arrays_.connectivity, first);  // closed
    arrays_.cornerCount += corners.size() + 1;
    append(arrays_.offsets, arrays_.cornerCount);
    append(arrays_.body, index);
    append(arrays_.vx, find(body, "vx"));
    append(arrays_.vy, find(body, "vy"));
    append(arrays_.omega, find(body, "omega"));
  }

  const Arrays& get() const { return arrays_; }

 private:
  double find(const Body& body, const char* signal) const {
    const auto channel = trajectory_.findChannel(fmt::format("{}.{}", body.id, signal));
    return channel ? row_[*channel] : 0;
  }

  const Trajectory& trajectory_;
  std::span<const double> row_;
  Arrays arrays_;
};

std::string writeArray(const char* type, const char* name, int components, const std::string& values) {
  return fmt::format(
      "<DataArray type=\"{}\" Name=\"{}\" NumberOfComponents=\"{}\" format=\"ascii\">\n{}\n</DataArray>\n",
      type, name, components, values);
}

std::string escape(const std::string& text) {
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

std::string openFile(const char* type) {
  return fmt::format(
      "<?xml version=\"1.0\"?>\n<VTKFile type=\"{}\" version=\"0.1\" byte_order=\"LittleEndian\">\n", type);
}

}  // namespace

std::string writeVtkFrame(const Mechanism& resolved, const Trajectory& trajectory, std::size_t sample) {
  FrameWriter frame(trajectory, sample);
  for (std::size_t i = 0; i < resolved.bodies.size(); ++i) frame.add(resolved.bodies[i], i);
  const Arrays& a = frame.get();
  std::string text = openFile("PolyData");
  text += fmt::format(
      "<PolyData>\n<Piece NumberOfPoints=\"{}\" NumberOfVerts=\"0\" NumberOfLines=\"{}\" "
      "NumberOfStrips=\"0\" "
      "NumberOfPolys=\"0\">\n",
      a.pointCount, resolved.bodies.size());
  text += "<Points>\n" + writeArray("Float64", "Points", 3, a.points) + "</Points>\n";
  text += "<CellData>\n" + writeArray("Int32", "body", 1, a.body) + writeArray("Float64", "vx", 1, a.vx) +
          writeArray("Float64", "vy", 1, a.vy) + writeArray("Float64", "omega", 1, a.omega) + "</CellData>\n";
  text += "<Lines>\n" + writeArray("Int64", "connectivity", 1, a.connectivity) +
          writeArray("Int64", "offsets", 1, a.offsets) + "</Lines>\n";
  return text + "</Piece>\n</PolyData>\n</VTKFile>\n";
}

std::string writeVtkCollection(std::span<const double> times, std::span<const std::string> files) {
  std::string text = openFile("Collection") + "<Collection>\n";
  for (std::size_t i = 0; i < files.size(); ++i)
    text += fmt::format("<DataSet timestep=\"{}\" part=\"0\" file=\"{}\"/>\n", toShortestText(times[i]),
                        escape(files[i]));
  return text + "</Collection>\n</VTKFile>\n";
}

}  // namespace clank
