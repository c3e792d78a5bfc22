// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/cam_dialog.h"

#include <QLineEdit>
#include <QPlainTextEdit>
#include <algorithm>
#include <numbers>

#include "ui/board/grid.h"
#include "ui/board/typed_quantity.h"
#include "ui/document/cam_parts.h"
#include "ui/panels/segmented_choice.h"

namespace clank {
namespace {

constexpr double kSteepPressure = 30;  // degrees: the usual limit of a follower in a guide

const char* const kFirstLift =
    "120 deg, 20 mm, cycloid\n"
    "60 deg, dwell\n"
    "120 deg, 0 mm, cycloid\n"
    "60 deg, dwell";

}  // namespace

CamDialog::CamDialog(QWidget* window, const MechanismDocument& document, PlanePoint at)
    : MakerDialog(window, document, tr("Cam from a lift law"), "camDialog"),
      base_(addField("camBase", tr("Base radius"), writeLength(0.03, 4))),
      face_(new SegmentedChoice({tr("Roller"), tr("Flat face")})),
      roller_(addField("camRoller", tr("Radius of the roller"), writeLength(0.01, 4))),
      offset_(addField("camOffset", tr("Offset of the follower"), writeLength(0, 4))),
      speed_(addField("camSpeed", tr("Speed of the cam"), "60 rpm")),
      lift_(new QPlainTextEdit(kFirstLift)) {
  face_->setObjectName("camFace");
  face_->setChosen(0);
  lift_->setObjectName("camLift");
  lift_->setToolTip(
      tr("A line a part of the turn: its angle, the lift at its end, its law.\n"
         "Laws: cycloid, harmonic, 3-4-5, or the share of the rise typed in u, as u^2*(3-2*u).\n"
         "A rest: its angle and dwell. A table instead: lines of angle: lift."));
  lift_->setMinimumHeight(90);
  lift_->setTabChangesFocus(true);
  addWidget(tr("Follower"), face_);
  addWidget(tr("Lift: angle, lift, law"), lift_);
  connect(face_, &SegmentedChoice::chosenByHand, this, [this](int chosen) {
    roller_->setEnabled(chosen == 0);
    offset_->setEnabled(chosen == 0);
    check();
  });
  connect(lift_, &QPlainTextEdit::textChanged, this, &CamDialog::check);
  finish(at);
}

double CamDialog::readText(const QString& text, const char* unit, QString& wrong) const {
  const auto value = evaluateTyped(text, unit, document().shown());
  if (value) return value->value;
  if (wrong.isEmpty()) wrong = tr("'%1': %2").arg(text.trimmed(), QString::fromStdString(value.error()));
  return 0;
}

std::optional<LiftCurve> CamDialog::readTable(const QStringList& lines, QString& wrong) const {
  std::vector<std::array<double, 2>> rows;
  for (const QString& line : lines)
    rows.push_back(
        {readText(line.section(':', 0, 0), "rad", wrong), readText(line.section(':', 1), "m", wrong)});
  if (!wrong.isEmpty()) return std::nullopt;
  const auto curve = LiftCurve::makeTable(rows);
  if (!curve) wrong = QString::fromStdString(curve.error());
  return curve ? std::optional(*curve) : std::nullopt;
}

std::optional<LiftCurve> CamDialog::readLift(QString& wrong) const {
  QStringList lines = lift_->toPlainText().split('\n');
  lines.removeIf([](const QString& line) { return line.trimmed().isEmpty(); });
  const auto isRow = [](const QString& line) { return line.contains(':') && !line.contains(','); };
  if (!lines.isEmpty() && std::all_of(lines.begin(), lines.end(), isRow)) return readTable(lines, wrong);
  std::vector<LiftSegment> segments;
  for (const QString& line : lines) {
    LiftSegment segment;
    segment.angle = readText(line.section(',', 0, 0), "rad", wrong);
    const QString second = line.section(',', 1, 1).trimmed(), law = line.section(',', 2).trimmed();
    segment.law = second == "dwell"   ? LiftLaw::dwell
                  : law == "cycloid"  ? LiftLaw::cycloid
                  : law == "harmonic" ? LiftLaw::harmonic
                  : law == "3-4-5"    ? LiftLaw::polynomial
                                      : LiftLaw::typed;
    if (segment.law != LiftLaw::dwell) segment.lift = readText(second, "m", wrong);
    if (segment.law == LiftLaw::typed && law.isEmpty() && wrong.isEmpty())
      wrong =
          tr("'%1' has no law: cycloid, harmonic, 3-4-5, dwell, or an expression in u").arg(line.trimmed());
    segment.text = law.toStdString();
    segments.push_back(segment);
  }
  if (!wrong.isEmpty()) return std::nullopt;
  const auto curve = LiftCurve::make(segments);
  if (!curve) wrong = QString::fromStdString(curve.error());
  return curve ? std::optional(*curve) : std::nullopt;
}

std::optional<CamDialog::Cam> CamDialog::makeCam(QString& wrong) const {
  Cam cam;
  const bool isRoller = face_->chosen() == 0;
  cam.plan.face = isRoller ? FollowerFace::roller : FollowerFace::flat;
  cam.plan.baseRadius = read(*base_, "m", wrong);
  if (isRoller) cam.plan.roller = read(*roller_, "m", wrong);
  if (isRoller) cam.plan.offset = read(*offset_, "m", wrong);
  cam.speed = read(*speed_, "rad/s", wrong);
  cam.at = readPlace(wrong);
  if (wrong.isEmpty() && !(cam.speed > 0))
    wrong =
        tr("the cam turns counter-clockwise: its speed is greater than zero; mirror the parts for the other "
           "way");
  if (!wrong.isEmpty()) return std::nullopt;
  const auto lift = readLift(wrong);
  if (!lift) return std::nullopt;
  cam.lift = *lift;
  const auto profile = calcCamProfile(cam.lift, cam.plan);
  if (!profile) wrong = QString::fromStdString(profile.error());
  if (!profile) return std::nullopt;
  cam.profile = *profile;
  return cam;
}

std::optional<Mechanism> CamDialog::make(QString& wrong) const {
  const auto cam = makeCam(wrong);
  if (!cam) return std::nullopt;
  return makeCamParts({cam->plan, cam->speed, cam->at}, cam->lift, cam->profile);
}

// The pitch curve, on which the middle of the roller goes around the cam.
std::vector<std::vector<PlanePoint>> CamDialog::listLines() const {
  QString ignored;
  const auto cam = makeCam(ignored);
  if (!cam || cam->plan.face == FollowerFace::flat) return {};
  std::vector<PlanePoint> pitch;
  for (const CamPoint& p : cam->profile.points) pitch.push_back({cam->at.x + p.pitchX, cam->at.y + p.pitchY});
  pitch.push_back(pitch.front());
  return {pitch};
}

QString CamDialog::remarkOf() const {
  QString ignored;
  const auto cam = makeCam(ignored);
  if (!cam) return {};
  if (cam->plan.face == FollowerFace::flat)
    return tr("The face needs %1 to either side").arg(writeLength(cam->profile.faceReach, 4));
  const QString angle = writeAngle(cam->profile.largestPressure, 3);
  const double degrees = cam->profile.largestPressure * 180 / std::numbers::pi;
  return degrees > kSteepPressure ? tr("Pressure angle at most %1: more than 30\u00b0 presses the follower "
                                       "hard against its guide; a greater "
                                       "base radius or a longer rise helps")
                                        .arg(angle)
                                  : tr("Pressure angle at most %1").arg(angle);
}

}  // namespace clank

#include "moc_cam_dialog.cpp"
