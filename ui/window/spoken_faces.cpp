// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/spoken_faces.h"

#include <QAbstractItemView>
#include <QAccessibleWidget>
#include <QComboBox>
#include <QCoreApplication>
#include <QLabel>
#include <QSlider>
#include <QTextDocumentFragment>

#include "ui/look/spoken_range.h"

namespace clank {
namespace {

QString join(const QString& name, const QString& value) {
  if (name.isEmpty() || name == value) return value;
  return value.isEmpty() ? name : name + ": " + value;
}

class LabelFace : public QAccessibleWidget {
 public:
  explicit LabelFace(QLabel* label) : QAccessibleWidget(label, QAccessible::StaticText) {}
  QString text(QAccessible::Text what) const override {
    if (what != QAccessible::Name) return QAccessibleWidget::text(what);
    const auto* label = static_cast<const QLabel*>(widget());
    QString shown = label->text();
    if (Qt::mightBeRichText(shown)) shown = QTextDocumentFragment::fromHtml(shown).toPlainText();
    return join(label->accessibleName(), label->buddy() ? shown.remove('&') : shown);
  }
};

class ComboFace : public QAccessibleWidget {
 public:
  explicit ComboFace(QComboBox* box) : QAccessibleWidget(box, QAccessible::ComboBox) {}
  QString text(QAccessible::Text what) const override {
    if (what == QAccessible::Value) return box().currentText();
    if (what != QAccessible::Name) return QAccessibleWidget::text(what);
    const QString shown = box().currentIndex() < 0 ? box().placeholderText() : box().currentText();
    return join(box().accessibleName(),
                shown.isEmpty() ? QCoreApplication::translate("Clank", "none") : shown);
  }
  int childCount() const override { return 1; }
  QAccessibleInterface* child(int index) const override {
    return index == 0 ? QAccessible::queryAccessibleInterface(box().view()) : nullptr;
  }
  int indexOfChild(const QAccessibleInterface* child) const override {
    return child->object() == box().view() ? 0 : -1;
  }
  QStringList actionNames() const override { return {showMenuAction(), pressAction()}; }
  void doAction(const QString& name) override {
    if (!actionNames().contains(name) || !box().isEnabled()) return;
    box().view()->isVisible() ? box().hidePopup() : box().showPopup();
  }
  QStringList keyBindingsForAction(const QString&) const override { return {}; }

 private:
  QComboBox& box() const { return *static_cast<QComboBox*>(widget()); }
};

class SliderFace : public QAccessibleWidget, public QAccessibleValueInterface {
 public:
  explicit SliderFace(QSlider* slider) : QAccessibleWidget(slider, QAccessible::Slider) {}
  void* interface_cast(QAccessible::InterfaceType type) override {
    if (type == QAccessible::ValueInterface) return static_cast<QAccessibleValueInterface*>(this);
    return QAccessibleWidget::interface_cast(type);
  }
  QString text(QAccessible::Text what) const override {
    return what == QAccessible::Value ? range().words : QAccessibleWidget::text(what);
  }
  QVariant currentValue() const override { return at(slider().value()); }
  void setCurrentValue(const QVariant& value) override {
    const double from = range().from, width = range().to - from;
    if (width == 0) return;
    const double part = (value.toDouble() - from) / width;
    slider().setValue(slider().minimum() + qRound(part * (slider().maximum() - slider().minimum())));
  }
  QVariant maximumValue() const override { return range().to; }
  QVariant minimumValue() const override { return range().from; }
  QVariant minimumStepSize() const override { return at(slider().minimum() + 1) - range().from; }

 private:
  QSlider& slider() const { return *static_cast<QSlider*>(widget()); }
  SpokenRange range() const { return findSpokenRange(slider()); }
  double at(int step) const {
    const double steps = std::max(1, slider().maximum() - slider().minimum());
    return range().from + (range().to - range().from) * (step - slider().minimum()) / steps;
  }
};

// Asked with the class of a widget and those above it, one after the other.
QAccessibleInterface* makeFace(const QString& name, QObject* object) {
  if (name == "QLabel") return new LabelFace(static_cast<QLabel*>(object));
  if (name == "QSlider") return new SliderFace(static_cast<QSlider*>(object));
  if (name != "QComboBox" || static_cast<QComboBox*>(object)->isEditable()) return nullptr;
  return new ComboFace(static_cast<QComboBox*>(object));
}

}  // namespace

void installSpokenFaces() {
  static const bool once = [] {
    QAccessible::installFactory(makeFace);
    return true;
  }();
  Q_UNUSED(once);
}

}  // namespace clank
