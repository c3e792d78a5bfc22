// SPDX-License-Identifier: GPL-3.0-or-later
// The studies of the file: what varies, what is computed, and how far it is. Parameters are dropped here.
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

  std::string chosen() const { return chosen_; }  // id; empty: there is none
  void choose(const std::string& id);
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
  void connectButtons();
  void planRefresh();
  void refresh();
  void fillParameters();
  void addParameter(const std::string& id);
  bool isSound() const;  // no problem of the document lies in the chosen one

  MechanismDocument& document_;
  std::string chosen_;
  QComboBox* studies_;
  QToolButton *new_, *copy_, *remove_;
  QPushButton *run_, *stop_, *no_, *parameters_, *pick_;
  QProgressBar* progress_;
  NoteLabel* words_;
  QLabel* empty_;
  PropertyForm* form_;
  QScrollArea* scroll_;
  Status status_;
  Problems found_;
  bool planned_ = false;
};

}  // namespace clank
