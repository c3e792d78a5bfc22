// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/same_data.h"

#include <vtkCellArray.h>
#include <vtkDataArray.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>

#include <cstring>

namespace clank {

bool isSameArray(vtkDataArray* a, vtkDataArray* b) {
  if (!a || !b) return a == b;
  const auto bytes = static_cast<std::size_t>(a->GetDataSize() * a->GetDataTypeSize());
  return a->GetDataType() == b->GetDataType() && a->GetDataSize() == b->GetDataSize() &&
         (bytes == 0 || std::memcmp(a->GetVoidPointer(0), b->GetVoidPointer(0), bytes) == 0);
}

bool areSameCells(vtkCellArray* a, vtkCellArray* b) {
  if (!a || !b) return a == b;
  return isSameArray(a->GetConnectivityArray(), b->GetConnectivityArray()) &&
         isSameArray(a->GetOffsetsArray(), b->GetOffsetsArray());
}

bool isSameData(vtkPolyData& a, vtkPolyData& b) {
  if (!a.GetPoints() || !b.GetPoints()) return false;
  return isSameArray(a.GetPoints()->GetData(), b.GetPoints()->GetData()) &&
         areSameCells(a.GetPolys(), b.GetPolys()) && areSameCells(a.GetLines(), b.GetLines()) &&
         isSameArray(a.GetPointData()->GetScalars(), b.GetPointData()->GetScalars()) &&
         isSameArray(a.GetPointData()->GetNormals(), b.GetPointData()->GetNormals());
}

}  // namespace clank
