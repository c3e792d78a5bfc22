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

#include "ui/document/optimisation_edits.h"
#include "ui/document/study_edits.h"
#include "ui/look/part_names.h"
#include "ui/look/shown_units.h"
#include "ui/panels/parameter_panel.h"
#include "ui/panels/property_form.h"
#include "ui/panels/widget_look.h"

namespace clank {
namespace {

QToolButton* makeTool(const QString& text, const char* name, const QString& tip) {
  auto* button = new QToolButton;
  button->setProperty("framed", true);
  button->setText(text);
  button->setObjectName(name);
  button->setAccessibleName(tip);
  setTip(button, tip);
  return button;
}

QPushButton* makeButton(const QString& text, const char* name, const QString& tip = {}) {
  auto* button = new QPushButton(text);
  button->setObjectName(name);
  setTip(button, tip);
  return button;
}

void forbid(QAction* action, const QString& why) {
  action->setEnabled(false);
  action->setToolTip(why);
}

}  // namespace

StudyPanel::StudyPanel(MechanismDocument& document, QWidget* parent)
    : QWidget(parent),
      document_(document),
      studies_(new QComboBox),
      new_(makeTool(tr("New"), "addStudy", tr("Add a study"))),
      copy_(makeTool(tr("Copy"), "copyStudy", tr("A copy of this one, to change"))),
      remove_(makeTool(QString::fromUtf8("\u00d7"), "removeStudy", tr("Delete this one"))),
      run_(makeButton(tr("Run"), "runStudy", tr("Compute what is not computed yet, or search (F8)"))),
      stop_(makeButton(tr("Stop"), "stopStudy", tr("What is computed stays; Run goes on with it"))),
      no_(makeButton(tr("Not now"), "refuseStudy")),
      parameters_(makeButton(tr("Vary"), "varyParameter",
                             tr("Choose a parameter that differs from run to run, or drag it here from the "
                                "Parameters panel"))),
      pick_(makeButton(tr("Pick from a plot"), "pickQuantity",
                       tr("Then click a curve: what is to be computed of it"))),
      progress_(new QProgressBar),
      words_(new NoteLabel),
      empty_(makeDim({})),
      form_(new PropertyForm(document)),
      scroll_(new QScrollArea) {
  setAccessibleName(tr("Studies"));
  scroll_->setAccessibleName(tr("Settings of the study"));
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
  layout->addWidget(studies_);  // a row of its own: names are long
  auto* head = new QHBoxLayout;
  head->addStretch(1);
  for (QToolButton* button : {new_, copy_, remove_}) head->addWidget(button);
  buildNew();
  layout->addLayout(head);
  auto* tools = new QHBoxLayout;
  parameters_->setMenu(new QMenu(parameters_));
  parameters_->menu()->setToolTipsVisible(true);
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

// A click adds a study, the arrow beside it asks.
void StudyPanel::buildNew() {
  new_->setPopupMode(QToolButton::MenuButtonPopup);
  auto* menu = new QMenu(new_);
  menu->addAction(tr("Study: many runs"), this, [this] { add(Kind::study); });
  QAction* search =
      menu->addAction(tr("Optimisation: the best values"), this, [this] { add(Kind::optimisation); });
  search->setObjectName("addOptimisation");
  new_->setMenu(menu);
}

void StudyPanel::connectButtons() {
  connect(studies_, &QComboBox::activated, this,
          [this](int index) { choosePlace(studies_->itemData(index).toString().toStdString()); });
  connect(new_, &QToolButton::clicked, this, [this] { add(Kind::study); });
  connect(copy_, &QToolButton::clicked, this, &StudyPanel::copy);
  connect(remove_, &QToolButton::clicked, this, &StudyPanel::remove);
  connect(run_, &QPushButton::clicked, this, [this] { status_.asks ? Q_EMIT agreed() : Q_EMIT runAsked(); });
  connect(stop_, &QPushButton::clicked, this, &StudyPanel::stopAsked);
  connect(no_, &QPushButton::clicked, this, &StudyPanel::stopAsked);
  connect(parameters_->menu(), &QMenu::aboutToShow, this, &StudyPanel::fillParameters);
  connect(&document_, &MechanismDocument::drawnChanged, this, &StudyPanel::planRefresh);
  connect(&document_, &MechanismDocument::problemsChanged, this, &StudyPanel::planRefresh);
  connect(&document_, &MechanismDocument::drawnChanged, this, [this] { setFound({}); });
  connect(&document_, &MechanismDocument::loaded, this, [this] {
    chosen_.clear();
    kind_ = Kind::study;
    studies_->clear();
    setPicking(false);
  });
}

void StudyPanel::planRefresh() {
  if (planned_) return;
  planned_ = true;
  QMetaObject::invokeMethod(this, &StudyPanel::refresh, Qt::QueuedConnection);
}

void StudyPanel::add(Kind kind) {
  choose(kind == Kind::study ? addStudy(document_) : addOptimisation(document_), kind);
}

void StudyPanel::copy() {
  choose(
      kind_ == Kind::study ? duplicateStudy(document_, chosen_) : duplicateOptimisation(document_, chosen_),
      kind_);
}

void StudyPanel::remove() {
  kind_ == Kind::study ? removeStudy(document_, chosen_) : removeOptimisation(document_, chosen_);
}

void StudyPanel::choose(const std::string& id, Kind kind) {
  if (id.empty()) return planRefresh();  // of one that cannot be read
  if (id == chosen_ && kind == kind_) return;
  chosen_ = id;
  kind_ = kind;
  setFound({});
  refresh();
  Q_EMIT chosenChanged();
}

void StudyPanel::choosePlace(const std::string& pointer) {
  const auto go = [&](const auto& list, const std::string& head, Kind kind) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      const std::string place = head + std::to_string(i);
      if (pointer == place || pointer.starts_with(place + "/")) return choose(list[i].id, kind);
    }
  };
  go(document_.drawn().studies, "/studies/", Kind::study);
  go(document_.drawn().optimisations, "/optimisations/", Kind::optimisation);
}

// Each with its JSON pointer.
void StudyPanel::fillList() {
  const auto list = [this](const auto& all, const QString& head, const QString& words) {
    for (std::size_t i = 0; i < all.size(); ++i)
      studies_->addItem(words.arg(QString::fromStdString(all[i].name.empty() ? all[i].id : all[i].name)),
                        head + QString::number(i));
  };
  studies_->clear();
  list(document_.drawn().studies, "/studies/", "%1");
  list(document_.drawn().optimisations, "/optimisations/", tr("Optimisation: %1"));
}

const Unread* StudyPanel::findUnread() const {
  const Study* study = findById(document_.drawn().studies, chosen(Kind::study));
  const Optimisation* sought = findById(document_.drawn().optimisations, chosen(Kind::optimisation));
  const Unread* unread = kind_ == Kind::study ? (study ? &study->unread : nullptr)
                         : sought             ? &sought->unread
                                              : nullptr;
  return unread && *unread ? unread : nullptr;
}

// Its place in the list, or -1.
int StudyPanel::findChosen() const {
  if (chosen_.empty()) return -1;
  const Mechanism& drawn = document_.drawn();
  const auto indexIn = [&](const auto& list) {
    const auto found =
        std::find_if(list.begin(), list.end(), [&](const auto& one) { return one.id == chosen_; });
    return found == list.end() ? -1 : static_cast<int>(found - list.begin());
  };
  if (kind_ == Kind::study) return indexIn(drawn.studies);
  const int index = indexIn(drawn.optimisations);
  return index < 0 ? -1 : index + static_cast<int>(drawn.studies.size());
}

void StudyPanel::takeFromList(int index) {
  const Mechanism& drawn = document_.drawn();
  const auto place = static_cast<std::size_t>(std::max(0, index)), studies = drawn.studies.size();
  kind_ = index >= 0 && place >= studies ? Kind::optimisation : Kind::study;
  chosen_ = index < 0         ? std::string()
            : place < studies ? drawn.studies[place].id
                              : drawn.optimisations[place - studies].id;
}

// An id that was changed in its field is followed: it is at the place where it was.
void StudyPanel::refresh() {
  planned_ = false;
  const QSignalBlocker quiet(studies_);
  const int before = std::max(0, studies_->currentIndex());
  fillList();
  int at = findChosen();
  const bool isAnother = at < 0;
  if (isAnother) {
    at = std::min(before, studies_->count() - 1);  // -1: there is none
    takeFromList(at);
  }
  studies_->setCurrentIndex(at);
  place_ = studies_->currentData().toString().toStdString();
  if (isAnother) Q_EMIT chosenChanged();
  const bool any = at >= 0, isReadable = any && !findUnread();
  const QString none = tr("There is no study yet"), unread = tr("It cannot be read");
  allow(studies_, any, none);
  empty_->setVisible(!isReadable);
  empty_->setText(describeEmpty());
  scroll_->setVisible(isReadable);
  allow(remove_, any, none);
  allow(copy_, isReadable, any ? unread : none);
  allow(parameters_, !any || isReadable, unread);
  if (isReadable) form_->showObject(place_, QString::fromStdString(chosen_));
  setStatus(status_);
}

QString StudyPanel::describeEmpty() const {
  if (const Unread* unread = findUnread())
    return tr("It cannot be read: %1 (%2). It is kept as it stands in the file, which can be mended in a "
              "text "
              "editor, and does not run.")
        .arg(QString::fromStdString(unread->problems.front().what),
             QString::fromStdString(place_ + unread->problems.front().where));
  return tr(
      "No study yet. A study runs the mechanism many times, with parameters that differ, and shows what "
      "comes of it; an optimisation searches their best values. Drag a parameter here, or press New.");
}

void StudyPanel::fillParameters() {
  QMenu* menu = parameters_->menu();
  menu->clear();
  const Study* study = findById(document_.drawn().studies, chosen(Kind::study));
  const Optimisation* sought = findById(document_.drawn().optimisations, chosen(Kind::optimisation));
  for (const Parameter& parameter : document_.drawn().parameters) {
    const QString id = QString::fromStdString(parameter.id);
    const QString name = QString::fromStdString(parameter.name);
    QAction* action = menu->addAction(name.isEmpty() ? id : tr("%1 (%2)").arg(name, id), this,
                                      [this, id = parameter.id] { addParameter(id); });
    const auto isIn = [&](const auto& list) {
      return std::any_of(list.begin(), list.end(),
                         [&](const auto& one) { return one.parameter == parameter.id; });
    };
    const bool isTaken = sought ? isIn(sought->parameters) : study && isIn(study->parameters);
    const bool hasWords = sought && !parameter.choices.empty();
    if (isTaken) forbid(action, tr("It is in the list"));
    if (hasWords) forbid(action, tr("A search needs a number; this parameter is one of words"));
  }
  if (menu->isEmpty())
    forbid(menu->addAction(tr("The drawing has no parameters yet")),
           tr("Add in the panel Parameters makes one"));
}

// The first one begins a study.
void StudyPanel::addParameter(const std::string& id) {
  if (chosen_.empty()) add(Kind::study);
  kind_ == Kind::study ? addStudyParameter(document_, chosen_, id)
                       : addSearchedParameter(document_, chosen_, id);
}

QString StudyPanel::findFault() const {
  for (const Problem& problem : document_.problems())
    if (problem.severity == Severity::error &&
        (!isOfSearch(problem) || problem.where == place_ || problem.where.starts_with(place_ + "/")))
      return tellMessage(problem.what);
  return {};
}

void StudyPanel::setStatus(const Status& status) {
  status_ = status;
  const bool any = !chosen_.empty(), busy = status.busy && !status.asks;
  run_->setVisible(!busy);
  run_->setText(status.asks ? tr("Compute") : status.goesOn ? tr("Go on") : tr("Run"));
  const QString fault = any && !status.asks ? findFault() : QString();
  allow(run_, any && fault.isEmpty(), any ? fault : tr("There is no study yet"));
  stop_->setVisible(busy);
  no_->setVisible(status.asks);
  for (QPushButton* button : {parameters_, pick_}) button->setVisible(!status.asks);  // room for the answers
  allow(pick_, any && !findUnread(), any ? tr("It cannot be read") : tr("There is no study yet"));
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

#include "moc_study_panel.cpp"
