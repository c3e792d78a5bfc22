// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/legend_name.h"

#include <vector>

namespace clank {
namespace {

// Its base class asks the curve for the name.
class NamedFor {
 public:
  NamedFor(QCPAbstractPlottable& curve, const QString& name) : curve_(curve), whole_(curve.name()) {
    curve_.setName(name);
  }
  ~NamedFor() { curve_.setName(whole_); }
  NamedFor(const NamedFor&) = delete;
  NamedFor& operator=(const NamedFor&) = delete;

 private:
  QCPAbstractPlottable& curve_;
  QString whole_;
};

}  // namespace

QString LegendName::shownName() const {
  const QString whole = mPlottable->name();
  return room_ > 0 ? cutName(whole, room_) : whole;
}

// Without its end where that leaves it apart from the others, else without its middle.
QString LegendName::cutName(const QString& whole, int room) const {
  const QFontMetrics metrics(getFont());
  const auto cut = [&](const QString& name) { return metrics.elidedText(name, Qt::ElideRight, room); };
  const QString begin = cut(whole);
  for (int i = 0; i < mParentLegend->itemCount(); ++i) {
    const auto* other = qobject_cast<QCPPlottableLegendItem*>(mParentLegend->item(i));
    if (other && other != this &&
        cut(const_cast<QCPPlottableLegendItem*>(other)->plottable()->name()) == begin)
      return metrics.elidedText(whole, Qt::ElideMiddle, room);
  }
  return begin;
}

void LegendName::draw(QCPPainter* painter) {
  const NamedFor now(*mPlottable, shownName());
  QCPPlottableLegendItem::draw(painter);
}

QSize LegendName::minimumOuterSizeHint() const {
  const NamedFor now(*mPlottable, shownName());
  // Rows stand closer than letters ask for: those of one go between those of the next.
  return {QCPPlottableLegendItem::minimumOuterSizeHint().width(), mParentLegend->iconSize().height()};
}

QRect LegendName::clipRect() const {
  constexpr int kBelow = 4;  // px, of letters such as g
  return mOuterRect.adjusted(0, 0, 0, kBelow);
}

void LegendName::install(QCPLegend& legend) {
  struct Named {
    QCPAbstractPlottable* curve;
    QColor colour;
  };
  std::vector<Named> names;
  bool isOther = false;
  for (int i = 0; i < legend.itemCount(); ++i)
    if (auto* item = qobject_cast<QCPPlottableLegendItem*>(legend.item(i))) {
      names.push_back({item->plottable(), item->textColor()});
      isOther = isOther || !dynamic_cast<LegendName*>(item);
    }
  if (!isOther) return;
  legend.clearItems();
  for (const Named& name : names) {
    auto* item = new LegendName(&legend, name.curve);  // the legend owns it
    item->setTextColor(name.colour);
    legend.addItem(item);
  }
}

}  // namespace clank
