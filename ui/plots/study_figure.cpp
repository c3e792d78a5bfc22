// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/study_figure.h"

#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QToolButton>
#include <QToolTip>
#include <QVBoxLayout>
#include <algorithm>

#include "core/io/number_text.h"
#include "ui/look/icon.h"
#include "ui/look/shown_units.h"
#include "ui/look/veil.h"
#include "ui/plots/picture_dialog.h"
#include "ui/plots/scatter_matrix.h"
#include "ui/plots/study_canvas.h"

namespace clank {
namespace {

constexpr int kInterval = 200;  // ms between drawings while rows come

QString nameKind(FigureKind kind) {
  switch (kind) {
    case FigureKind::line:
      return StudyFigure::tr("Line");
    case FigureKind::map:
      return StudyFigure::tr("Map");
    case FigureKind::matrix:
      return StudyFigure::tr("Scatter matrix");
    case FigureKind::histogram:
      return StudyFigure::tr("Histogram");
    case FigureKind::indices:
      return StudyFigure::tr("Sensitivity");
  }
  return {};
}

QComboBox* makeBox(const char* name, const QString& words) {
  auto* box = new QComboBox;
  box->setObjectName(name);
  box->setAccessibleName(words);
  box->setToolTip(words);
  box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  return box;
}

}  // namespace

StudyFigure::StudyFigure(QWidget* parent)
    : QWidget(parent),
      kinds_(makeBox("figureKind", tr("Kind of figure"))),
      quantities_(makeBox("figureQuantity", tr("Quantity that is drawn"))),
      xs_(makeBox("figureX", tr("Parameter along the first axis"))),
      ys_(makeBox("figureY", tr("Parameter along the second axis"))),
      over_(new QLabel(tr("over"))),
      and_(new QLabel(tr("and"))),
      more_(new QToolButton),
      stack_(new QStackedWidget),
      canvas_(new StudyCanvas),
      matrix_(new ScatterMatrix) {
  setAccessibleName(tr("Results of the study"));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(8, 4, 8, 0);
  layout->setSpacing(4);
  auto* head = new QHBoxLayout;
  head->setSpacing(8);
  for (QWidget* widget : std::initializer_list<QWidget*>{kinds_, quantities_, over_, xs_, and_, ys_})
    head->addWidget(widget);
  head->addStretch(1);
  more_->setText(tr("Export"));
  more_->setObjectName("figureMenu");
  more_->setProperty("framed", true);
  more_->setAccessibleName(tr("Export or copy the study"));
  more_->setToolButtonStyle(Qt::ToolButtonTextOnly);
  head->addWidget(more_);
  layout->addLayout(head);
  stack_->addWidget(canvas_);
  stack_->addWidget(matrix_);
  layout->addWidget(stack_, 1);
  veil_ = new Veil(*stack_);
  veil_->setWords(tr("Of the drawing as it was before: Run under Studies computes it anew"));
  for (QComboBox* box : {kinds_, quantities_, xs_, ys_})
    connect(box, &QComboBox::activated, this, &StudyFigure::takeChoice);
  connect(more_, &QToolButton::clicked, this,
          [this] { showMenu(more_->mapToGlobal(QPoint(0, more_->height()))); });
  connect(canvas_, &StudyCanvas::rowPicked, this, &StudyFigure::runPicked);
  connect(matrix_, &ScatterMatrix::rowPicked, this, &StudyFigure::runPicked);
  connect(canvas_, &StudyCanvas::rowPointed, this, &StudyFigure::tell);
  connect(matrix_, &ScatterMatrix::rowPointed, this, &StudyFigure::tell);
  connect(canvas_, &StudyCanvas::menuRequested, this, &StudyFigure::showMenu);
  connect(matrix_, &ScatterMatrix::menuRequested, this, &StudyFigure::showMenu);
  due_.setSingleShot(true);
  due_.setInterval(kInterval);
  connect(&due_, &QTimer::timeout, this, &StudyFigure::draw);
  setTable(nullptr, true);
}

void StudyFigure::setTable(const StudyTable* table, bool fresh) {
  table_ = table;
  if (fresh) {
    choice_ = table ? chooseFigure(*table) : FigureChoice();
    setChosen({});
  }
  fillChoices();
  draw();
}

void StudyFigure::advance() {
  if (!due_.isActive()) due_.start();
}

void StudyFigure::setLook(const Palette& palette) {
  canvas_->setLook(palette);
  matrix_->setLook(palette);
  veil_->setColours(palette);
}

void StudyFigure::setPast(bool isPast) {
  veil_->setVisible(isPast);
  veil_->raise();
}

void StudyFigure::setChosen(std::optional<std::size_t> row) {
  canvas_->setChosen(row);
  matrix_->setChosen(row);
}

void StudyFigure::setChoice(const FigureChoice& choice) {
  choice_ = choice;
  fillChoices();
  draw();
}

void StudyFigure::fillChoices() {
  const bool known = table_ && !table_->parameters().empty();
  for (QComboBox* box : {kinds_, quantities_, xs_, ys_}) {
    const QSignalBlocker quiet(box);
    box->clear();
  }
  if (known) {
    for (const FigureKind kind : listKinds(*table_)) kinds_->addItem(nameKind(kind), static_cast<int>(kind));
    for (const StudyColumn& column : table_->quantities())
      quantities_->addItem(QString::fromStdString(column.name.empty() ? column.id : column.name));
    for (const StudyColumn& column : table_->parameters())
      for (QComboBox* box : {xs_, ys_}) box->addItem(QString::fromStdString(column.id));
  }
  kinds_->setCurrentIndex(kinds_->findData(static_cast<int>(choice_.kind)));
  quantities_->setCurrentIndex(static_cast<int>(choice_.quantity));
  xs_->setCurrentIndex(static_cast<int>(choice_.x));
  ys_->setCurrentIndex(static_cast<int>(choice_.y));
  const bool isMap = choice_.kind == FigureKind::map, isLine = choice_.kind == FigureKind::line;
  kinds_->setVisible(known);
  quantities_->setVisible(known && choice_.kind != FigureKind::matrix);
  over_->setVisible(known && (isMap || isLine));
  xs_->setVisible(known && (isMap || isLine));
  and_->setVisible(known && isMap);
  ys_->setVisible(known && isMap);
  more_->setVisible(known);
}

// Of two axes with the same parameter the other one gives way.
void StudyFigure::takeChoice() {
  FigureChoice choice;
  choice.kind = static_cast<FigureKind>(kinds_->currentData().toInt());
  choice.quantity = static_cast<std::size_t>(std::max(0, quantities_->currentIndex()));
  choice.x = static_cast<std::size_t>(std::max(0, xs_->currentIndex()));
  choice.y = static_cast<std::size_t>(std::max(0, ys_->currentIndex()));
  if (choice.x == choice.y)
    (choice.x != choice_.x ? choice.y : choice.x) = choice.x != choice_.x ? choice_.x : choice_.y;
  setChoice(choice);
}

void StudyFigure::draw() {
  due_.stop();
  if (isMatrix() && table_ && table_->rowCount() > 0) {
    matrix_->setTable(*table_);
    stack_->setCurrentWidget(matrix_);
    return;
  }
  StudyDrawing drawing;
  if (table_ && !table_->parameters().empty())
    drawing = makeDrawing(*table_, choice_);
  else
    drawing.hint = tr("Choose parameters and quantities in the Studies panel, then run the study");
  canvas_->setDrawing(std::move(drawing));
  stack_->setCurrentWidget(canvas_);
}

QString StudyFigure::describeRow(std::size_t row) const {
  QStringList lines;
  const auto add = [&](const StudyColumn& column, bool isSi) {
    const double value = column.values[row];
    const QString name = QString::fromStdString(column.id);
    if (!column.words.empty())
      lines.push_back(name + " = " + QString::fromStdString(column.words[static_cast<std::size_t>(value)]));
    else if (!std::isfinite(value))
      lines.push_back(tr("%1: none").arg(name));
    else
      lines.push_back(name + " = " +
                      (isSi ? writeShown(value, QString::fromStdString(column.unit == "1" ? "" : column.unit))
                            : joinUnit(writeNumber(value), writeUnit(column.unit))));
  };
  for (const StudyColumn& column : table_->parameters()) add(column, false);
  for (const StudyColumn& column : table_->quantities()) add(column, true);
  lines.push_back(tr("Click: run it and keep it"));
  return lines.join("\n");
}

void StudyFigure::tell(std::optional<std::size_t> row, const QPoint& globalPosition) {
  if (!row || !table_ || *row >= table_->rowCount()) return QToolTip::hideText();
  QToolTip::showText(globalPosition, describeRow(*row), this);
}

void StudyFigure::showMenu(const QPoint& globalPosition) {
  QMenu menu(this);
  menu.addAction(tr("Copy picture"), this, &StudyFigure::copyPicture);
  menu.addAction(tr("Copy numbers"), this, &StudyFigure::copyTable);
  menu.addAction(tr("Export picture..."), this, &StudyFigure::askForPicture);
  menu.addAction(tr("Export table (CSV)..."), this, &StudyFigure::tableAsked);
  menu.addAction(tr("Export database (SQLite)..."), this, &StudyFigure::databaseAsked);
  menu.exec(globalPosition);
}

QString StudyFigure::getTitle() const {
  return isMatrix() ? tr("Scatter matrix") : canvas_->drawing().title;
}

bool StudyFigure::writePicture(const QString& path, const PictureForm& form) {
  return isMatrix() ? matrix_->writePicture(path, form) : canvas_->writePicture(path, form);
}

void StudyFigure::copyPicture() {
  QGuiApplication::clipboard()->setPixmap(isMatrix() ? matrix_->takePicture() : canvas_->takePicture());
  Q_EMIT copied(tr("Copied the picture of %1").arg(getTitle()));
}

void StudyFigure::copyTable() {
  QGuiApplication::clipboard()->setText(toText());
  Q_EMIT copied(tr("Copied %1 rows").arg(table_ ? table_->rowCount() : 0));
}

QString StudyFigure::toText() const {
  if (!table_) return {};
  std::string text = "run";
  const auto heading = [](const StudyColumn& column) {
    return column.unit.empty() || column.unit == "1" ? column.id : column.id + " [" + column.unit + "]";
  };
  for (const auto* columns : {&table_->parameters(), &table_->quantities()})
    for (const StudyColumn& column : *columns) text += '\t' + heading(column);
  text += '\n';
  for (std::size_t row = 0; row < table_->rowCount(); ++row) {
    text += std::to_string(table_->runOf(row));
    for (const auto* columns : {&table_->parameters(), &table_->quantities()})
      for (const StudyColumn& column : *columns) {
        text += '\t';
        const double value = column.values[row];
        if (column.words.empty())
          appendFullNumber(text, value);
        else
          text += column.words[static_cast<std::size_t>(value)];
      }
    text += '\n';
  }
  return QString::fromStdString(text);
}

void StudyFigure::askForPicture() {
  if (const auto order = clank::askForPicture(*this, tr("Export figure"), getTitle()))
    Q_EMIT pictureWritten(order->path, writePicture(order->path, order->form));
}

}  // namespace clank

#include "moc_study_figure.cpp"
