// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/maker_dialog.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/model/body_pose.h"
#include "ui/board/grid.h"
#include "ui/board/typed_quantity.h"
#include "ui/document/geneva.h"
#include "ui/document/ratchet.h"

namespace clank {

// The outlines of parts at their places, and lines over them; as large as there is room.
class PartsPreview : public QWidget {
 public:
  PartsPreview() { setMinimumSize(300, 240); }
  void show(std::vector<QPolygonF> parts, std::vector<QPolygonF> lines) {
    parts_ = std::move(parts);
    lines_ = std::move(lines);
    update();
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QRectF box;
    for (const auto& list : {parts_, lines_})
      for (const QPolygonF& shape : list) box = box.united(shape.boundingRect());
    if (box.isEmpty()) return;
    constexpr double kAir = 10;  // px
    const double scale = std::min((width() - 2 * kAir) / box.width(), (height() - 2 * kAir) / box.height());
    QTransform map;
    map.translate(width() / 2.0, height() / 2.0);
    map.scale(scale, -scale);
    map.translate(-box.center().x(), -box.center().y());
    const QColor ink = palette().color(QPalette::WindowText);
    QColor fill = ink;
    fill.setAlphaF(0.12F);
    painter.setPen(QPen(ink, 1.2));
    painter.setBrush(fill);
    for (const QPolygonF& part : parts_) painter.drawPolygon(map.map(part));
    painter.setPen(QPen(palette().color(QPalette::Highlight), 1.2, Qt::DashLine));
    for (const QPolygonF& line : lines_) painter.drawPolyline(map.map(line));
  }

 private:
  std::vector<QPolygonF> parts_, lines_;  // m, world
};

namespace {

// A bar as a line from end to end, a disc as a circle.
QPolygonF makeShapeOf(const Mechanism& parts, const Body& body) {
  constexpr int kSteps = 48;
  QPolygonF shape;
  const BodyPose pose = findDrawnPose(parts, body.id);
  const auto add = [&](double x, double y) {
    const auto p = calcPlace(pose, x, y);
    shape << QPointF(p[0], p[1]);
  };
  for (const Point& p : body.outline) add(p.x.value, p.y.value);
  if (!shape.isEmpty()) return shape;
  if (body.radius.value > 0) {
    for (int i = 0; i < kSteps; ++i)
      add(body.radius.value * std::cos(2 * std::numbers::pi * i / kSteps),
          body.radius.value * std::sin(2 * std::numbers::pi * i / kSteps));
  } else if (body.length) {
    const double half = body.width.value / 2, reach = body.length->value;
    add(0, -half);
    add(reach, -half);
    add(reach, half);
    add(0, half);
  }
  return shape;
}

}  // namespace

MakerDialog::MakerDialog(QWidget* window, const MechanismDocument& document, const QString& title,
                         const char* name)
    : QDialog(window),
      document_(document),
      form_(new QFormLayout),
      preview_(new PartsPreview),
      remark_(new QLabel),
      buttons_(new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel)) {
  setObjectName(name);
  setWindowTitle(title);
  remark_->setWordWrap(true);
  remark_->setObjectName("makerRemark");
  auto* across = new QHBoxLayout;
  across->addLayout(form_);
  across->addWidget(preview_, 1);
  auto* layout = new QVBoxLayout(this);
  layout->addLayout(across);
  layout->addWidget(remark_);
  layout->addWidget(buttons_);
  connect(buttons_, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons_, &QDialogButtonBox::rejected, this, &QDialog::reject);
}

QLineEdit* MakerDialog::addField(const char* name, const QString& label, const QString& text) {
  auto* field = new QLineEdit(text);
  field->setObjectName(name);
  form_->addRow(label, field);
  connect(field, &QLineEdit::textChanged, this, &MakerDialog::check);
  return field;
}

void MakerDialog::addWidget(const QString& label, QWidget* widget) {
  form_->addRow(label, widget);
}

void MakerDialog::finish(PlanePoint at) {
  x_ = addField("makerX", tr("Shaft at x"), writeLength(at.x, 5));
  y_ = addField("makerY", tr("Shaft at y"), writeLength(at.y, 5));
  check();
  if (auto* first = findChild<QLineEdit*>()) {
    first->setFocus();
    first->selectAll();
  }
}

double MakerDialog::read(const QLineEdit& field, const char* unit, QString& wrong) const {
  const auto value = evaluateTyped(field.text(), unit, document_.shown());
  if (value) return value->value;
  if (wrong.isEmpty()) wrong = QString::fromStdString(value.error());
  return 0;
}

int MakerDialog::readCount(const QLineEdit& field, QString& wrong) const {
  bool isCount = false;
  const int count = field.text().trimmed().toInt(&isCount);
  if (!isCount && wrong.isEmpty()) wrong = tr("'%1' is not a whole number").arg(field.text());
  return count;
}

PlanePoint MakerDialog::readPlace(QString& wrong) const {
  return {read(*x_, "m", wrong), read(*y_, "m", wrong)};
}

std::optional<Mechanism> MakerDialog::findParts() const {
  QString wrong;
  return make(wrong);
}

void MakerDialog::check() {
  if (!y_) return;  // fields are still to come
  QString wrong;
  const auto parts = make(wrong);
  buttons_->button(QDialogButtonBox::Ok)->setEnabled(parts.has_value());
  std::vector<QPolygonF> shapes, lines;
  if (parts)
    for (const Body& body : parts->bodies) shapes.push_back(makeShapeOf(*parts, body));
  if (parts)
    for (const auto& line : listLines()) {
      QPolygonF polygon;
      for (const PlanePoint p : line) polygon << QPointF(p.x, p.y);
      lines.push_back(polygon);
    }
  preview_->show(std::move(shapes), std::move(lines));
  remark_->setText(parts ? remarkOf() : wrong);
}

GenevaDialog::GenevaDialog(QWidget* window, const MechanismDocument& document, PlanePoint at)
    : MakerDialog(window, document, tr("Geneva drive"), "genevaDialog"),
      slots_(addField("genevaSlots", tr("Slots of the wheel"), "4")),
      distance_(addField("genevaDistance", tr("Distance of the shafts"), writeLength(0.07, 4))),
      pin_(addField("genevaPin", tr("Radius of the pin (0: as it fits)"), "0")),
      speed_(addField("genevaSpeed", tr("Speed of the crank"), "60 rpm")) {
  finish(at);
}

std::optional<Mechanism> GenevaDialog::make(QString& wrong) const {
  GenevaPlan plan;
  plan.slotCount = readCount(*slots_, wrong);
  plan.distance = read(*distance_, "m", wrong);
  plan.pin = read(*pin_, "m", wrong);
  plan.speed = read(*speed_, "rad/s", wrong);
  plan.at = readPlace(wrong);
  if (wrong.isEmpty()) wrong = QString::fromStdString(explainGeneva(plan));
  if (!wrong.isEmpty()) return std::nullopt;
  return makeGeneva(plan);
}

RatchetDialog::RatchetDialog(QWidget* window, const MechanismDocument& document, PlanePoint at)
    : MakerDialog(window, document, tr("Ratchet and pawl"), "ratchetDialog"),
      teeth_(addField("ratchetTeeth", tr("Teeth of the wheel"), "12")),
      radius_(addField("ratchetRadius", tr("Radius of the tips"), writeLength(0.1, 4))),
      depth_(addField("ratchetDepth", tr("Depth of the teeth (0: as it fits)"), "0")),
      swing_(addField("ratchetSwing", tr("Teeth a swing of the hand (0: no hand)"), "2.3")) {
  finish(at);
}

std::optional<Mechanism> RatchetDialog::make(QString& wrong) const {
  RatchetPlan plan;
  plan.teeth = readCount(*teeth_, wrong);
  plan.radius = read(*radius_, "m", wrong);
  plan.depth = read(*depth_, "m", wrong);
  plan.swing = read(*swing_, "1", wrong);
  plan.at = readPlace(wrong);
  if (wrong.isEmpty()) wrong = QString::fromStdString(explainRatchet(plan));
  if (!wrong.isEmpty()) return std::nullopt;
  return makeRatchet(plan);
}

}  // namespace clank

#include "moc_maker_dialog.cpp"
