// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/tool_bar.h"

#include <QAbstractItemModel>
#include <QComboBox>
#include <QEvent>
#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <algorithm>

#include "ui/look/icon.h"
#include "ui/look/scale.h"

namespace clank {
namespace {

constexpr int kButtonGap = 6, kGroupGap = 10;  // px
constexpr int kSide = 8;                       // px, left and right of the row
constexpr int kIcon = 20;                      // px
constexpr int kCaseLetters = 8;                // of its name that surely show; more has the room that is left
constexpr int kWidestCase = 320;               // px

// What gives way to what, from the widest window to the narrowest.
enum Level { kAll, kQuiet, kNoLabels, kNoSteps, kNoFiles, kNoEvents, kSilent, kNoUndo, kNoSpeed, kLeast };

// Takes the room there is: what does not fit is hidden here and not pushed into a menu of the tool bar.
class Row : public QWidget {
 public:
  using QWidget::QWidget;
  QSize sizeHint() const override { return {200, layout()->sizeHint().height()}; }
  QSize minimumSizeHint() const override { return sizeHint(); }
};

QToolButton* makeButton(QWidget* parent) {
  auto* button = new QToolButton(parent);
  button->setFocusPolicy(Qt::TabFocus);
  button->setIconSize({kIcon, kIcon});
  return button;
}

}  // namespace

ToolBar::ToolBar(const Actions& actions, const Views& views, QWidget* parent)
    : QToolBar(tr("Tools"), parent), row_(new Row), layout_(new QHBoxLayout(row_)) {
  setObjectName("tools");
  setMovable(false);
  setContextMenuPolicy(Qt::PreventContextMenu);
  layout_->setContentsMargins(0, 0, 0, 0);
  layout_->setSpacing(kButtonGap);
  row_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  addFile(actions);
  addTransport(actions);
  addChoices(actions, views);
  addViews(actions);
  addWidget(row_);
}

void ToolBar::addFile(const Actions& actions) {
  for (const Command command : {Command::create, Command::open, Command::save})
    things_.push_back({addCommand(actions, command), kNoFiles});
  for (const Command command : {Command::undo, Command::redo})
    things_.push_back({addCommand(actions, command), kNoUndo});
  addSeparator(kNoUndo);
  drawing_ = things_.size();
}

void ToolBar::addTransport(const Actions& actions) {
  addRunButton(actions.get(Command::run));
  for (const Command command : {Command::pause, Command::stop, Command::reset})
    named_.push_back({addCommand(actions, command), kQuiet});
  addSeparator(kNoEvents);
  for (const Command command : {Command::eventPrevious, Command::stepPrevious, Command::stepNext,
                                Command::eventNext, Command::loop}) {
    const bool isEvent = command == Command::eventPrevious || command == Command::eventNext;
    things_.push_back({addCommand(actions, command), isEvent ? kNoEvents : kNoSteps});
  }
  addSeparator(kNoEvents);
}

void ToolBar::addChoices(const Actions& actions, const Views& views) {
  named_.push_back({addCommand(actions, Command::whatIf), kSilent});
  for (QComboBox* box : {views.speeds, views.cases}) {
    auto* text = new QLabel(box == views.cases ? tr("case") : tr("speed"), row_);
    text->setObjectName("dim");
    layout_->addSpacing(kGroupGap - kButtonGap);
    layout_->addWidget(text);
    layout_->addWidget(box, box == views.cases ? 1 : 0);
    things_.push_back({text, kNoLabels});
  }
  things_.push_back({views.speeds, kNoSpeed});
  cases_ = views.cases;
  cases_->setMinimumContentsLength(kCaseLetters);
  connect(cases_->model(), &QAbstractItemModel::rowsInserted, this, &ToolBar::fit, Qt::QueuedConnection);
  views.cases->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  views.cases->setMaximumWidth(kWidestCase);
  layout_->addStretch();
}

void ToolBar::addViews(const Actions& actions) {
  layout_->addSpacing(kGroupGap - kButtonGap);
  for (const Command command : {Command::viewBoard, Command::viewBoth, Command::viewScene})
    named_.push_back({addCommand(actions, command), kQuiet});
}

QToolButton* ToolBar::addCommand(const Actions& actions, Command command) {
  QAction* action = actions.get(command);
  QToolButton* button = makeButton(row_);
  button->setDefaultAction(action);
  button->setObjectName("iconButton");
  button->setAccessibleName(action->text().remove('&').remove("..."));
  button->setToolButtonStyle(Qt::ToolButtonIconOnly);
  layout_->addWidget(button);
  return button;
}

// A button of its own: on its green ground the icon is white, in the menu it has the colour of ink.
void ToolBar::addRunButton(QAction* run) {
  QToolButton* button = makeButton(row_);
  button->setObjectName("runButton");
  button->setText(run->text().remove('&'));
  button->setIcon(makeIcon("run", Qt::white));
  button->setToolTip(run->toolTip());
  button->setStatusTip(run->statusTip());
  button->setAccessibleName(button->text());
  button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  connect(button, &QToolButton::clicked, run, &QAction::trigger);
  connect(run, &QAction::changed, button, [button, run] {
    button->setToolTip(run->toolTip());  // when it cannot be used it says why
    if (button->isEnabled() == run->isEnabled()) return;
    button->setEnabled(run->isEnabled());
    button->setIcon(makeIcon("run", run->isEnabled() ? QColor(Qt::white) : QColor("#9AA5B4")));
  });
  layout_->addWidget(button);
}

void ToolBar::addSeparator(int goesAt) {
  auto* line = new QFrame(row_);
  line->setObjectName("toolSeparator");
  line->setFixedSize(1, 24);
  layout_->addSpacing(kGroupGap - kButtonGap);
  layout_->addWidget(line);
  layout_->addSpacing(kGroupGap - kButtonGap);
  things_.push_back({line, goesAt});
}

void ToolBar::resizeEvent(QResizeEvent* event) {
  QToolBar::resizeEvent(event);
  fit();
}

void ToolBar::changeEvent(QEvent* event) {
  QToolBar::changeEvent(event);
  if (event->type() == QEvent::StyleChange || event->type() == QEvent::FontChange) fit();
}

void ToolBar::setTeaching(bool teaches) {
  teaches_ = teaches;
  fit();
}

// The style has one edge for all sides; the row begins where panels do.
void ToolBar::placeRow() {
  const int side = std::max(0, qRound(kSide * lookScale(this)) - layout()->contentsMargins().left());
  layout_->setContentsMargins(side, 0, side, 0);
}

void ToolBar::fit() {
  placeRow();
  const int icon = qRound(kIcon * lookScale(this));
  for (auto* button : row_->findChildren<QToolButton*>())
    if (button->iconSize().width() != icon) button->setIconSize({icon, icon});
  const int room = contentsRect().width() - 20;  // the style's padding
  const auto fits = [&](int last, int width) {
    cases_->setMinimumWidth(width);
    for (int level = kAll; level <= last; ++level) {
      setLevel(level);
      if (layout_->sizeHint().width() <= room) return true;
    }
    return false;
  };
  // For the whole name of a case words give way, but no buttons.
  if (!fits(kNoLabels, findCaseWidth())) fits(kLeast, 0);
}

// px, of the longest case.
int ToolBar::findCaseWidth() const {
  constexpr int kEdges = 48;  // px
  int widest = 0;
  for (int i = 0; i < cases_->count(); ++i)
    widest = std::max(widest, cases_->fontMetrics().horizontalAdvance(cases_->itemText(i)));
  return std::min(widest + qRound(kEdges * lookScale(this)), kWidestCase);
}

void ToolBar::setLevel(int level) {
  for (std::size_t i = 0; i < things_.size(); ++i)
    things_[i].widget->setVisible(level < things_[i].goesAt && !(teaches_ && i < drawing_));
  for (const Named& named : named_) {
    const auto style = level < named.silentAt ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly;
    if (named.button->toolButtonStyle() != style) named.button->setToolButtonStyle(style);
  }
  layout_->invalidate();
}

}  // namespace clank

#include "moc_tool_bar.cpp"
