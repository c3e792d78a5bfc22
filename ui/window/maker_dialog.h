// SPDX-License-Identifier: GPL-3.0-or-later
// Parts that are made from a few numbers: a form with a picture of what comes of it, said at once where that
// cannot be.
#pragma once

#include <QDialog>
#include <optional>
#include <vector>

#include "ui/document/mechanism_document.h"
#include "ui/document/plane_motion.h"

class QDialogButtonBox;
class QFormLayout;
class QLabel;
class QLineEdit;

namespace clank {

class PartsPreview;

class MakerDialog : public QDialog {
  Q_OBJECT
 public:
  // Nothing while something typed is wrong, which the dialog says.
  std::optional<Mechanism> findParts() const;

 protected:
  MakerDialog(QWidget* window, const MechanismDocument& document, const QString& title, const char* name);
  QLineEdit* addField(const char* name, const QString& label, const QString& text);
  void addWidget(const QString& label, QWidget* widget);
  void finish(PlanePoint at);  // behind the own fields: where the parts stand
  // What was typed; what is wrong is kept for the remark.
  double read(const QLineEdit& field, const char* unit, QString& wrong) const;
  int readCount(const QLineEdit& field, QString& wrong) const;
  PlanePoint readPlace(QString& wrong) const;
  const MechanismDocument& document() const { return document_; }
  virtual std::optional<Mechanism> make(QString& wrong) const = 0;
  // More to draw over the parts: lines in the world.
  virtual std::vector<std::vector<PlanePoint>> listLines() const { return {}; }
  virtual QString remarkOf() const { return {}; }  // beside a picture of parts that can be
  void check();

 private:
  const MechanismDocument& document_;
  QFormLayout* form_;
  PartsPreview* preview_;
  QLabel* remark_;
  QDialogButtonBox* buttons_;
  QLineEdit *x_ = nullptr, *y_ = nullptr;
};

class GenevaDialog : public MakerDialog {
  Q_OBJECT
 public:
  GenevaDialog(QWidget* window, const MechanismDocument& document, PlanePoint at);

 protected:
  std::optional<Mechanism> make(QString& wrong) const override;

 private:
  QLineEdit *slots_, *distance_, *pin_, *speed_;
};

class RatchetDialog : public MakerDialog {
  Q_OBJECT
 public:
  RatchetDialog(QWidget* window, const MechanismDocument& document, PlanePoint at);

 protected:
  std::optional<Mechanism> make(QString& wrong) const override;

 private:
  QLineEdit *teeth_, *radius_, *depth_, *swing_;
};

}  // namespace clank
