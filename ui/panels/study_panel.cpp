// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/study_panel.h"

#include <QComboBox>
#include <QDragEnterEvent>
#include <QHBoxLayout>
#include <QMenu>
#include <QMimeData>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/document/study_edits.h"
#include "ui/panels/parameter_panel.h"
#include "ui/panels/property_form.h"
#include "ui/panels/widget_look.h"

namespace clank {
namespace {

QToolButton* makeTool(const QString& text, const char* name, const QString& tip) {
  auto* button = new QToolButton;
  button->setText(text);
  button->setObjectName(name);
  button->setAccessibleName(tip);
  button->setToolTip(tip);
  return button;
}

QPushButton* makeButton(const QString& text, const char* name, const QString& tip = {}) {
  auto* button = new QPushButton(text);
  button->setObjectName(name);
  button->setToolTip(tip);
  return button;
}

}  // namespace

StudyPanel::StudyPanel(MechanismDocument& document, QWidget* parent)
    : QWidget(parent),
      document_(document),
      studies_(new QComboBox),
      new_(makeTool(tr("New"), "addStudy", tr("Add a study"))),
      copy_(makeTool(tr("Copy"), "copyStudy", tr("A copy of this study, to change"))),
      remove_(makeTool(QString::fromUtf8("\u00d7"), "removeStudy", tr("Delete this study"))),
      run_(makeButton(tr("Run"), "runStudy", tr("Compute what is not computed yet (F8)"))),
      stop_(makeButton(tr("Stop"), "stopStudy", tr("What is computed stays; Run goes on with it"))),
      no_(makeButton(tr("Not now"), "refuseStudy")),
      parameters_(makeButton(tr("Vary"), "varyParameter",
                             tr("Choose a parameter that differs from run to run, or drag it here from the "
                                "Parameters panel"))),
      pick_(makeButton(tr("Pick from a plot"), "pickQuantity",
                       tr("Then click a curve: what is to be computed of it"))),
      progress_(new QProgressBar),
      words_(new NoteLabel),
      empty_(
          makeDim(tr("No study yet. A study runs the mechanism many times, with parameters that differ, and "
                     "shows what comes of it. Drag a parameter here, or press New."))),
      form_(new PropertyForm(document)),
      scroll_(new QScrollArea) {
  setAccessibleName(tr("Studies"));
  setAcceptDrops(true);
  build();
  connectButtons();
  setStatus({});
  refresh();
}

void StudyPanel::build() {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(16, 8, 16, 8);
  layout->setSpacing(8);
  studies_->setObjectName("studies");
  studies_->setAccessibleName(tr("Study"));
  studies_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  auto* head = new QHBoxLayout;
  head->addWidget(studies_, 1);
  for (QToolButton* button : {new_, copy_, remove_}) head->addWidget(button);
  layout->addLayout(head);
  auto* tools = new QHBoxLayout;
  parameters_->setMenu(new QMenu(parameters_));
  pick_->setCheckable(true);
  tools->addWidget(parameters_);
  tools->addWidget(pick_);
  tools->addStretch(1);
  for (QPushButton* button : {run_, stop_, no_}) tools->addWidget(button);
  layout->addLayout(tools);
  progress_->setObjectName("studyProgress");
  progress_->setRange(0, 1000);
  progress_->setTextVisible(false);
  progress_->setFixedHeight(6);
  layout->addWidget(progress_);
  layout->addWidget(words_);
  empty_->setWordWrap(true);
  empty_->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  layout->addWidget(empty_);
  auto* body = new QWidget;
  body->setObjectName("panelBody");
  auto* inside = new QVBoxLayout(body);
  inside->setContentsMargins(0, 0, 4, 8);
  inside->addWidget(form_);
  inside->addStretch();
  scroll_->setWidgetResizable(true);
  scroll_->setFrameShape(QFrame::NoFrame);
  scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll_->setWidget(body);
  layout->addWidget(scroll_, 1);
}

void StudyPanel::connectButtons() {
  connect(studies_, &QComboBox::activated, this,
          [this](int index) { choose(studies_->itemData(index).toString().toStdString()); });
  connect(new_, &QToolButton::clicked, this, [this] { choose(addStudy(document_)); });
  connect(copy_, &QToolButton::clicked, this, [this] { choose(duplicateStudy(document_, chosen_)); });
  connect(remove_, &QToolButton::clicked, this, [this] { removeStudy(document_, chosen_); });
  connect(run_, &QPushButton::clicked, this, [this] { status_.asks ? Q_EMIT agreed() : Q_EMIT runAsked(); });
  connect(stop_, &QPushButton::clicked, this, &StudyPanel::stopAsked);
  connect(no_, &QPushButton::clicked, this, &StudyPanel::stopAsked);
  connect(parameters_->menu(), &QMenu::aboutToShow, this, &StudyPanel::fillParameters);
  connect(&document_, &MechanismDocument::drawnChanged, this, &StudyPanel::planRefresh);
  connect(&document_, &MechanismDocument::problemsChanged, this, &StudyPanel::planRefresh);
  connect(&document_, &MechanismDocument::drawnChanged, this, [this] { setFound({}); });
  connect(&document_, &MechanismDocument::loaded, this, [this] {
    chosen_.clear();
    setPicking(false);
  });
}

void StudyPanel::planRefresh() {
  if (planned_) return;
  planned_ = true;
  QMetaObject::invokeMethod(this, &StudyPanel::refresh, Qt::QueuedConnection);
}

void StudyPanel::choose(const std::string& id) {
  if (id == chosen_ || id.empty()) return;
  chosen_ = id;
  setFound({});
  refresh();
  Q_EMIT chosenChanged();
}

// An id that was changed in its field is followed: the study is at the place where it was.
void StudyPanel::refresh() {
  planned_ = false;
  const auto& studies = document_.drawn().studies;
  const int before = studies_->currentIndex();
  if (!findById(studies, chosen_)) {
    const auto place = std::clamp<std::size_t>(static_cast<std::size_t>(std::max(0, before)), 0,
                                               studies.empty() ? 0 : studies.size() - 1);
    chosen_ = studies.empty() ? std::string() : studies[place].id;
    Q_EMIT chosenChanged();
  }
  const QSignalBlocker quiet(studies_);
  studies_->clear();
  int at = -1;
  for (std::size_t i = 0; i < studies.size(); ++i) {
    const QString id = QString::fromStdString(studies[i].id);
    studies_->addItem(studies[i].name.empty() ? id : QString::fromStdString(studies[i].name), id);
    if (studies[i].id == chosen_) at = static_cast<int>(i);
  }
  studies_->setCurrentIndex(at);
  const bool any = at >= 0;
  studies_->setEnabled(any);
  empty_->setVisible(!any);
  scroll_->setVisible(any);
  for (QToolButton* button : {copy_, remove_}) button->setEnabled(any);
  if (any) form_->showObject("/studies/" + std::to_string(at), QString::fromStdString(chosen_));
  setStatus(status_);
}

void StudyPanel::fillParameters() {
  QMenu* menu = parameters_->menu();
  menu->clear();
  const Study* study = findById(document_.drawn().studies, chosen_);
  for (const Parameter& parameter : document_.drawn().parameters) {
    const QString id = QString::fromStdString(parameter.id);
    const QString name = QString::fromStdString(parameter.name);
    QAction* action = menu->addAction(name.isEmpty() ? id : tr("%1 (%2)").arg(name, id), this,
                                      [this, id = parameter.id] { addParameter(id); });
    action->setEnabled(!study || std::ranges::find(study->parameters, parameter.id,
                                                   &StudyParameter::parameter) == study->parameters.end());
  }
  if (menu->isEmpty()) menu->addAction(tr("The drawing has no parameters yet"))->setEnabled(false);
}

// The first one begins a study.
void StudyPanel::addParameter(const std::string& id) {
  if (chosen_.empty()) choose(addStudy(document_));
  addStudyParameter(document_, chosen_, id);
}

bool StudyPanel::isSound() const {
  const auto& studies = document_.drawn().studies;
  const auto concerns = [&](const Problem& problem) {
    if (problem.severity != Severity::error) return false;
    const auto place = findStudyOf(problem);
    return !place || (*place < studies.size() && studies[*place].id == chosen_);
  };
  return std::none_of(document_.problems().begin(), document_.problems().end(), concerns);
}

void StudyPanel::setStatus(const Status& status) {
  status_ = status;
  const bool any = !chosen_.empty(), busy = status.busy && !status.asks;
  run_->setVisible(!busy);
  run_->setText(status.asks ? tr("Compute") : status.goesOn ? tr("Go on") : tr("Run"));
  run_->setEnabled(any && (status.asks || isSound()));
  stop_->setVisible(busy);
  no_->setVisible(status.asks);
  pick_->setEnabled(any);
  progress_->setVisible(status.part >= 0);
  progress_->setValue(static_cast<int>(1000 * std::max(0.0, status.part)));
  const QString look = status.isBad ? "fieldError" : "dim";
  if (words_->objectName() != look) {
    words_->setObjectName(look);
    repolish(words_);
  }
  words_->say(status.words);
}

void StudyPanel::setFound(Problems problems) {
  if (problems == found_) return;
  found_ = problems;
  form_->setFound(std::move(problems));
}

bool StudyPanel::isPicking() const {
  return pick_->isChecked();
}

void StudyPanel::setPicking(bool on) {
  pick_->setChecked(on);
}

void StudyPanel::setLook(const Palette& palette) {
  form_->setLook(palette);
}

void StudyPanel::dragEnterEvent(QDragEnterEvent* event) {
  if (event->mimeData()->hasFormat(kParameterMime)) event->acceptProposedAction();
}

// The rows may be laid out anew in answer: after the drag.
void StudyPanel::dropEvent(QDropEvent* event) {
  const std::string id = event->mimeData()->data(kParameterMime).toStdString();
  event->acceptProposedAction();
  QMetaObject::invokeMethod(
      this, [this, id] { addParameter(id); }, Qt::QueuedConnection);
}

}  // namespace clank
