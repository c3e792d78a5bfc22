// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/actor_list.h"

#include <vtkCellArray.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPolyDataMapper.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>

#include <algorithm>
#include <cstring>

namespace clank {
namespace {

bool isSame(vtkDataArray* a, vtkDataArray* b) {
  if (!a || !b) return a == b;
  const auto bytes = static_cast<std::size_t>(a->GetDataSize() * a->GetDataTypeSize());
  return a->GetDataType() == b->GetDataType() && a->GetDataSize() == b->GetDataSize() &&
         (bytes == 0 || std::memcmp(a->GetVoidPointer(0), b->GetVoidPointer(0), bytes) == 0);
}

bool isSame(vtkCellArray* a, vtkCellArray* b) {
  return isSame(a->GetConnectivityArray(), b->GetConnectivityArray()) &&
         isSame(a->GetOffsetsArray(), b->GetOffsetsArray());
}

// What has not changed need not be sent to the graphics card anew.
bool isSame(vtkPolyData& a, vtkPolyData& b) {
  if (!a.GetPoints() || !b.GetPoints()) return false;
  return isSame(a.GetPoints()->GetData(), b.GetPoints()->GetData()) && isSame(a.GetPolys(), b.GetPolys()) &&
         isSame(a.GetLines(), b.GetLines()) &&
         isSame(a.GetPointData()->GetScalars(), b.GetPointData()->GetScalars()) &&
         isSame(a.GetPointData()->GetNormals(), b.GetPointData()->GetNormals());
}

vtkSmartPointer<vtkActor> makeActor(ActorList::Look look) {
  vtkNew<vtkPolyDataMapper> mapper;
  auto actor = vtkSmartPointer<vtkActor>::New();
  actor->SetMapper(mapper);
  actor->PickableOff();
  actor->GetProperty()->SetLighting(look == ActorList::Look::lit);
  // VTK's pass for translucent actors costs a full screen in software rendering.
  if (look == ActorList::Look::blended) actor->ForceOpaqueOn();
  return actor;
}

}  // namespace

vtkSmartPointer<vtkActor> ActorList::add(vtkRenderer* renderer, Look look,
                                         const vtkSmartPointer<vtkPolyData>& data) {
  if (!isAtEnd() && (slots_[next_].renderer != renderer || slots_[next_].look != look)) drop(next_);
  if (isAtEnd()) {
    slots_.push_back({makeActor(look), renderer, look});
    renderer->AddActor(slots_.back().actor);
  }
  const auto& actor = slots_[next_++].actor;
  auto* mapper = vtkPolyDataMapper::SafeDownCast(actor->GetMapper());
  if (!mapper->GetInput() || !isSame(*mapper->GetInput(), *data)) mapper->SetInputData(data);
  mapper->ScalarVisibilityOn();
  actor->SetUserMatrix(nullptr);
  actor->VisibilityOn();
  return actor;
}

void ActorList::drop(std::size_t from) {
  for (std::size_t i = from; i < slots_.size(); ++i) slots_[i].renderer->RemoveActor(slots_[i].actor);
  slots_.resize(std::min(from, slots_.size()));
  next_ = std::min(next_, from);
}

}  // namespace clank
