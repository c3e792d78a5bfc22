// SPDX-License-Identifier: GPL-3.0-or-later
// What core/io/vtk_frames.h writes, as VTK reads it.
#include <gtest/gtest.h>
#include <vtkCellData.h>
#include <vtkDataArray.h>
#include <vtkNew.h>
#include <vtkPolyData.h>
#include <vtkXMLPolyDataReader.h>

#include <cmath>
#include <numbers>

#include "core/io/vtk_frames.h"

namespace clank {
namespace {

vtkSmartPointer<vtkPolyData> readBack(const std::string& text) {
  vtkNew<vtkXMLPolyDataReader> reader;
  reader->ReadFromInputStringOn();
  reader->SetInputString(text);
  reader->Update();
  EXPECT_EQ(reader->GetErrorCode(), 0U);
  return reader->GetOutput();
}

// A bar of 0.3 m turned upright at (1, 2), and a disc.
TEST(VtkFrames, VtkReadsTheCornersOfEachBody) {
  Mechanism mechanism;
  mechanism.bodies.resize(2);
  mechanism.bodies[0].id = "bar";
  mechanism.bodies[0].length = 0.3;
  mechanism.bodies[0].width = 0.02;
  mechanism.bodies[1].id = "disc";
  mechanism.bodies[1].radius = 0.1;
  Trajectory run({{"t", "s"},
                  {"bar.x", "m"},
                  {"bar.y", "m"},
                  {"bar.angle", "rad"},
                  {"bar.omega", "rad/s"},
                  {"disc.x", "m"},
                  {"disc.y", "m"},
                  {"disc.angle", "rad"}});
  run.sample(std::vector<double>{0, 1, 2, std::numbers::pi / 2, 7, -1, 0, 0});
  const auto data = readBack(VtkFrames(mechanism, run).write(0));
  ASSERT_EQ(data->GetNumberOfLines(), 2);
  ASSERT_EQ(data->GetNumberOfPoints(), 4 + 64);
  double corner[3];
  data->GetPoint(2, corner);  // the far end, on the left side of the bar
  EXPECT_NEAR(corner[0], 1 - 0.01, 1e-12);
  EXPECT_NEAR(corner[1], 2 + 0.3, 1e-12);
  for (int i = 4; i < 68; ++i) {
    data->GetPoint(i, corner);
    EXPECT_NEAR(std::hypot(corner[0] + 1, corner[1]), 0.1, 1e-12);
  }
  ASSERT_NE(data->GetCellData()->GetArray("omega"), nullptr);
  EXPECT_EQ(data->GetCellData()->GetArray("omega")->GetTuple1(0), 7);
  EXPECT_EQ(data->GetCellData()->GetArray("body")->GetTuple1(1), 1);
}

TEST(VtkFrames, TheCollectionTellsTimes) {
  const std::vector<double> times{0, 0.25};
  const std::vector<std::string> files{"a/0.vtp", "a&b/1.vtp"};
  const std::string text = writeVtkCollection(times, files);
  EXPECT_NE(text.find(R"(<DataSet timestep="0.25" part="0" file="a&amp;b/1.vtp"/>)"), std::string::npos);
}

}  // namespace
}  // namespace clank
