// SPDX-License-Identifier: GPL-3.0-or-later
// What has not changed need not be sent to the graphics card anew.
#pragma once

class vtkCellArray;
class vtkDataArray;
class vtkPolyData;

namespace clank {

bool isSameArray(vtkDataArray* a, vtkDataArray* b);
bool areSameCells(vtkCellArray* a, vtkCellArray* b);
bool isSameData(vtkPolyData& a, vtkPolyData& b);

}  // namespace clank
