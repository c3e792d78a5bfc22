// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/plot_binding.h"

#include "ui/plots/plot_area.h"

namespace clank {

PlotBinding::PlotBinding(Views& views, MechanismDocument& document, QObject* parent)
    : QObject(parent), views_(views), document_(document) {
  connect(&document_, &MechanismDocument::drawnChanged, this, &PlotBinding::show);
  connect(views_.plots, &PlotArea::layoutChanged, this, &PlotBinding::keep);
}

void PlotBinding::show() {
  std::vector<PlotChoice> layout;
  for (const PlotView& view : document_.drawn().plots) layout.push_back(toChoice(view));
  if (layout != views_.plots->layout()) views_.plots->setLayout(std::move(layout));
}

void PlotBinding::keep() {
  document_.edit(tr("plots"), [this](Mechanism& m) {
    const auto& layout = views_.plots->layout();
    m.plots.resize(layout.size());
    for (std::size_t i = 0; i < layout.size(); ++i) updView(m.plots[i], layout[i]);
  });
}

}  // namespace clank

#include "moc_plot_binding.cpp"
