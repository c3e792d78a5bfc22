// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/vtk_frames.h"

#include <fmt/format.h>

#include <cmath>
#include <iterator>

#include "core/io/number_text.h"
#include "core/io/svg_figure.h"

namespace clank {

namespace {

// The data arrays of a frame, as they are filled.
struct Arrays {
  std::string points, stress, connectivity, offsets, body, vx, vy, omega;
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
  FrameWriter(const Mechanism& resolved, const BodyPoses& poses) : resolved_(resolved), poses_(poses) {}

  void add(const Body& body, std::size_t index) {
    const std::vector<Corner> corners = makeBodyLine(resolved_, body);
    const std::size_t first = arrays_.pointCount;
    for (const Corner& corner : corners) {
      const Corner at = poses_.place(body.id, corner);
      append(arrays_.points, at.x);
      append(arrays_.points, at.y);
      append(arrays_.points, 0.0);
      append(arrays_.stress, poses_.calcStress(body.id, corner));
      append(arrays_.connectivity, arrays_.pointCount++);
    }
    append(arrays_.connectivity, first);  // closed
    arrays_.cornerCount += corners.size() + 1;
    append(arrays_.offsets, arrays_.cornerCount);
    append(arrays_.body, index);
    append(arrays_.vx, poses_.find(body.id, "vx"));
    append(arrays_.vy, poses_.find(body.id, "vy"));
    append(arrays_.omega, poses_.find(body.id, "omega"));
  }

  const Arrays& get() const { return arrays_; }

 private:
  const Mechanism& resolved_;
  const BodyPoses& poses_;
  Arrays arrays_;
};

std::string writeArray(const char* type, const char* name, int components, const std::string& values) {
  return fmt::format(
      "<DataArray type=\"{}\" Name=\"{}\" NumberOfComponents=\"{}\" format=\"ascii\">\n{}\n</DataArray>\n",
      type, name, components, values);
}

std::string openFile(const char* type) {
  return fmt::format(
      "<?xml version=\"1.0\"?>\n<VTKFile type=\"{}\" version=\"0.1\" byte_order=\"LittleEndian\">\n", type);
}

}  // namespace

std::string VtkFrames::write(std::size_t sample) {
  poses_.moveTo(sample);
  FrameWriter frame(resolved_, poses_);
  for (std::size_t i = 0; i < resolved_.bodies.size(); ++i) frame.add(resolved_.bodies[i], i);
  const Arrays& a = frame.get();
  std::string text = openFile("PolyData");
  text += fmt::format(
      "<PolyData>\n<Piece NumberOfPoints=\"{}\" NumberOfVerts=\"0\" NumberOfLines=\"{}\" "
      "NumberOfStrips=\"0\" "
      "NumberOfPolys=\"0\">\n",
      a.pointCount, resolved_.bodies.size());
  text += "<Points>\n" + writeArray("Float64", "Points", 3, a.points) + "</Points>\n";
  text += "<PointData>\n" + writeArray("Float64", "stress", 1, a.stress) + "</PointData>\n";
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
                        escapeMarkup(files[i]));
  return text + "</Collection>\n</VTKFile>\n";
}

}  // namespace clank
