// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/dxf_dialog.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <utility>

#include "ui/look/words.h"

namespace clank {
namespace {

// Of the layers that are seen the first that holds an outline, or else a circle, or else the first.
std::optional<std::size_t> findLikely(const std::vector<DxfLayer>& layers) {
  std::optional<std::size_t> best;
  const auto rank = [&](std::size_t i) { return layers[i].outlines > 0 ? 2 : layers[i].circles > 0 ? 1 : 0; };
  for (std::size_t i = 0; i < layers.size(); ++i)
    if (layers[i].hidden.empty() && (!best || rank(i) > rank(*best))) best = i;
  return best;
}

bool needChoice(const std::vector<DxfLayer>& layers) {
  return layers.size() > 1 || (!layers.empty() && !layers.front().hidden.empty());
}

// Circles beside a shape that they may lie in.
bool haveHoles(const std::vector<DxfLayer>& layers) {
  int circles = 0, others = 0;
  for (const DxfLayer& layer : layers) {
    circles += layer.circles;
    others += layer.outlines + layer.open;
  }
  return circles > (others > 0 ? 0 : 1);
}

}  // namespace

DxfDialog::DxfDialog(QWidget* window, const QString& part, std::vector<DxfLayer> layers, bool ofBody)
    : QDialog(window),
      layers_(std::move(layers)),
      mayHaveHoles_(ofBody && haveHoles(layers_)),
      list_(new QListWidget),
      points_(new QCheckBox(tr("Circles inside the outline become points, where joints can sit"))),
      buttons_(new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel)) {
  setObjectName("dxfDialog");
  setWindowTitle(tr("Import"));
  list_->setObjectName("dxfLayers");
  points_->setObjectName("dxfHoles");
  for (const DxfLayer& layer : layers_) {
    auto* item = new QListWidgetItem(toText(describe(layer)), list_);
    item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
    item->setCheckState(Qt::Unchecked);
  }
  if (const auto likely = findLikely(layers_))
    list_->item(static_cast<int>(*likely))->setCheckState(Qt::Checked);
  auto* label = new QLabel(tr("Layers of the shape for %1").arg(part));
  label->setBuddy(list_);
  auto* layout = new QVBoxLayout(this);
  for (QWidget* widget : std::initializer_list<QWidget*>{label, list_, points_, buttons_})
    layout->addWidget(widget);
  label->setVisible(needChoice(layers_));
  list_->setVisible(needChoice(layers_));
  points_->setVisible(mayHaveHoles_);
  points_->setChecked(mayHaveHoles_);
  for (auto* button : buttons_->buttons()) button->setIcon({});
  connect(buttons_, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons_, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(list_, &QListWidget::itemChanged, this, &DxfDialog::check);
  if (needChoice(layers_)) check();
}

void DxfDialog::check() {
  buttons_->button(QDialogButtonBox::Ok)->setEnabled(!chosenLayers().empty());
}

bool DxfDialog::hasQuestion() const {
  return needChoice(layers_) || mayHaveHoles_;
}

std::vector<std::string> DxfDialog::chosenLayers() const {
  std::vector<std::string> chosen;
  for (std::size_t i = 0; i < layers_.size(); ++i)
    if (list_->item(static_cast<int>(i))->checkState() == Qt::Checked) chosen.push_back(layers_[i].name);
  return chosen;
}

bool DxfDialog::holesAsPoints() const {
  return points_->isChecked();
}

}  // namespace clank

#include "moc_dxf_dialog.cpp"
