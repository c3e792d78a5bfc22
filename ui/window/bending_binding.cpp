// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/bending_binding.h"

#include <algorithm>
#include <cmath>

#include "core/record/bent_shape.h"
#include "core/record/channel_index.h"
#include "ui/board/board.h"
#include "ui/panels/bending_bar.h"
#include "ui/panels/number_words.h"
#include "ui/scene/scene_view.h"

namespace clank {

BendingBinding::BendingBinding(Views& views, MechanismDocument& document, RunController& run, QObject* parent)
    : QObject(parent), views_(views), run_(run) {
  connect(&document, &MechanismDocument::loaded, this, [this] { views_.bending->setFactor(1); });
  connect(&run_, &RunController::cleared, this, &BendingBinding::begin);
  connect(&run_, &RunController::assembled, this, &BendingBinding::begin);
  connect(&run_, &RunController::advanced, this, &BendingBinding::readPeak);
  connect(views_.bending, &BendingBar::changed, this, &BendingBinding::show);
}

void BendingBinding::begin() {
  const auto& bodies = run_.mechanism().bodies;
  const auto bends = [](const Body& body) { return body.flexible && countShapes(*body.flexible) > 0; };
  views_.bending->setVisible(std::ranges::any_of(bodies, bends));
  columns_.clear();
  const auto& channels = run_.trajectory().channels();
  const ChannelIndex columns(channels);
  for (const Body& body : bodies)
    if (const int column = bends(body) ? columns.find(body.id + ".stress") : -1; column >= 0)
      columns_.push_back(static_cast<std::size_t>(column));
  read_ = 0;
  peak_ = 0;
  views_.bending->allowStress(!columns_.empty());
  readPeak();
  show();
}

void BendingBinding::readPeak() {
  const Trajectory& run = run_.trajectory();
  const double before = peak_;
  for (; read_ < run.sampleCount(); ++read_)
    for (const std::size_t column : columns_) {
      const double stress = std::abs(run.row(read_)[column]);
      if (std::isfinite(stress)) peak_ = std::max(peak_, stress);
    }
  if (peak_ > before) show();
}

void BendingBinding::show() {
  BendingLook look;
  look.factor = views_.bending->factor();
  if (views_.bending->showsStress() && peak_ > 0) {
    look.fullStress = peak_;
    look.fullWords = toPrefixed(peak_, "Pa", 3);
  }
  views_.bending->showScale(look);
  views_.board->setBendingLook(look);
  views_.scene->setBendingLook(look);
}

}  // namespace clank

#include "moc_bending_binding.cpp"
