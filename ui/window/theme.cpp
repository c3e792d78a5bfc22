// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/theme.h"

#include <QApplication>
#include <QPalette>
#include <QRegularExpression>
#include <QSettings>
#include <QStyleFactory>
#include <QWidget>

#include "ui/look/scale.h"

namespace clank {
namespace {

QColor mix(const QColor& a, const QColor& b, double part) {
  const auto f = static_cast<float>(part);
  return QColor::fromRgbF(a.redF() + (b.redF() - a.redF()) * f, a.greenF() + (b.greenF() - a.greenF()) * f,
                          a.blueF() + (b.blueF() - a.blueF()) * f);
}

QPalette makeQtPalette(const Palette& p) {
  QPalette q;
  q.setColor(QPalette::Window, p.ground);
  q.setColor(QPalette::WindowText, p.ink);
  q.setColor(QPalette::Base, p.panel);
  q.setColor(QPalette::AlternateBase, p.ground);
  q.setColor(QPalette::Text, p.ink);
  q.setColor(QPalette::PlaceholderText, p.dim);
  q.setColor(QPalette::Button, p.panel);
  q.setColor(QPalette::ButtonText, p.ink);
  q.setColor(QPalette::ToolTipBase, p.panel);
  q.setColor(QPalette::ToolTipText, p.ink);
  q.setColor(QPalette::Highlight, p.action);
  q.setColor(QPalette::HighlightedText, p.dark ? p.ground : Qt::white);
  q.setColor(QPalette::Link, p.action);
  q.setColor(QPalette::Mid, p.line);
  q.setColor(QPalette::Light, p.panel);
  q.setColor(QPalette::Dark, p.line);
  for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
    q.setColor(QPalette::Disabled, role, mix(p.dim, p.panel, 0.45));
  return q;
}

// @name stands for a colour of the palette. Drop-downs are lists below their box, all entries high: laid over
// it, as the style would have them, Qt cuts the last entry for a scroller that nothing needs.
constexpr const char* kSheet = R"(
* { font-size: 13px; }
QMainWindow, QToolBar, QStatusBar, QMenuBar { background: @ground; }
QMainWindow::separator { background: @ground; width: 8px; height: 8px; }
QMainWindow::separator:hover { background: @line; }
QMenuBar { border: none; padding: 2px 8px; }
QMenuBar::item { padding: 4px 8px; border-radius: 4px; }
QMenuBar::item:selected { background: @hover; }
QMenu { background: @panel; border: 1px solid @line; padding: 4px; }
QMenu::item { padding: 6px 28px 6px 8px; border-radius: 4px; }
QMenu::item:selected { background: @action; color: @onaction; }
QMenu::item:disabled { color: @faint; }
QMenu::separator { height: 1px; background: @line; margin: 4px 8px; }
QMenu::icon { padding-left: 8px; }
QToolTip { background: @panel; color: @ink; border: 1px solid @line; padding: 4px; }
QToolBar { border: none; border-bottom: 1px solid @line; padding: 6px 8px; spacing: 8px; }
QFrame#toolSeparator { background: @line; border: none; }
QToolBar QToolButton { background: @panel; border: 1px solid @line; border-radius: 6px; padding: 5px 10px; color: @ink; }
QToolBar QToolButton:hover { background: @hover; }
QToolBar QToolButton:pressed, QToolBar QToolButton:checked { background: @hover; border-color: @action; }
QToolBar QToolButton:focus { border: 2px solid @action; padding: 4px 9px; }
QToolBar QToolButton:disabled { color: @faint; background: @ground; }
QToolBar QToolButton#iconButton { padding: 5px 7px; }
QToolBar QToolButton#iconButton:focus { padding: 4px 6px; }
QToolBar QToolButton#runButton { background: @run; border-color: @run; color: white; font-weight: bold; padding: 5px 16px; }
QToolBar QToolButton#runButton:focus { border: 2px solid @ink; padding: 4px 15px; }
QToolBar QToolButton#runButton:hover { background: @runhover; }
QToolBar QToolButton#runButton:disabled { background: @ground; border-color: @line; color: @faint; }
QToolBar#palette { border: none; padding: 8px 0 4px 8px; spacing: 0; }
QToolBar#palette QToolButton { font-size: 10px; padding: 1px 2px; min-width: 30px; background: transparent; border-color: transparent; }
QToolBar#palette QToolButton:hover { background: @hover; }
QToolBar#palette QToolButton:focus { border: 2px solid @action; padding: 0 1px; }
QToolBar#palette QToolButton:checked { background: @hover; border-color: @action; color: @action; }
QToolButton#qt_toolbar_ext_button { padding: 2px; border: none; }
QComboBox, QLineEdit { background: @panel; color: @ink; border: 1px solid @line; border-radius: 6px; padding: 4px 8px; min-height: 18px; }
QComboBox { combobox-popup: 0; qproperty-maxVisibleItems: 30; }
QComboBox QListView { qproperty-spacing: 3; }
QComboBox:hover, QLineEdit:hover { border-color: @dim; }
QComboBox:focus, QLineEdit:focus { border: 2px solid @action; padding: 3px 7px; }
QComboBox::drop-down { border: none; width: 22px; }
QComboBox::down-arrow { image: url(:/icons/chevron-down-@set.svg); width: 14px; height: 14px; }
QComboBox QAbstractItemView { background: @panel; border: 1px solid @line; selection-background-color: @action; selection-color: @onaction; outline: none; }
QLineEdit[changed="true"], QComboBox[changed="true"] { border-color: @action; font-weight: bold; }
QLineEdit[wrong="true"], QComboBox[wrong="true"] { border-color: @impact; }
QPushButton { background: @panel; border: 1px solid @line; border-radius: 6px; padding: 5px 12px; color: @ink; }
QPushButton:hover { background: @hover; }
QPushButton:focus { border: 2px solid @action; padding: 4px 11px; }
QToolButton[framed="true"] { background: @panel; border: 1px solid @line; border-radius: 6px; padding: 5px 7px; color: @ink; }
QToolButton[framed="true"]:hover { background: @hover; }
QToolButton[framed="true"]:focus { border: 2px solid @action; padding: 4px 6px; }
QToolButton[framed="true"]:disabled { color: @faint; background: @ground; }
QToolButton[framed="true"][popupMode="1"] { padding-right: 20px; }
QToolButton[framed="true"]::menu-button { border: none; width: 18px; }
QToolButton[framed="true"]::menu-arrow { image: url(:/icons/chevron-down-@set.svg); width: 12px; height: 12px; }
QPushButton[narrow="true"] { padding: 3px 7px; }
QPushButton[narrow="true"]:focus { padding: 2px 6px; }
QPushButton[segment="true"] { padding: 4px 2px; color: @dim; }
QPushButton[segment="true"]:focus { padding: 3px 1px; }
QPushButton[segment="true"]:checked { background: @hover; border-color: @action; color: @ink; font-weight: bold; }
QPushButton#parameterName { border: none; background: transparent; padding: 0; text-align: left; color: @dim; }
QPushButton#parameterName:hover { color: @action; }
QPushButton#parameterName:focus { color: @action; border: none; padding: 0; text-decoration: underline; }
QLabel#fieldError { color: @impact; }
QLabel#boardFieldLabel { background: @panel; color: @ink; border: 1px solid @line; border-radius: 4px; padding: 2px 6px; }
QFrame#channelPicker { background: @panel; border: 1px solid @line; }
QFrame#jointCard { background: @panel; border: 1px solid @line; border-radius: 8px; }
QFrame#itemCard { background: @ground; border: none; border-radius: 6px; }
QScrollArea#startPage, QWidget#startBody { background: @ground; }
QLabel#startTitle { font-size: 24px; font-weight: bold; }
QToolButton#shelfItem { background: @panel; border: 1px solid @line; border-radius: 11px; padding: 2px 9px 2px 6px; color: @ink; }
QToolButton#shelfItem:!checked { color: @faint; background: @ground; }
QToolButton#shelfItem:hover, QToolButton#shelfItem:focus { border-color: @action; }
QToolButton#shelfRemove { border: none; background: transparent; padding: 1px; }
QToolButton#shelfRemove:hover { background: @hover; border-radius: 4px; }
QFrame#notice { background: @hover; border: 1px solid @action; border-radius: 8px; }
QPushButton[segment="true"][tone="metamorphic"]:checked { background: @locked; border-color: @locked; color: #1F2933; }
QPushButton[segment="true"]:disabled { color: @faint; background: @ground; }
QScrollArea QToolButton { border: none; border-radius: 4px; padding: 0 4px; color: @dim; background: transparent; }
QScrollArea QToolButton:disabled { color: @faint; }
QScrollArea QToolButton:hover { background: @hover; color: @ink; }
QScrollArea QToolButton:focus, QWidget#plotPane QToolButton:focus, QFrame#problems QToolButton:focus, QWidget#plotPager QToolButton:focus { border: 2px solid @action; border-radius: 4px; }
QSlider:horizontal { min-height: 20px; }
QSlider::groove:horizontal { height: 4px; border-radius: 2px; background: @line; }
QSlider::sub-page:horizontal { height: 4px; border-radius: 2px; background: @action; }
QSlider::handle:horizontal { width: 14px; height: 14px; margin: -5px 0; border-radius: 7px; background: @panel; border: 2px solid @action; }
QSlider::handle:horizontal:hover, QSlider::handle:horizontal:focus { background: @action; }
QCheckBox { spacing: 8px; color: @ink; }
QCheckBox:disabled { color: @faint; }
QCheckBox:focus { color: @action; }
QCheckBox::indicator { width: 14px; height: 14px; border: 1px solid @dim; border-radius: 4px; background: @panel; }
QCheckBox::indicator:focus { border: 2px solid @action; width: 12px; height: 12px; }
QCheckBox::indicator:disabled { border-color: @line; }
QCheckBox::indicator:checked { background: @action; border-color: @action; image: url(:/icons/check.svg); }
QCheckBox::indicator:checked:disabled { background: @faint; border-color: @faint; }
QDockWidget { border: none; }
QFrame#problems QToolButton { border: none; border-radius: 4px; padding: 2px; }
QFrame#problems QToolButton:hover { background: @hover; }
QFrame#card, QWidget#plotPane { background: @panel; border: 1px solid @line; border-radius: 8px; }
QFrame#card[focused="true"], QFrame#problems[focused="true"], QFrame#itemCard[focused="true"] { border: 2px solid @action; }
QWidget#panelBody { background: @panel; }
QWidget#plotPager QToolButton { border: none; border-radius: 4px; padding: 0 4px; font-size: 18px; color: @ink; background: transparent; }
QWidget#plotPager QToolButton:hover { background: @hover; }
QWidget#plotPager QToolButton:disabled { color: @faint; }
QScrollArea { background: @panel; border: none; }
QLabel#dim { color: @dim; }
QLabel#heading { font-weight: bold; }
QLabel#groupTitle { font-weight: bold; color: @action; }
QFrame#problems { background: @panel; border: 1px solid @impact; border-radius: 8px; }
QFrame#problems QListWidget { background: transparent; }
QTableView, QTreeView { background: @panel; alternate-background-color: @ground; border: none; selection-background-color: @hover; selection-color: @ink; }
QTableView::item, QTreeView::item { padding: 0 8px; border: none; }
QTreeView#manualPages::item { padding: 3px 8px; }
QTreeView::item:selected, QTreeView::branch:selected { background: @hover; color: @ink; }
QTableView[compact="true"]::item { padding: 0 4px; }
QTableView[compact="true"] QHeaderView::section { padding: 2px 4px; }
QHeaderView { background: @panel; border: none; }
QHeaderView::section { background: @panel; color: @dim; border: none; border-bottom: 1px solid @line; padding: 4px 8px; }
QTabBar { background: @ground; }
QTabBar::tab { background: transparent; color: @dim; padding: 6px 8px; margin: 4px 4px 4px 0; border: none; border-radius: 6px; }
QTabBar::tab:first { margin-left: 8px; }
QTabBar::tab:selected { background: @hover; color: @ink; font-weight: bold; }
QTabBar::tab:focus { color: @action; }
QTabBar::tab:hover { color: @ink; }
QStatusBar { border-top: 1px solid @line; color: @dim; min-height: 28px; }
QStatusBar::item { border: none; }
QStatusBar QLabel { color: @ink; }
QSplitter::handle { background: @ground; }
QSplitter::handle:hover { background: @line; }
QScrollBar:vertical { background: transparent; width: 10px; margin: 2px; }
QScrollBar:horizontal { background: transparent; height: 10px; margin: 2px; }
QScrollBar::handle { background: @line; border-radius: 3px; min-height: 24px; min-width: 24px; }
QScrollBar::handle:hover { background: @dim; }
QScrollBar::add-line, QScrollBar::sub-line, QScrollBar::add-page, QScrollBar::sub-page { background: none; border: none; width: 0; height: 0; }
)";

// What is low in a low window: rows around what is drawn, not what is written in them. Its rules come before
// all of the program's, however closely those name what they are for.
constexpr const char* kCompactSheet = R"(
QMainWindow::separator { width: 5px; height: 5px; }
QMenuBar { padding: 0 8px; }
QMenuBar::item { padding: 3px 8px; }
QToolBar { padding: 3px; }
QToolBar QToolButton { padding: 3px 10px; }
QToolBar QToolButton:focus { padding: 2px 9px; }
QToolBar QToolButton#iconButton { padding: 3px 7px; }
QToolBar QToolButton#iconButton:focus { padding: 2px 6px; }
QToolBar QToolButton#runButton { padding: 3px 16px; }
QToolBar QToolButton#runButton:focus { padding: 2px 15px; }
QToolBar QComboBox { padding: 2px 8px; }
QToolBar QComboBox:focus { padding: 1px 7px; }
QToolBar#palette { padding: 4px 0 4px 8px; }
QToolBar#palette QToolButton { padding: 1px 2px; }
QToolBar#palette QToolButton:focus { padding: 0 1px; }
QWidget#runTimes QLineEdit { padding: 1px 8px; }
QWidget#runTimes QLineEdit:focus { padding: 0 7px; }
QTabBar::tab { padding: 3px 8px; margin: 0 4px 2px 0; }
QTabBar::tab:first { margin-left: 8px; }
QStatusBar { min-height: 22px; }
)";

// Every length but the hairlines.
QString scaleLengths(const QString& sheet, double scale) {
  static const QRegularExpression lengths(QStringLiteral("\\b(\\d+)px"));
  QString scaled;
  qsizetype from = 0;
  for (auto found = lengths.globalMatch(sheet); found.hasNext();) {
    const auto match = found.next();
    const int px = match.captured(1).toInt();
    scaled += sheet.mid(from, match.capturedStart() - from);
    scaled += QString::number(px > 1 ? qRound(px * scale) : px) + "px";
    from = match.capturedEnd();
  }
  return scaled + sheet.mid(from);
}

QString makeSheet(const Palette& p) {
  const QColor run =
      p.dark ? QColor("#0B8A66") : QColor("#008060");  // the contact green, dark enough under white
  const std::pair<const char*, QString> colours[]{
      {"@ground", p.ground.name()},
      {"@panel", p.panel.name()},
      {"@ink", p.ink.name()},
      {"@dim", p.dim.name()},
      {"@line", p.line.name()},
      {"@locked", p.locked.name()},
      {"@impact", p.impact.name()},
      {"@onaction", p.dark ? p.ground.name() : QString("white")},
      {"@action", p.action.name()},
      {"@hover", mix(p.panel, p.action, p.dark ? 0.18 : 0.1).name()},
      {"@faint", mix(p.dim, p.panel, 0.45).name()},
      {"@runhover", mix(run, p.ink, 0.15).name()},
      {"@run", run.name()},
      {"@set", p.dark ? QString("dark") : QString("light")}};
  QString sheet = kSheet;
  for (const auto& [name, colour] : colours) sheet.replace(name, colour);
  return sheet;
}

}  // namespace

// A sheet for the program polishes every widget of every window: only when something changes.
void applyTheme(const Palette& palette) {
  const QString sheet = makeSheet(palette);
  if (qApp->styleSheet() == sheet) return;
  QApplication::setStyle(QStyleFactory::create("Fusion"));
  QApplication::setPalette(makeQtPalette(palette));
  qApp->setStyleSheet(sheet);
}

void fitTheme(QWidget& window, const Palette& palette, bool isCompact) {
  const double scale = lookScale(&window);
  const QString sheet = scale != 1  ? scaleLengths(makeSheet(palette), scale)
                        : isCompact ? QString(kCompactSheet)
                                    : QString();
  if (window.styleSheet() != sheet) window.setStyleSheet(sheet);
}

bool loadDarkChoice() {
  return QSettings().value("look/dark", false).toBool();
}

void saveDarkChoice(bool dark) {
  QSettings().setValue("look/dark", dark);
}

}  // namespace clank
