// SPDX-License-Identifier: GPL-3.0-or-later
//
// Each example is run once, one after another on one thread, with as many samples as the picture needs. After
// that the page only paints.
#include "ui/window/start_page.h"

#include <QApplication>
#include <QCursor>
#include <QEvent>
#include <QFileInfo>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QStyle>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "core/io/mechanism_file.h"
#include "ui/scene/row_layout.h"
#include "ui/window/example_card.h"
#include "ui/window/examples.h"
#include "ui/window/file_commands.h"

namespace clank {
namespace {

constexpr int kFrameInterval = 50;       // ms
constexpr int kFrames = 120;             // of a film
constexpr int kMostFilming = 2500;       // ms; what takes longer is seen to move as far as it came
constexpr qint64 kMostBytes = 2000000;   // of a drawing that is read for its card: the page is there at once
constexpr std::size_t kMostParts = 300;  // of what is filmed: a recent drawing may be as large as one likes
constexpr int kCardWidth = 260;          // px, about
constexpr int kFewest = 2, kMost = 6;
constexpr int kPageEdge = 40, kCardGap = 16;  // px

QLabel* makeLabel(const QString& text, const char* name) {
  auto* label = new QLabel(text);
  label->setObjectName(name);
  label->setWordWrap(true);
  return label;
}

// By a search; before the page is shown all widgets count as hidden.
bool isLeftOut(const QWidget& card) {
  return card.isHidden() && card.testAttribute(Qt::WA_WState_ExplicitShowHide);
}

bool isSmall(const Mechanism& mechanism) {
  return mechanism.bodies.size() + mechanism.joints.size() + mechanism.contacts.size() <= kMostParts;
}

std::vector<std::vector<Placement>> makeFrames(const Trajectory& film, const Mechanism& mechanism) {
  std::vector<std::vector<Placement>> frames;
  const RowLayout layout(mechanism, film.channels());
  std::vector<Placement> places(mechanism.bodies.size());
  double next = 0;  // events add samples of their own: equal steps only
  const double step = mechanism.simulation.duration.value / kFrames;
  for (std::size_t i = 0; i < film.sampleCount(); ++i) {
    if (film.time(i) < next - step / 2 || !layout.readPoses(film.row(i), places)) continue;
    frames.push_back(places);
    next += step;
  }
  return frames;
}

}  // namespace

StartPage::StartPage(QWidget* parent) : QScrollArea(parent) {
  setAccessibleName(tr("Start page: examples"));
  setWidgetResizable(true);
  setFrameShape(QFrame::NoFrame);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setObjectName("startPage");
  setFocusPolicy(Qt::NoFocus);  // its cards take it
  timer_.setInterval(kFrameInterval);
  connect(&timer_, &QTimer::timeout, this, &StartPage::tick);
}

StartPage::~StartPage() {
  retire();
  sayGoodbye(retired_);
}

void StartPage::fill() {
  auto* page = new QWidget;
  page->setObjectName("startBody");
  auto* layout = new QVBoxLayout(page);
  layout->setContentsMargins(kPageEdge, 32, kPageEdge, 32);
  layout->setSpacing(16);
  layout->addWidget(makeLabel(tr("Draw a linkage and see how it really moves"), "startTitle"));
  layout->addWidget(makeLabel(tr("Begin with an example, or with an empty drawing."), "dim"));
  auto* empty = new QPushButton(tr("Empty drawing"));
  empty->setObjectName("emptyDrawing");
  back_ = new QPushButton;
  back_->setObjectName("backToDrawing");
  connect(back_, &QPushButton::clicked, this, &StartPage::backAsked);
  auto* beginnings = new QHBoxLayout;
  beginnings->addWidget(empty);
  beginnings->addWidget(back_);
  beginnings->addStretch();
  layout->addLayout(beginnings);
  nameBack();
  connect(empty, &QPushButton::clicked, this, &StartPage::emptyAsked);
  auto* search = search_ = new QLineEdit;
  search->setObjectName("searchExamples");
  search->setPlaceholderText(tr("Search examples"));
  search->setAccessibleName(tr("Search examples"));
  search->setClearButtonEnabled(true);
  for (auto* clear : search->findChildren<QToolButton*>()) clear->setAccessibleName(tr("Clear the search"));
  search->setMaximumWidth(2 * kCardWidth);
  layout->addWidget(search);
  connect(search, &QLineEdit::textChanged, this, &StartPage::search);
  connect(search, &QLineEdit::returnPressed, this, [this, search] {
    const auto first =
        std::find_if(cards_.begin(), cards_.end(), [](const ExampleCard* card) { return !isLeftOut(*card); });
    if (!search->text().trimmed().isEmpty() && first != cards_.end()) (*first)->click();
  });
  nothing_ = makeLabel(tr("No example speaks of that."), "dim");
  nothing_->hide();
  layout->addWidget(nothing_);
  std::vector<ExampleFamily> own;
  for (const QString& path : recent_)
    if (!isExample(path) && own.size() < kMost) own.push_back({{}, {path}});
  addCards(layout, tr("Recent drawings"), own);
  addCards(layout, tr("Linkages"), listFamilies("linkages"));
  addCards(layout, tr("Surfaces, friction and impact"), listFamilies("contacts"));
  addCards(layout, tr("Ropes, belts and cams"), listFamilies("elements"));
  addCards(layout, tr("Joints that let go, couple or change"), listFamilies("metamorphic"));
  addCards(layout, tr("Points on curves"), listFamilies("curves"));
  addCards(layout, tr("Mechanisms of the literature"), listFamilies("papers"));
  addCards(layout, tr("Benchmarks"), listFamilies("benchmarks"));
  layout->addStretch();
  setWidget(page);
  columns_ = 0;  // the cards are new
  arrange();
}

void StartPage::setDrawing(const QString& title) {
  drawing_ = title;
  if (back_) nameBack();
}

void StartPage::nameBack() {
  constexpr qsizetype kLongest = 40;  // letters
  const QString name = drawing_.size() > kLongest ? drawing_.left(kLongest) + QChar(0x2026) : drawing_;
  back_->setText(tr("Back to %1").arg(QString(name).replace('&', "&&")));
  back_->setVisible(!drawing_.isEmpty());
}

void StartPage::keyPressEvent(QKeyEvent* event) {
  if (event->key() != Qt::Key_Escape || drawing_.isEmpty()) return QScrollArea::keyPressEvent(event);
  Q_EMIT backAsked();
}

void StartPage::focusSearch() {
  if (search_) search_->setFocus(Qt::ShortcutFocusReason);
}

void StartPage::addCard(const ExampleFamily& family, std::vector<ExampleCard*>& cards) {
  std::vector<ExampleCard::Variant> variants;
  for (const QString& path : family.paths) {
    if (QFileInfo(path).size() > kMostBytes) continue;
    auto file = loadMechanism(std::filesystem::path(path.toStdU16String()));
    auto resolved = file ? resolve(file->mechanism) : Result<Mechanism>(tl::unexpect, Problems{});
    if (resolved) variants.push_back({path, std::move(*resolved)});
  }
  if (variants.empty()) return;
  auto* card = new ExampleCard(family.title, std::move(variants));
  card->setLook(palette_);
  connect(card, &ExampleCard::picked, this, &StartPage::picked);
  cards_.push_back(card);
  unfilmed_.push_back(card);
  cards.push_back(card);
}

void StartPage::addCards(QVBoxLayout* into, const QString& title,
                         const std::vector<ExampleFamily>& families) {
  Group group{makeLabel(title, "heading"), new QGridLayout, {}};
  group.grid->setSpacing(kCardGap);
  for (const ExampleFamily& family : families) addCard(family, group.cards);
  if (group.cards.empty()) {
    delete group.title;
    return delete group.grid;
  }
  into->addWidget(group.title);
  into->addLayout(group.grid);
  groups_.push_back(std::move(group));
}

// What does not speak of it goes; the rest comes together.
void StartPage::search(const QString& words) {
  bool isAnyFound = false;
  for (Group& group : groups_) {
    bool any = false;
    for (ExampleCard* card : group.cards) {
      card->setVisible(card->search(words));
      any = any || !isLeftOut(*card);
    }
    group.title->setVisible(any);
    isAnyFound = isAnyFound || any;
  }
  nothing_->setVisible(!isAnyFound);
  columns_ = 0;
  arrange();
}

// As many in a row as the window holds, and the same columns in every group.
void StartPage::arrange() {
  const int columns = std::clamp((viewport()->width() - 2 * kPageEdge) / kCardWidth, kFewest, kMost);
  if (columns == columns_) return;
  columns_ = columns;
  for (Group& group : groups_) {
    while (group.grid->count() > 0) delete group.grid->takeAt(0);
    for (int i = 0; i < kMost; ++i) {
      group.grid->setColumnStretch(i, i < columns ? 1 : 0);
      group.grid->setColumnMinimumWidth(i, i < columns ? kCardWidth - 60 : 0);
    }
    int placed = 0;
    for (ExampleCard* card : group.cards) {
      if (isLeftOut(*card)) continue;
      group.grid->addWidget(card, placed / columns, placed % columns);
      ++placed;
    }
    // The grid leaves no gap before an empty column: cards would be wider than those of other groups.
    const int empty = std::max(0, columns - placed);
    group.grid->setContentsMargins(0, 0, empty * kCardGap, 0);
  }
}

void StartPage::resizeEvent(QResizeEvent* event) {
  QScrollArea::resizeEvent(event);
  arrange();
}

void StartPage::setLook(const Palette& palette) {
  palette_ = palette;
  for (ExampleCard* card : cards_) card->setLook(palette);
}

void StartPage::showEvent(QShowEvent* event) {
  if (const QStringList recent = FileCommands::listRecent(); !widget() || recent != recent_) {
    recent_ = recent;
    retire();
    groups_.clear();
    cards_.clear();
    unfilmed_.clear();
    showing_ = 0;
    fill();
  }
  clock_.start();
  attention_.start();
  timer_.start();
  QScrollArea::showEvent(event);
}

void StartPage::hideEvent(QHideEvent* event) {
  timer_.stop();
  stopFilming();
  QScrollArea::hideEvent(event);
}

// Nobody watches a window that is not active. (A change of activation is told to the window alone, these two
// to all of its parts.)
bool StartPage::event(QEvent* event) {
  if (event->type() == QEvent::WindowActivate && isVisible()) {
    attention_.start();  // who comes back by a key looks at it, too
    timer_.start();
  }
  if (event->type() == QEvent::WindowDeactivate) {
    timer_.stop();
    stopFilming();
  }
  return QScrollArea::event(event);
}

// The style knows whether reduced motion is asked for.
bool StartPage::mayMove() const {
  return style()->styleHint(QStyle::SH_Widget_Animation_Duration, nullptr, this) > 0;
}

namespace {

bool isSeen(const ExampleCard* card) {
  return !card->visibleRegion().isEmpty();
}

}  // namespace

// One card moves at a time, in turn, and the one that is pointed at: the page is to cost next to nothing.
void StartPage::move() {
  if (cards_.empty()) return;
  const double t = static_cast<double>(clock_.elapsed()) * 1e-3;
  if (!isSeen(cards_[showing_]) || t > cards_[showing_]->loopTime()) {
    for (std::size_t i = 0; i < cards_.size(); ++i) {
      showing_ = (showing_ + 1) % cards_.size();
      if (isSeen(cards_[showing_])) break;
    }
    clock_.restart();
    return;
  }
  for (ExampleCard* card : cards_)
    if (card == cards_[showing_] || card->underMouse()) card->showTime(t);
}

void StartPage::tick() {
  if (!mayMove()) return timer_.stop();
  if (isWatched()) move();
  std::erase_if(retired_, [](const auto& worker) { return worker->findEnd().has_value(); });
  worker_ ? takeFilm() : filmNext();
}

// It rests when nobody has done anything for a while.
bool StartPage::isWatched() {
  const QPoint mouse = QCursor::pos();
  const QWidget* focus = QApplication::focusWidget();
  if (mouse != mouse_ || focus != focus_) attention_.restart();
  mouse_ = mouse;
  focus_ = focus;
  return attention_.elapsed() < patience_;
}

// Of the cards that are seen: nobody waits for the others.
void StartPage::filmNext() {
  const auto next = std::find_if(unfilmed_.begin(), unfilmed_.end(), isSeen);
  if (next == unfilmed_.end()) return;
  filming_ = *next;
  unfilmed_.erase(next);
  if (!isSmall(filming_->mechanism())) return;
  filmClock_.start();
  Mechanism mechanism = filming_->mechanism();
  mechanism.simulation.outputInterval = mechanism.simulation.duration.value / kFrames;
  worker_ = std::make_unique<SimulationWorker>(std::move(mechanism), SimulationWorker::Task::run, 0, false);
}

// What is under way begins anew when somebody looks again.
void StartPage::stopFilming() {
  if (!worker_) return;
  retire();
  unfilmed_.insert(unfilmed_.begin(), filming_);
}

// Nobody waits for a worker in the middle of a long step.
void StartPage::retire() {
  film_ = {};
  if (!worker_) return;
  worker_->requestStop();
  retired_.push_back(std::move(worker_));
}

void StartPage::takeFilm() {
  const bool isOver =
      worker_->findEnd().has_value();  // before draining: what came earlier is then in the stream
  if (const auto start = worker_->takeStart()) film_ = Trajectory(start->channels);
  if (!film_.channels().empty()) drainInto(film_, worker_->stream());
  if (!isOver && filmClock_.elapsed() < kMostFilming) return;
  filming_->setFilm(makeFrames(film_, filming_->mechanism()));
  attention_.restart();  // it has something new to show
  retire();
}

}  // namespace clank

#include "moc_start_page.cpp"
