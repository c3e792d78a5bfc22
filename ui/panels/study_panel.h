// SPDX-License-Identifier: GPL-3.0-or-later
// The studies and optimisations of the file: what varies, what is computed, what is sought, and how far it
// is. Parameters are dropped here.
#pragma once

#include <QWidget>

#include "ui/document/mechanism_document.h"
#include "ui/look/palette.h"

class QComboBox;
class QLabel;
class QProgressBar;
class QPushButton;
class QScrollArea;
class QToolButton;

namespace clank {

class NoteLabel;
class PropertyForm;

class StudyPanel : public QWidget {
  Q_OBJECT
 public:
  // What there is to say of a computation.
  struct Status {
    bool busy = false, asks = false, goesOn = false;  // asks: for leave; goesOn: some runs are there
    QString words;                                    // progress, or the question
    double part = -1;                                 // 0..1 of the runs; negative: no bar
    bool isBad = false;                               // words are a complaint
  };

  explicit StudyPanel(MechanismDocument& document, QWidget* parent = nullptr);
  QSize sizeHint() const override { return {300, 300}; }

  enum class Kind { study, optimisation };
  // Id of what is shown, where it is of that kind; empty: it is not, or there is nothing.
  std::string chosen(Kind kind = Kind::study) const { return kind == kind_ ? chosen_ : std::string(); }
  bool hasChosen() const { return !chosen_.empty(); }
  void choose(const std::string& id, Kind kind = Kind::study);
  void choosePlace(const std::string& pointer);  // JSON pointer of something in it
  void setStatus(const Status& status);
  void setFound(Problems problems);  // of the study when it was prepared: at their fields
  bool isPicking() const;            // a click on a plot chooses a quantity
  void setPicking(bool on);
  void setLook(const Palette& palette);

 Q_SIGNALS:
  void runAsked();  // the chosen one
  void agreed();    // to what takes long
  void stopAsked();
  void chosenChanged();

 protected:
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  void build();
  void buildNew();
  void connectButtons();
  void add(Kind kind);
  void copy();
  void remove();
  void fillList();
  int findChosen() const;
  void takeFromList(int index);
  QString describeEmpty() const;
  const Unread* findUnread() const;  // why the chosen one cannot be read; null: it can
  void planRefresh();
  void refresh();
  void fillParameters();
  void addParameter(const std::string& id);
  QString findFault() const;  // what keeps the chosen one from running; empty: nothing

  MechanismDocument& document_;
  Kind kind_ = Kind::study;
  std::string chosen_;
  std::string place_;  // its JSON pointer
  QComboBox* studies_;
  QToolButton *new_, *copy_, *remove_;
  QPushButton *run_, *stop_, *no_, *parameters_, *pick_;
  QProgressBar* progress_;
  NoteLabel* words_;
  QLabel* empty_;  // what there is to say in place of the fields
  PropertyForm* form_;
  QScrollArea* scroll_;
  Status status_;
  Problems found_;
  bool planned_ = false;
};

}  // namespace clank
