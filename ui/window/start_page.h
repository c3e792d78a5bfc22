// SPDX-License-Identifier: GPL-3.0-or-later
// What the window shows before a drawing is open: the shipped examples, alive, one click away.
#pragma once

#include <QElapsedTimer>
#include <QScrollArea>
#include <QStringList>
#include <QTimer>
#include <memory>
#include <vector>

#include "ui/look/palette.h"
#include "ui/run/simulation_worker.h"

class QGridLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QVBoxLayout;

namespace clank {

class ExampleCard;
struct ExampleFamily;

class StartPage : public QScrollArea {
  Q_OBJECT
 public:
  explicit StartPage(QWidget* parent = nullptr);
  ~StartPage() override;
  void setLook(const Palette& palette);
  // ms that cards move after the last that somebody has done.
  void setPatience(qint64 milliseconds) { patience_ = milliseconds; }
  void setDrawing(const QString& title);  // that is open beneath; empty: none
  void focusSearch();                     // of all that it shows

 Q_SIGNALS:
  void picked(const QString& path);
  void emptyAsked();  // a new drawing
  void backAsked();   // to the one that is open

 protected:
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  bool event(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void fill();
  void nameBack();
  void addCards(QVBoxLayout* into, const QString& title, const std::vector<ExampleFamily>& families);
  void addCard(const ExampleFamily& family, std::vector<ExampleCard*>& cards);
  void search(const QString& words);
  void arrange();
  void tick();
  void move();
  bool mayMove() const;
  bool isWatched();
  void filmNext();
  void stopFilming();
  void takeFilm();
  void retire();

  struct Group {
    QLabel* title;
    QGridLayout* grid;
    std::vector<ExampleCard*> cards;
  };
  std::vector<Group> groups_;
  int columns_ = 0;
  QPushButton* back_ = nullptr;
  QLineEdit* search_ = nullptr;
  QLabel* nothing_ = nullptr;  // told when a search finds nothing
  QString drawing_;
  QStringList recent_;  // files of the first group
  std::vector<ExampleCard*> cards_;
  std::size_t showing_ = 0;             // the card whose turn it is to move
  std::vector<ExampleCard*> unfilmed_;  // cards whose run is not computed yet
  ExampleCard* filming_ = nullptr;      // whose run is under way
  std::unique_ptr<SimulationWorker> worker_;
  std::vector<std::unique_ptr<SimulationWorker>> retired_;  // asked to stop, not yet done
  QElapsedTimer filmClock_;                                 // since it began
  Trajectory film_;                                         // what it has delivered
  QTimer timer_;
  QElapsedTimer clock_, attention_;  // of the loop; since somebody did something
  qint64 patience_ = 15000;          // ms
  QPoint mouse_;
  const QWidget* focus_ = nullptr;  // to compare with
  Palette palette_ = Palette::light();
};

}  // namespace clank
