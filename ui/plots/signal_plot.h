// SPDX-License-Identifier: GPL-3.0-or-later
// One plot: a canvas, what it shows, and the menu to choose it.
#pragma once

#include <QWidget>

#include "ui/plots/curve_feed.h"
#include "ui/plots/plot_canvas.h"
#include "ui/plots/plot_choice.h"
#include "ui/plots/spectrum_feed.h"
#include "ui/plots/xy_feed.h"

class QMenu;
class QToolButton;

namespace clank {

class SignalPlot : public QWidget {
  Q_OBJECT
 public:
  explicit SignalPlot(QWidget* parent = nullptr);

  void setTrajectory(const Trajectory* trajectory, const Trajectory* previous);  // either may be nullptr
  // The same before setChoice(), with which it begins to show it.
  void takeTrajectory(const Trajectory* trajectory, const Trajectory* previous);
  void setOverlays(std::vector<Overlay> overlays);
  void setConstants(std::vector<SignalConstant> constants);  // before setTrajectory
  void setReferences(std::vector<ReferenceOverlay> references);
  void setChoice(const PlotChoice& choice);
  const PlotChoice& choice() const { return choice_; }
  QString getTitle() const;
  void advance();
  void setLook(const Palette& palette);
  void setMenuHidden(bool hidden);           // its button
  void setPointed(const std::string& part);  // its curves are thick; empty: none
  void setHeadRoom(int room);                // px that stay free beside that button
  void setClosable(bool closable) { isClosable_ = closable; }
  PlotCanvas& canvas() { return *canvas_; }
  XyCanvas& xyCanvas() { return *xy_; }
  // Which of the two is seen.
  bool isXy() const { return choice_.kind == PlotChoice::Kind::xy || isSpectrum(); }
  bool isSpectrum() const { return choice_.kind == PlotChoice::Kind::spectrum; }
  void setView(double from, double to);  // s, of what has no axis of time
  void copyPicture();
  void copyTable();  // what lies in the view of time, with tabs between
  QString toText() const;
  QString findHint() const;  // words in the place of curves; empty: there are curves
  bool writePicture(const QString& path, const PictureForm& form);  // SVG, PDF or PNG by its ending

 Q_SIGNALS:
  void choiceChanged();
  void touched();                                                    // the user did something here
  void markDropped();                                                // the second cursor is to go
  void referenceAsked(const std::vector<clank::Channel>& channels);  // a file beside one of these
  void referenceDropped(const std::string& channel, const std::string& file);
  void newPlotAsked();
  void closeAsked();
  // A click: the signal under the mouse, or all that are drawn; none of a plot of impulses.
  void signalsPicked(const std::vector<std::string>& picked, const QPoint& globalPosition);
  void signalPointed(const std::string& signal);  // whose curve, stem or name the mouse is on; empty: none
  void pictureAsked();                            // of this plot; its size and file are still to be chosen
  void copied(const QString& what);               // in words

 protected:
  void resizeEvent(QResizeEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QString toImpulseText(double from, double to) const;
  void restart();
  void showPointed();
  void showMenu(const QPoint& globalPosition);
  void showPicker();
  void addAxisActions(QMenu& menu);
  void addReferenceActions(QMenu& menu);

  PlotCanvas* canvas_;
  XyCanvas* xy_;
  QToolButton* button_;
  CurveFeed feed_;
  XyFeed xyFeed_;
  SpectrumFeed spectrumFeed_;
  std::pair<double, double> view_{0, 0};  // s
  PlotChoice choice_;
  std::string pointed_;  // part
  bool isClosable_ = true;
  const Trajectory* trajectory_ = nullptr;
  const Trajectory* previous_ = nullptr;
  std::vector<Overlay> overlays_;
  std::vector<ReferenceOverlay> references_;
  std::vector<SignalConstant> constants_;
};

}  // namespace clank
