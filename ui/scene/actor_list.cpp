// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/actor_list.h"

#include <vtkNew.h>
#include <vtkPolyDataMapper.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>

#include <algorithm>

#include "ui/scene/same_data.h"

namespace clank {
namespace {

vtkSmartPointer<vtkActor> makeActor(ActorList::Look look) {
  vtkNew<vtkPolyDataMapper> mapper;
  auto actor = vtkSmartPointer<vtkActor>::New();
  actor->SetMapper(mapper);
  actor->PickableOff();
  actor->GetProperty()->SetLighting(look == ActorList::Look::lit);
  // VTK's pass for translucent actors costs a full screen in software rendering, and it takes one without
  // points for translucent.
  actor->ForceOpaqueOn();
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
  const bool isShown =
      mapper->GetInput() == data.Get() || (mapper->GetInput() && isSameData(*mapper->GetInput(), *data));
  if (!isShown) mapper->SetInputData(data);
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
