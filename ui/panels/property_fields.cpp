// SPDX-License-Identifier: GPL-3.0-or-later
// The fields of the rows of a property form, one kind of property after the other.
#include <QCheckBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QVBoxLayout>
#include <array>

#include "ui/document/named_points.h"
#include "ui/look/part_names.h"
#include "ui/look/words.h"
#include "ui/panels/pair_row.h"
#include "ui/panels/phase_words.h"
#include "ui/panels/property_form.h"
#include "ui/panels/property_label.h"
#include "ui/panels/quantity_edit.h"
#include "ui/panels/segmented_choice.h"
#include "ui/panels/switch_edit.h"
#include "ui/panels/taken_value.h"
#include "ui/panels/typing_taken_back.h"
#include "ui/panels/unitless_names.h"
#include "ui/panels/widget_look.h"
#include "ui/panels/word_choice.h"

namespace clank {
namespace {

using Kind = Property::Kind;

// Two beside each other, if both have one. It stands outside of the right one, which is as wide as the left.
PairRow* makeRow(const std::array<QWidget*, 2>& fields) {
  auto* row = new PairRow(fields);
  auto *left = qobject_cast<QuantityEdit*>(fields[0]), *right = qobject_cast<QuantityEdit*>(fields[1]);
  if (!left || !right) return row;
  left->shareUnit(right);
  row->addUnit(right->unitLabel());
  return row;
}

}  // namespace

// Many cards have the same rows: a field of one says whose it is.
void PropertyForm::describeField(QWidget* field, const Property& property) {
  const QString label = tellLabel(property, properties_);
  field->setObjectName("property:" + toText(property.pointer));
  field->setAccessibleName(ofCard_.isEmpty() ? label : tr("%1 of %2").arg(label, ofCard_));
  field->setToolTip(toText(property.help));
}

QWidget* PropertyForm::makePair(const Property& left, const Property& right) {
  return makeRow({makeField(left, Side::left), makeField(right, Side::right)});
}

QWidget* PropertyForm::makeField(const Property& property, Side side) {
  switch (property.kind) {
    case Kind::partName:
    case Kind::choice:
    case Kind::variant:
      return makeWordField(property);
    case Kind::flag:
      return makeFlagField(property);
    case Kind::onOff:
      return makeSwitchField(property);
    case Kind::quantity:
    case Kind::law:
      return makeQuantityField(property, side);
    case Kind::point:
      return makePointField(property);
    default:
      return makeTextField(property);
  }
}

QWidget* PropertyForm::makeTextField(const Property& property) {
  auto* place = new QWidget;
  auto* layout = new QVBoxLayout(place);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(2);
  auto* field = new QLineEdit;
  auto* note = new NoteLabel;
  layout->addWidget(field);
  layout->addWidget(note);
  describeField(field, property);
  if (property.key == "name") field->setPlaceholderText(tr("name"));
  place->setFocusProxy(field);
  takeBackOnEscape(field);
  const auto complain = [field, note](const Remark& remark) { markField(field, note, remark); };
  const bool isOwnId = property.kind == Kind::id && property.pointer == pointer_ + "/id" &&
                       std::count(pointer_.begin(), pointer_.end(), '/') == 2;
  connect(field, &QLineEdit::editingFinished, this, [this, field, complain, property, isOwnId] {
    if (!field->isModified()) return;
    field->setModified(false);
    if (const auto wrong =
            explainTypedName(document_.drawn(), property.pointer, field->text().trimmed().toStdString());
        isPointName(property.pointer) && !wrong.empty())
      return complain({toText(wrong), true});
    if (!isOwnId) return change(property, field->text());
    const auto element = findElementAt(document_.drawn(), pointer_ + "/id");
    if (!element) return;
    const QString refused = document_.rename(*element, field->text());
    complain({refused, !refused.isEmpty()});
  });
  updaters_[property.pointer] = [this, field, complain](const Property& p) {
    if (!field->isModified() && field->text() != toText(p.text)) field->setText(toText(p.text));
    field->setCursorPosition(field->hasFocus() ? field->cursorPosition() : 0);
    if (!field->isModified()) complain(findRemark(p.pointer));
  };
  return place;
}

// Parts by their names, parameters by theirs and what expressions call them.
QString PropertyForm::tellWord(const Property& property, const std::string& word) const {
  const bool isPhase = property.key == "from" || property.key == "to";
  if (property.kind != Kind::partName || isPhase) return toPhaseWord(property.key, word);
  if (word.empty()) return tr("the first");  // case
  const Parameter* parameter = findById(document_.drawn().parameters, word);
  if (!parameter || parameter->name.empty()) return namePart(word);
  return tr("%1 (%2)").arg(toText(parameter->name), toText(word));
}

QWidget* PropertyForm::makeWordField(const Property& property) {
  auto* place = new QWidget;
  auto* layout = new QVBoxLayout(place);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(2);
  auto* field = new WordChoice;
  field->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  auto* note = new NoteLabel;
  layout->addWidget(field);
  layout->addWidget(note);
  place->setFocusProxy(field);
  describeField(field, property);
  field->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  field->setFocusPolicy(Qt::StrongFocus);
  for (const std::string& word : property.words) field->addItem(tellWord(property, word), toText(word));
  field->setMaxVisibleItems(field->count());  // all to choose from at once
  connect(field, &QComboBox::activated, this,
          [this, field, property](int index) { change(property, field->itemData(index).toString()); });
  updaters_[property.pointer] = [this, field, note](const Property& p) {
    for (int i = 0; i < field->count(); ++i)  // a part may have another name by now
      field->setItemText(i, tellWord(p, field->itemData(i).toString().toStdString()));
    field->setCurrentIndex(field->findData(toText(p.text)));
    if (field->currentIndex() < 0)
      field->setPlaceholderText(p.present ? toText(p.text) : tellTaken(document_.shown(), p));
    markField(field, note, findRemark(p.pointer));
  };
  return place;
}

QWidget* PropertyForm::makeFlagField(const Property& property) {
  auto* place = new QWidget;
  auto* layout = new QHBoxLayout(place);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(8);
  auto* field = new QCheckBox;
  QString what = toText(property.help);  // longer than the panel is wide
  if (what.startsWith("true: ")) what.remove(0, 6);
  auto* words = new NoteLabel;
  words->setObjectName("dim");
  words->say(what);
  layout->addWidget(field, 0, Qt::AlignTop);
  layout->addWidget(words, 1);
  place->setFocusProxy(field);
  describeField(field, property);
  connect(field, &QCheckBox::clicked, this,
          [this, property](bool on) { change(property, on ? "true" : "false"); });
  updaters_[property.pointer] = [field](const Property& p) { field->setChecked(p.text == "true"); };
  return place;
}

QWidget* PropertyForm::makeSwitchField(const Property& property) {
  auto* field = new SwitchEdit;
  describeField(field->choice(), property);
  describeField(field->field(), property);
  field->field()->setObjectName(field->choice()->objectName() + "/expression");
  connect(field, &SwitchEdit::edited, this,
          [this, property](const QString& text) { change(property, text); });
  updaters_[property.pointer] = [this, field](const Property& p) {
    field->setSwitch(toText(p.text), p.value);
    field->setRemark(findRemark(p.pointer));
  };
  return field;
}

// The left one of two has the unit of the right one, and both have their values beneath.
QWidget* PropertyForm::makeQuantityField(const Property& property, Side side) {
  auto* field = new QuantityEdit;
  if (side == Side::alone) field->showValueBeside();
  if (!widestUnit_.isEmpty()) field->setWidestUnit(widestUnit_);
  describeField(field->field(), property);
  connect(field, &QuantityEdit::edited, this,
          [this, property](const QString& text) { change(property, text); });
  updaters_[property.pointer] = [this, field](const Property& p) {
    if (p.optional) field->field()->setPlaceholderText(tellTaken(document_.shown(), p));
    field->setQuantity(toText(p.text), toText(p.unit), p.value);
    field->setStanding(p.standing);
    field->setDoubt(tellUnitless(document_.drawn(), p));
    field->setRemark(findRemark(p.pointer));
  };
  return field;
}

QWidget* PropertyForm::makePointField(const Property& property) {
  std::array<QWidget*, 2> fields{};
  for (const Property& part : property.parts) {
    auto* field = makeQuantityField(part, part.key == "x" ? Side::left : Side::right);
    fields[part.key == "x" ? 0 : 1] = field;
    QLineEdit* line = static_cast<QuantityEdit*>(field)->field();
    line->setAccessibleName(tr("%1, %2").arg(toText(property.label), line->accessibleName()));
    if (!property.optional) continue;
    // An absent point comes with its first coordinate.
    auto* quantity = static_cast<QuantityEdit*>(field);
    disconnect(quantity, &QuantityEdit::edited, this, nullptr);
    connect(quantity, &QuantityEdit::edited, this, [this, property, part](const QString& text) {
      changeLater(tr("change %1 of %2").arg(toText(property.label), title_),
                  [property, part, text](Mechanism& m) {
                    setPresent(m, property.pointer, !text.trimmed().isEmpty());
                    setPropertyText(m, part.pointer, text.toStdString());
                  });
    });
  }
  return makeRow(fields);
}

}  // namespace clank
