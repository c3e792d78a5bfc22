// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/parameter_panel.h"

#include <QApplication>
#include <QComboBox>
#include <QDrag>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QMouseEvent>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <array>
#include <string_view>

#include "core/io/number_text.h"
#include "core/math/units.h"
#include "core/model/quantity_text.h"
#include "ui/document/element_edits.h"
#include "ui/document/element_names.h"
#include "ui/look/part_names.h"
#include "ui/look/scale.h"
#include "ui/look/shown_units.h"
#include "ui/look/spoken_range.h"
#include "ui/panels/case_bar.h"
#include "ui/panels/parameter_text.h"
#include "ui/panels/property_form.h"
#include "ui/panels/quantity_edit.h"
#include "ui/panels/run_times.h"
#include "ui/panels/widget_look.h"

namespace clank {
namespace {

// What an expression, or a number in SI, amounts to in the unit of its parameter; of a number with its unit
// nothing new.
std::optional<double> findShownValue(const QString& text, const Parameter& shown) {
  static const QRegularExpression withUnit("^[-+0-9.eE]+ +[A-Za-z/0-9^ ]+$");
  const auto unit = findUnit(shown.unit);
  const double factor = unit ? unit->factor : 1;
  if (withUnit.match(text.trimmed()).hasMatch()) return std::nullopt;
  if (factor == 1 && readNumber(text.trimmed().toStdString())) return std::nullopt;
  return shown.value.value / factor;
}

// A name that is too long for the panel ends in dots. It can be dragged to a study.
class NameButton : public QPushButton {
 public:
  NameButton(const QString& whole, const QString& id, std::function<void()> taken)
      : QPushButton(whole), whole_(whole), id_(id), taken_(std::move(taken)) {
    setObjectName("parameterName");
    setAccessibleName(whole);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  }

 protected:
  void resizeEvent(QResizeEvent* event) override {
    QPushButton::resizeEvent(event);
    setText(fontMetrics().elidedText(whole_, Qt::ElideRight, width()));
  }
  void mousePressEvent(QMouseEvent* event) override {
    pressed_ = event->pos();
    QPushButton::mousePressEvent(event);
  }
  void mouseMoveEvent(QMouseEvent* event) override {
    const bool isDrag = event->buttons().testFlag(Qt::LeftButton) &&
                        (event->pos() - pressed_).manhattanLength() >= QApplication::startDragDistance();
    if (!isDrag) return QPushButton::mouseMoveEvent(event);
    setDown(false);  // it is no click
    taken_();
    auto* named = new QMimeData;
    named->setData(kParameterMime, id_.toUtf8());
    auto* drag = new QDrag(this);
    drag->setMimeData(named);
    QLabel picture(id_);
    picture.setMargin(6);
    drag->setPixmap(picture.grab());
    drag->exec(Qt::CopyAction);
  }

 private:
  QString whole_, id_;
  std::function<void()> taken_;  // told when it is dragged
  QPoint pressed_;
};

}  // namespace

namespace {

bool isOfSolver(const std::string& key) {
  constexpr std::array<const char*, 9> kKeys{"integrator",      "relative_tolerance", "absolute_tolerance",
                                             "max_step",        "time_step",          "drift_control",
                                             "baumgarte_alpha", "baumgarte_beta",     "impacts"};
  return std::find(kKeys.begin(), kKeys.end(), key) != kKeys.end();
}

}  // namespace

ParameterPanel::ParameterPanel(MechanismDocument& document, Selection& selection, QWidget* parent)
    : QScrollArea(parent),
      document_(document),
      selection_(selection),
      case_(new CaseBar(document)),
      rows_(new QVBoxLayout),
      settings_(new PropertyForm(document)),
      solver_(new PropertyForm(document)),
      fold_(new QToolButton) {
  setAccessibleName(tr("Run: case, parameters and settings"));
  setWidgetResizable(true);
  setFrameShape(QFrame::NoFrame);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  auto* body = new QWidget;
  body->setObjectName("panelBody");
  auto* layout = new QVBoxLayout(body);
  layout->setContentsMargins(16, 8, 16, 16);
  layout->setSpacing(8);
  layout->addWidget(case_);
  auto* head = new QHBoxLayout;
  head->addWidget(makeHeading(tr("Parameters")), 1);
  auto* add = new QPushButton(tr("Add"));
  add->setObjectName("addParameter");
  add->setAccessibleName(tr("Add a parameter"));
  head->addWidget(add);
  layout->addLayout(head);
  rows_->setSpacing(4);
  layout->addLayout(rows_);
  layout->addWidget(makeHeading(tr("Settings")));
  layout->addWidget(settings_);
  addSolver(layout);
  layout->addStretch();
  setWidget(body);
  connect(add, &QPushButton::clicked, this, [this] {
    document_.edit(tr("add a parameter"), [](Mechanism& m) {
      Parameter parameter;
      parameter.id = makeId(m, "p");
      parameter.value = 1.0;
      parameter.min = Quantity(0.0);
      parameter.max = Quantity(2.0);
      m.parameters.push_back(std::move(parameter));
    });
    selection_.select({ElementKind::parameter, document_.drawn().parameters.back().id});
  });
  connect(&document_, &MechanismDocument::drawnChanged, this, &ParameterPanel::planRefresh);
  connect(&document_, &MechanismDocument::problemsChanged, this, &ParameterPanel::planRefresh);
}

// Most people never need them. Duration and output interval stand beside the timeline.
void ParameterPanel::addSolver(QVBoxLayout* into) {
  settings_->setFilter(
      [](const Property& property) { return !isRunTime(property.key) && !isOfSolver(property.key); });
  solver_->setFilter([](const Property& property) { return isOfSolver(property.key); });
  fold_->setObjectName("solverFold");
  fold_->setText(tr("Solver"));
  fold_->setAccessibleName(tr("Settings of the solver"));
  fold_->setCheckable(true);
  fold_->setAutoRaise(true);
  fold_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  auto* content = new QWidget;
  auto* rows = new QVBoxLayout(content);
  rows->setContentsMargins(0, 0, 0, 0);
  auto* words =
      makeDim(tr("How the equations are solved. Smaller tolerances when the energy does not close; larger "
                 "ones, or fixed steps (Moreau-Jean), when a run with many contacts takes too long."));
  words->setWordWrap(true);
  rows->addWidget(words);
  rows->addWidget(solver_);
  into->addWidget(fold_, 0, Qt::AlignLeft);
  into->addWidget(content);
  const auto unfold = [this, content](bool open) {
    fold_->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
    content->setVisible(open);
  };
  connect(fold_, &QToolButton::toggled, this, unfold);
  unfold(false);
}

// Then it is open, so that the field that is wrong is seen.
bool ParameterPanel::hasSolverProblem() const {
  constexpr std::string_view kSettings = "/simulation/";
  const auto& problems = document_.problems();
  return std::any_of(problems.begin(), problems.end(), [&](const Problem& problem) {
    return problem.where.starts_with(kSettings) && isOfSolver(problem.where.substr(kSettings.size()));
  });
}

// Many changes in one go, such as those of a drag, are shown once.
void ParameterPanel::planRefresh() {
  if (planned_) return;
  planned_ = true;
  QMetaObject::invokeMethod(this, &ParameterPanel::refresh, Qt::QueuedConnection);
}

void ParameterPanel::refresh() {
  planned_ = false;
  const Mechanism& drawn = document_.drawn();
  case_->refresh();
  std::string shape;
  for (const Parameter& p : drawn.parameters) {
    shape += p.id + "|" + p.name + (p.min && p.max ? "|slider" : "|");
    for (const std::string& word : p.choices) shape += "," + word;
  }
  if (shape != shape_ || updaters_.size() != drawn.parameters.size()) {
    shape_ = shape;
    build();
  }
  for (const auto& update : updaters_) update();
  widenFields();
  for (PropertyForm* form : {settings_, solver_}) form->showObject("/simulation", tr("the settings"));
  if (hasSolverProblem()) fold_->setChecked(true);
}

void ParameterPanel::build() {
  builtFor_ = lookScale(this);
  updaters_.clear();
  besideSliders_.clear();
  fieldWidth_ = 0;
  clearLayout(rows_);
  for (const Parameter& parameter : document_.drawn().parameters) {
    addHead(parameter);
    parameter.choices.empty() ? addNumber(parameter) : addWords(parameter);
  }
  if (!document_.drawn().parameters.empty()) return;
  auto* none = makeDim(tr("None yet. A parameter can stand in any field by its name."));
  none->setWordWrap(true);  // else the panel is wider than it shows, and its Add buttons out of sight
  rows_->addWidget(none);
}

// The name selects the parameter, so that its unit, limits and id can be edited with the properties.
void ParameterPanel::addHead(const Parameter& parameter) {
  const QString id = QString::fromStdString(parameter.id);
  auto* row = new QHBoxLayout;
  const QString whole = nameElement(document_.drawn(), {ElementKind::parameter, parameter.id});
  auto* name = new NameButton(whole, id, [this] { Q_EMIT parameterTaken(); });
  name->setToolTip(
      tr("%1: %2 in expressions. Click to edit name, unit and limits; drag it to a study.").arg(whole, id));
  row->addWidget(name, 1);
  auto* remove = new QToolButton;
  remove->setText(QString::fromUtf8("\u00d7"));
  remove->setObjectName("removeParameter:" + id);
  remove->setAccessibleName(tr("Remove %1").arg(whole));
  remove->setToolTip(tr("Remove %1").arg(whole));
  remove->setAutoRaise(true);
  row->addWidget(remove);
  rows_->addLayout(row);
  const ElementId element{ElementKind::parameter, parameter.id};
  connect(name, &QPushButton::clicked, this, [this, element] { selection_.select(element); });
  connect(remove, &QToolButton::clicked, this, [this, element] {
    QMetaObject::invokeMethod(
        this, [this, element] { document_.remove({element}); }, Qt::QueuedConnection);
  });
}

// All alike, so that the sliders are; values with long units are whole. While a slider moves they only grow.
void ParameterPanel::widenFields() {
  constexpr int kUsual = 112, kMost = 168, kEdges = 26;  // px
  const double scale = lookScale(this);
  for (const QuantityEdit* edit : besideSliders_) {
    const int text = edit->field()->fontMetrics().horizontalAdvance(edit->field()->text());
    fieldWidth_ = std::clamp(text + qRound(kEdges * scale), std::max(fieldWidth_, qRound(kUsual * scale)),
                             std::max(fieldWidth_, qRound(kMost * scale)));
  }
  for (QuantityEdit* edit : besideSliders_) edit->setFixedWidth(fieldWidth_);
}

void ParameterPanel::addNumber(const Parameter& parameter) {
  const QString id = QString::fromStdString(parameter.id);
  auto* row = new QHBoxLayout;
  row->setSpacing(12);
  QSlider* slider = nullptr;
  if (parameter.min && parameter.max) {
    slider = new QSlider(Qt::Horizontal);
    slider->setObjectName("slider:" + id);
    slider->setAccessibleName(nameElement(document_.drawn(), {ElementKind::parameter, parameter.id}));
    slider->setRange(0, kSliderSteps);
    slider->setPageStep(kSliderSteps / 10);
    bindSlider(slider, parameter.id);
    row->addWidget(slider, 1, Qt::AlignTop);
  }
  auto* edit = new QuantityEdit;
  edit->field()->setObjectName("parameter:" + id);
  edit->field()->setAccessibleName(nameElement(document_.drawn(), {ElementKind::parameter, parameter.id}));
  edit->field()->setAlignment(Qt::AlignRight);
  edit->showUnitWithValueOnly();
  if (slider) besideSliders_.push_back(edit);
  row->addWidget(edit, slider ? 0 : 1);
  rows_->addLayout(row);
  connect(edit, &QuantityEdit::edited, this, [this, id = parameter.id](const QString& text) {
    const Parameter* p = findById(document_.drawn().parameters, id);
    const QString whole =
        p ? QString::fromStdString(withPlainUnit(text.trimmed().toStdString(), p->unit)) : text;
    QMetaObject::invokeMethod(
        this, [this, id, whole] { change(id, whole, -1); }, Qt::QueuedConnection);
  });
  updaters_.push_back([this, slider, edit, index = updaters_.size()] {
    const Parameter& drawn = document_.drawn().parameters[index];
    const Parameter& shown = document_.shown().parameters[index];
    const QString text =
        QString::fromStdString(findParameterText(document_.drawn(), document_.caseId(), drawn.id));
    edit->setQuantity(text, QString::fromStdString(drawn.unit), findShownValue(text, shown));
    edit->setRemark(findRemark(index));
    if (!slider) return;
    const auto unit = findUnit(shown.unit);
    const double factor = unit ? unit->factor : 1;
    const int step = toSliderStep(shown);
    setSpokenRange(*slider,
                   {shown.min->value / factor, shown.max->value / factor, toSliderText(shown, step)});
    if (slider->isSliderDown()) return;
    const QSignalBlocker quiet(slider);
    slider->setValue(step);
  });
}

void ParameterPanel::addWords(const Parameter& parameter) {
  const QString id = QString::fromStdString(parameter.id);
  auto* words = new QComboBox;
  words->setObjectName("parameter:" + id);
  words->setAccessibleName(nameElement(document_.drawn(), {ElementKind::parameter, parameter.id}));
  words->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  for (const std::string& word : parameter.choices) words->addItem(QString::fromStdString(word));
  rows_->addWidget(words);
  connect(words, &QComboBox::textActivated, this, [this, id = parameter.id](const QString& word) {
    QMetaObject::invokeMethod(
        this, [this, id, word] { change(id, word, -1); }, Qt::QueuedConnection);
  });
  updaters_.push_back([this, words, index = updaters_.size()] {
    words->setCurrentText(QString::fromStdString(document_.shown().parameters[index].choice));
    const Remark remark = findRemark(index);
    mark(words, "wrong", remark.isWrong);
    words->setToolTip(remark.text);
  });
}

// One pull is one step; so are key presses in a row.
void ParameterPanel::bindSlider(QSlider* slider, const std::string& id) {
  connect(slider, &QSlider::sliderPressed, this, [this] { mergeId_ = document_.makeMergeId(); });
  connect(slider, &QSlider::valueChanged, this, [this, id](int step) {
    if (mergeId_ < 0) mergeId_ = document_.makeMergeId();
    if (const Parameter* shown = findById(document_.shown().parameters, id))
      change(id, toSliderText(*shown, step), mergeId_);
  });
  connect(slider, &QSlider::sliderReleased, this, [this] { mergeId_ = -1; });
}

void ParameterPanel::change(const std::string& id, const QString& text, int mergeId) {
  const std::string caseId = document_.caseId();
  const bool changed = document_.edit(
      tr("change %1").arg(nameElement(document_.drawn(), {ElementKind::parameter, id})),
      [&](Mechanism& m) {
        Parameter* parameter = findById(m.parameters, id);
        if (!parameter) return;
        const std::string before = findParameterText(m, caseId, id);
        setParameterText(m, caseId, id, text.trimmed().toStdString());
        if (mergeId < 0)
          moveLimits(*parameter, before, findParameterText(m, caseId, id));  // typed, not pulled
      },
      mergeId);
  if (!changed) planRefresh();
}

Remark ParameterPanel::findRemark(std::size_t index) const {
  const std::string own = "/parameters/" + std::to_string(index) + "/";
  const std::string set = "/set/" + document_.drawn().parameters[index].id;
  return clank::findRemark({&document_.problems()}, [&](const Problem& problem) {
    return problem.where.starts_with(own) || problem.where.ends_with(set);
  });
}

// Larger letters want other widths.
void ParameterPanel::changeEvent(QEvent* event) {
  QScrollArea::changeEvent(event);
  if (event->type() != QEvent::StyleChange || builtFor_ == lookScale(this)) return;
  shape_.clear();
  planRefresh();
}

}  // namespace clank

#include "moc_parameter_panel.cpp"
