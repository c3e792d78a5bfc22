// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/manual/manual_window.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPrintDialog>
#include <QPrinter>
#include <QShortcut>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>
#include <utility>

#include "ui/look/icon.h"
#include "ui/manual/manual_text.h"
#include "ui/manual/page_list.h"

namespace clank {

constexpr QSize kSize(1080, 780);             // px
constexpr int kIndexWidth = 310, kEdge = 10;  // px

ManualWindow::ManualWindow(Manual manual, QWidget* parent)
    : QWidget(parent, Qt::Window),
      manual_(std::move(manual)),
      text_(new ManualText),
      pages_(new PageList),
      field_(new QLineEdit),
      back_(makeButton(tr("Back"), QKeySequence::Back, "back")),
      forward_(makeButton(tr("Forward"), QKeySequence::Forward, "forward")),
      index_(makeButton(tr("All pages"), QKeySequence(Qt::ALT | Qt::Key_Home), "layout")),
      print_(makeButton(tr("Print this page"), QKeySequence::Print, "print")) {
  setObjectName("manual");
  setWindowTitle(tr("Manual"));
  field_->setObjectName("manualSearch");
  field_->setAccessibleName(tr("Search the manual"));
  field_->setPlaceholderText(tr("Search (Ctrl+F)"));
  field_->setClearButtonEnabled(true);
  field_->installEventFilter(this);
  text_->setManual(&manual_);
  auto* bar = new QHBoxLayout;
  bar->setSpacing(6);
  for (QToolButton* button : {back_, forward_, index_}) bar->addWidget(button);
  bar->addStretch();
  bar->addWidget(print_);
  auto* left = new QWidget;
  auto* side = new QVBoxLayout(left);
  side->setContentsMargins(kEdge, kEdge, 0, 0);
  side->setSpacing(kEdge);
  side->addLayout(bar);
  side->addWidget(field_);
  side->addWidget(pages_, 1);
  auto* halves = new QSplitter;
  halves->addWidget(left);
  halves->addWidget(text_);
  halves->setStretchFactor(1, 1);
  halves->setSizes({kIndexWidth, kSize.width() - kIndexWidth});
  halves->setChildrenCollapsible(false);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins({});
  layout->addWidget(halves);
  setTabOrder(field_, pages_);
  setTabOrder(pages_, text_);
  connect(back_, &QToolButton::clicked, text_, &QTextBrowser::backward);
  connect(forward_, &QToolButton::clicked, text_, &QTextBrowser::forward);
  connect(index_, &QToolButton::clicked, this, [this] { show("index.md"); });
  connect(print_, &QToolButton::clicked, this, &ManualWindow::print);
  connect(text_, &QTextBrowser::sourceChanged, this, &ManualWindow::followPage);
  connect(text_, &QTextBrowser::historyChanged, this, &ManualWindow::followPage);
  connect(text_, &ManualText::exampleAsked, this, &ManualWindow::exampleAsked);
  connect(field_, &QLineEdit::textChanged, this, &ManualWindow::showFound);
  connect(field_, &QLineEdit::returnPressed, this, [this] {
    if (const QString first = pages_->firstTarget(); !first.isEmpty()) text_->show(first);
  });
  connect(pages_, &PageList::picked, text_, &ManualText::show);
  auto* find = new QShortcut(QKeySequence::Find, this);
  connect(find, &QShortcut::activated, this, [this] {
    field_->setFocus();
    field_->selectAll();
  });
  pages_->showPages(manual_);
  resize(kSize);
  text_->show("index.md");
  field_->setFocus();
}

QToolButton* ManualWindow::makeButton(const QString& name, const QKeySequence& keys, const char* icon) {
  auto* button = new QToolButton;
  button->setProperty("framed", true);
  button->setProperty("iconName", icon);
  button->setAccessibleName(name);
  button->setToolTip(QString("%1 (%2)").arg(name, keys.toString(QKeySequence::NativeText)));
  connect(new QShortcut(keys, this), &QShortcut::activated, button, &QToolButton::click);
  return button;
}

void ManualWindow::setLook(const Palette& palette) {
  for (QToolButton* button : {back_, forward_, index_, print_})
    button->setIcon(makeIcon(button->property("iconName").toString(), palette.ink));
  showFound(field_->text());  // headings of groups have a colour of their own
}

void ManualWindow::show(const QString& target) {
  if (!target.isEmpty()) text_->show(target);
  QWidget::show();
  raise();
  activateWindow();
}

void ManualWindow::search(const QString& words) {
  field_->setText(words);
}

void ManualWindow::showFound(const QString& words) {
  const auto wanted = splitWords(words.toStdString());
  QStringList marked;
  for (const std::string& word : wanted) marked << QString::fromStdString(word);
  if (wanted.empty())
    pages_->showPages(manual_);
  else
    pages_->showHits(manual_, searchManual(manual_, words.toStdString()));
  text_->markWords(marked);
  pages_->markPage(text_->pageId());
}

void ManualWindow::followPage() {
  back_->setEnabled(text_->isBackwardAvailable());
  forward_->setEnabled(text_->isForwardAvailable());
  const ManualPage* page = manual_.find(text_->pageId().toStdString());
  const QString title = page ? QString::fromStdString(page->title) : QString();
  setWindowTitle(title.isEmpty() ? tr("Manual") : tr("%1 - Manual").arg(title));
  pages_->markPage(text_->pageId());
}

void ManualWindow::print() {
  QPrinter printer;
  QPrintDialog dialog(&printer, this);
  if (dialog.exec() == QDialog::Accepted) text_->print(&printer);
}

void ManualWindow::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape) close();
  QWidget::keyPressEvent(event);
}

// From the field with the arrow to what was found; Esc first takes back what is searched for.
bool ManualWindow::eventFilter(QObject* watched, QEvent* event) {
  if (watched != field_ || event->type() != QEvent::KeyPress) return QWidget::eventFilter(watched, event);
  const int key = static_cast<QKeyEvent*>(event)->key();
  if (key == Qt::Key_Down) {
    pages_->setFocus();
    if (!pages_->currentItem()) pages_->setCurrentItem(pages_->topLevelItem(0));
    return true;
  }
  if (key == Qt::Key_Escape && !field_->text().isEmpty()) {
    field_->clear();
    return true;
  }
  return QWidget::eventFilter(watched, event);
}

}  // namespace clank

#include "moc_manual_window.cpp"
