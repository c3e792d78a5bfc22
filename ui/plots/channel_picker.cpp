// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/channel_picker.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QSortFilterProxyModel>
#include <QStandardItemModel>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/look/part_names.h"
#include "ui/look/shown_units.h"
#include "ui/plots/plot_choice.h"

namespace clank {

constexpr int kSearched = Qt::UserRole + 2;  // of an item: what is searched

ChannelPicker::ChannelPicker(QWidget* parent)
    : QFrame(parent),
      model_(new QStandardItemModel(this)),
      filter_(new QSortFilterProxyModel(this)),
      search_(new QLineEdit(this)),
      expression_(new QLineEdit(this)),
      mistake_(new QLabel(this)),
      over_(new QComboBox(this)),
      everyTurn_(new QCheckBox(tr("one dot a turn of the crank"), this)) {
  setObjectName("channelPicker");
  auto* list = new QListView(this);
  filter_->setSourceModel(model_);
  filter_->setFilterCaseSensitivity(Qt::CaseInsensitive);
  filter_->setFilterRole(kSearched);
  list->setModel(filter_);
  list->setFrameShape(QFrame::NoFrame);
  list->setEditTriggers(QAbstractItemView::NoEditTriggers);
  list->setUniformItemSizes(true);
  list->setAccessibleName(tr("Channels"));
  search_->setPlaceholderText(tr("Search channels"));
  search_->setAccessibleName(tr("Search channels"));
  search_->setClearButtonEnabled(true);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(8, 8, 8, 8);
  layout->setSpacing(8);
  layout->addWidget(search_);
  layout->addWidget(list);
  expression_->setObjectName("expression");
  expression_->setPlaceholderText(tr("Expression, as 2*B.reaction_x + m*9.81"));
  expression_->setAccessibleName(tr("Expression of channels and parameters, in SI units"));
  layout->addWidget(expression_);
  mistake_->setObjectName("mistake");
  mistake_->setWordWrap(true);
  mistake_->hide();
  layout->addWidget(mistake_);
  connect(expression_, &QLineEdit::returnPressed, this, &ChannelPicker::addExpression);
  auto* row = new QHBoxLayout;
  auto* label = new QLabel(tr("over"));
  row->addWidget(label);
  row->addWidget(over_, 1);
  label->setBuddy(over_);
  layout->addLayout(row);
  layout->addWidget(everyTurn_);
  over_->setAccessibleName(tr("Channel along the other axis"));
  over_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  connect(over_, &QComboBox::activated, this, [this] {
    allowEveryTurn();
    Q_EMIT chosenChanged();
  });
  connect(everyTurn_, &QCheckBox::clicked, this, &ChannelPicker::chosenChanged);
  setFocusProxy(search_);
  connect(search_, &QLineEdit::textChanged, filter_, &QSortFilterProxyModel::setFilterFixedString);
  connect(model_, &QStandardItemModel::itemChanged, this, [this] {
    if (!filling_) Q_EMIT chosenChanged();
  });
}

void ChannelPicker::setChannels(const std::vector<Channel>& channels, const std::vector<std::string>& chosen,
                                std::vector<SignalConstant> constants) {
  channels_ = channels;
  constants_ = std::move(constants);
  filling_ = true;
  search_->clear();
  model_->clear();
  over_->clear();
  over_->addItem(tr("time"), QString());
  QString part;
  QStandardItem* heading = nullptr;
  for (const auto& channel : channels) {
    if (channel.name == "t") continue;
    over_->addItem(tellChannel(channel.name), QString::fromStdString(channel.name));
    const bool is = std::find(chosen.begin(), chosen.end(), channel.name) != chosen.end();
    const QString name = QString::fromStdString(channel.name);
    const auto dot = name.lastIndexOf('.');
    if (dot > 0 && name.left(dot) != part) {
      part = name.left(dot);
      heading = addHeading(part, namePart(part.toStdString()));
    }
    QStandardItem* item = addItem(describe(name.mid(dot + 1), channel.unit), channel.name, is);
    if (dot <= 0) continue;
    const auto alsoSearch = [](QStandardItem* of, const QString& words) {
      of->setData(of->data(kSearched).toString() + '\n' + words, kSearched);
    };
    alsoSearch(item, heading->text());
    // Seen with any that is found of its part: else nobody knows whose it is.
    alsoSearch(heading, item->data(kSearched).toString());
  }
  for (const std::string& name : chosen)
    if (const auto signal = Signal::find(name, channels_, constants_); signal && signal->isExpression())
      addItem(QString::fromStdString(name), name, true);
  filling_ = false;
}

// "angular velocity (omega) [rad/s]": in words, and as expressions name it.
QString ChannelPicker::describe(const QString& suffix, const std::string& unit) {
  const QString plain = QString(suffix).replace('_', ' '),
                words = quantityName(suffix.toStdString()).toLower();
  const QString named = words.isEmpty() || words == plain ? plain : QString("%1 (%2)").arg(words, plain);
  return QString("%1 [%2]").arg(named, unit == "1" ? QString("1") : writeUnit(unit));
}

// The part that the channels below it are of: found with all of them by its name, and not chosen itself.
QStandardItem* ChannelPicker::addHeading(const QString& part, const QString& name) {
  auto* item = new QStandardItem(name);
  QFont font = this->font();
  font.setBold(true);
  item->setFont(font);
  item->setFlags(Qt::ItemIsEnabled);
  item->setData(part + ".\n" + name, kSearched);
  model_->appendRow(item);
  return item;
}

QStandardItem* ChannelPicker::addItem(const QString& words, const std::string& name, bool isChosen) {
  auto* item = new QStandardItem(words);
  item->setData(QString::fromStdString(name));
  item->setData(QString::fromStdString(name) + ' ' + words, kSearched);
  item->setCheckable(true);
  item->setCheckState(isChosen ? Qt::Checked : Qt::Unchecked);
  model_->appendRow(item);
  return item;
}

void ChannelPicker::addExpression() {
  const std::string text = expression_->text().trimmed().toStdString();
  if (text.empty()) return;
  const auto signal = Signal::find(text, channels_, constants_);
  mistake_->setVisible(!signal);
  if (!signal) {
    const Problem& problem = signal.error().front();
    mistake_->setText(QString::fromStdString(problem.where + ": " + problem.what));
    return;
  }
  if (!signal->isExpression()) {
    for (int i = 0; i < model_->rowCount(); ++i)
      if (model_->item(i)->data().toString().toStdString() == text)
        model_->item(i)->setCheckState(Qt::Checked);
  } else {
    addItem(QString::fromStdString(text), text, true);
    Q_EMIT chosenChanged();
  }
  expression_->clear();
}

void ChannelPicker::setOver(const std::string& channel, bool everyTurn) {
  over_->setCurrentIndex(std::max(0, over_->findData(QString::fromStdString(channel))));
  everyTurn_->setChecked(everyTurn);
  allowEveryTurn();
}

void ChannelPicker::allowEveryTurn() {
  const bool on = over_->currentIndex() > 0;
  everyTurn_->setEnabled(on);
  everyTurn_->setToolTip(on ? QString()
                            : tr("Over time there are no turns: choose another channel for the other axis"));
}

std::string ChannelPicker::over() const {
  return over_->currentData().toString().toStdString();
}

bool ChannelPicker::isEveryTurn() const {
  return everyTurn_->isChecked() && !over().empty();
}

std::vector<std::string> ChannelPicker::chosen() const {
  std::vector<std::string> names;
  for (int i = 0; i < model_->rowCount(); ++i)
    if (model_->item(i)->checkState() == Qt::Checked)
      names.push_back(model_->item(i)->data().toString().toStdString());
  return names;
}

}  // namespace clank

#include "moc_channel_picker.cpp"
