// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/run_panel.h"

#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QStyle>
#include <QVBoxLayout>
#include <algorithm>

#include "core/model/fields.h"
#include "ui/panels/number_words.h"
#include "ui/panels/parameter_text.h"

namespace clank {
namespace {

QFormLayout* makeForm(QVBoxLayout* into) {
  auto* form = new QFormLayout;
  form->setContentsMargins(0, 0, 0, 0);
  form->setHorizontalSpacing(16);
  form->setVerticalSpacing(6);
  form->setLabelAlignment(Qt::AlignLeft);
  into->addLayout(form);
  return form;
}

QLabel* makeDim(const QString& text) {
  auto* label = new QLabel(text);
  label->setObjectName("dim");
  return label;
}

QLabel* makeHeading(const QString& text) {
  auto* label = new QLabel(text);
  label->setObjectName("heading");
  return label;
}

void clear(QFormLayout* form) {
  while (form->rowCount() > 0) form->removeRow(0);
}

// Style sheets look at this property.
void mark(QWidget* field, const char* property, bool on) {
  field->setProperty(property, on);
  field->style()->unpolish(field);
  field->style()->polish(field);
}

}  // namespace

RunPanel::RunPanel(QWidget* parent)
    : QScrollArea(parent),
      title_(makeHeading({})),
      note_(makeDim({})),
      reset_(new QPushButton(tr("Reset values"))) {
  setAccessibleName(tr("Run: case, parameters and settings"));
  setWidgetResizable(true);
  setFrameShape(QFrame::NoFrame);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  auto* body = new QWidget;
  body->setObjectName("panelBody");
  auto* layout = new QVBoxLayout(body);
  layout->setContentsMargins(16, 8, 16, 16);
  layout->setSpacing(8);
  title_->setWordWrap(true);
  note_->setWordWrap(true);
  layout->addWidget(title_);
  layout->addWidget(note_);
  layout->addWidget(makeHeading(tr("Parameters")));
  parameters_ = makeForm(layout);
  reset_->setAccessibleName(tr("Reset parameter values to those of the case"));
  layout->addWidget(reset_, 0, Qt::AlignLeft);
  layout->addWidget(makeHeading(tr("Settings")));
  settings_ = makeForm(layout);
  layout->addStretch();
  setWidget(body);
  connect(reset_, &QPushButton::clicked, this, &RunPanel::resetAsked);
}

void RunPanel::setMechanism(const Mechanism& resolved, const std::string& caseId,
                            const std::map<std::string, std::string>& overrides) {
  const auto found = std::find_if(resolved.cases.begin(), resolved.cases.end(),
                                  [&](const Case& c) { return c.id == caseId; });
  const bool has = found != resolved.cases.end();
  title_->setText(
      QString::fromStdString(has ? (found->name.empty() ? found->id : found->name) : resolved.name));
  note_->setText(QString::fromStdString(has ? found->note : resolved.description));
  note_->setVisible(!note_->text().isEmpty());
  clear(parameters_);
  for (const auto& parameter : resolved.parameters)
    addParameter(parameter, overrides.count(parameter.id) > 0);
  if (resolved.parameters.empty()) parameters_->addRow(makeDim(tr("This mechanism has none.")));
  reset_->setVisible(!overrides.empty());
  clear(settings_);
  addSettings(resolved.simulation);
}

void RunPanel::addParameter(const Parameter& parameter, bool changed) {
  const QString id = QString::fromStdString(parameter.id);
  const QString name = parameter.name.empty() ? id : QString::fromStdString(parameter.name);
  QWidget* field = nullptr;
  if (parameter.choices.empty()) {
    auto* edit = new QLineEdit(toFieldText(parameter));
    edit->setAlignment(Qt::AlignRight);
    connect(edit, &QLineEdit::editingFinished, this, [this, edit, id] {
      if (!edit->isModified()) return;
      edit->setModified(false);
      // The panel is laid out anew in answer: not while the field is still busy.
      QMetaObject::invokeMethod(
          this, [this, id, text = edit->text()] { Q_EMIT parameterEdited(id, text); }, Qt::QueuedConnection);
    });
    field = edit;
  } else {
    auto* words = new QComboBox;
    for (const auto& word : parameter.choices) words->addItem(QString::fromStdString(word));
    words->setCurrentText(toFieldText(parameter));
    connect(words, &QComboBox::textActivated, this, [this, id](const QString& word) {
      QMetaObject::invokeMethod(
          this, [this, id, word] { Q_EMIT parameterEdited(id, word); }, Qt::QueuedConnection);
    });
    words->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    field = words;
  }
  field->setMinimumWidth(88);
  field->setObjectName("parameter:" + id);
  field->setAccessibleName(name);
  field->setToolTip(tr("%1, for expressions and --set").arg(id));
  mark(field, "changed", changed);
  auto* row = new QHBoxLayout;
  row->setSpacing(8);
  row->addWidget(field, 1);
  if (!parameter.unit.empty() && parameter.unit != "1") {
    auto* unit = makeDim(QString::fromStdString(parameter.unit));
    unit->setMinimumWidth(48);
    row->addWidget(unit);
  }
  auto* label = makeDim(name);
  label->setWordWrap(true);
  label->setBuddy(field);
  parameters_->addRow(label, row);
}

void RunPanel::addSettings(const SimulationSettings& settings) {
  const auto add = [this](const QString& label, const QString& text) {
    auto* value = new QLabel(text);
    value->setWordWrap(true);
    value->setTextInteractionFlags(Qt::TextSelectableByMouse);
    value->setAccessibleName(label);
    settings_->addRow(makeDim(label), value);
  };
  add(tr("duration"), toWords(settings.duration.value) + " s");
  add(tr("samples every"), toWords(settings.outputInterval.value) + " s");
  add(tr("integrator"), Words<IntegratorKind>::names[static_cast<std::size_t>(settings.integrator.value)]);
  add(tr("tolerance"),
      tr("%1 relative, %2 absolute")
          .arg(toWords(settings.relativeTolerance.value), toWords(settings.absoluteTolerance.value)));
  if (settings.maxStep.value > 0) add(tr("greatest step"), toWords(settings.maxStep.value) + " s");
  add(tr("capture speed"), toWords(settings.captureSpeed.value) + " m/s");
}

void RunPanel::showError(const QString& parameter, const QString& why) {
  auto* field = findChild<QWidget*>("parameter:" + parameter);
  if (!field) return;
  field->setToolTip(why);
  mark(field, "wrong", true);
}

}  // namespace clank
