// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/shown_units.h"

#include <QRegularExpression>
#include <algorithm>

#include "core/io/number_text.h"
#include "core/math/units.h"
#include "core/model/shown_text.h"

namespace clank {
namespace {

UnitChoice& choiceInForce() {
  static UnitChoice choice;
  return choice;
}

QChar superscript(QChar digit) {
  static const QString kDigits =
      QString::fromUtf8("\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079");
  return digit == '-' ? QChar(0x207B) : kDigits[digit.digitValue()];
}

}  // namespace

const UnitChoice& unitChoice() {
  return choiceInForce();
}

void setUnitChoice(const UnitChoice& choice) {
  choiceInForce() = choice;
}

int shownDigits() {
  return countDigits(unitChoice());
}

ShownUnit shownUnit(const QString& si) {
  return findShownUnit(si.toStdString(), unitChoice());
}

QString writeUnit(const std::string& unit) {
  return QString::fromStdString(writeUnitName(unit));
}

QString raisePowers(const QString& text) {
  const QString typed = text.trimmed();
  const auto blank = typed.indexOf(' ');
  if (blank <= 0 || !readNumber(typed.left(blank).toStdString())) return text;
  const std::string unit = typed.mid(blank + 1).remove('^').trimmed().toStdString();
  if (unit == "deg" || !findUnit(unit)) return text;
  const QString raised = writeUnit(unit);
  return raised == QString::fromStdString(unit) ? text : typed.left(blank + 1) + raised;
}

QString toTyped(QString text) {
  text.replace(QChar(0x202F), ' ').replace(QChar(0x2212), '-').replace(QChar(0x22C5), '.');
  text.replace(QString(QChar(0xD7)) + "10", "e");
  for (QChar& c : text)
    for (const char digit : {'0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '-'})
      if (c == superscript(QChar(digit))) c = QChar(digit);
  return text;
}

QString writeShownUnit(const QString& si) {
  return writeUnit(shownUnit(si).name);
}

QString joinUnit(const QString& number, const QString& unit) {
  return QString::fromStdString(joinUnit(number.toStdString(), unit.toStdString()));
}

QString writePower(const QString& number) {
  return QString::fromStdString(writePower(number.toStdString()));
}

QString writeNumber(double value, int digits) {
  return QString::fromStdString(writeShownNumber(value, unitChoice(), digits));
}

QString writeShown(double value, const QString& si, int digits) {
  return QString::fromStdString(writeShownText(value, si.toStdString(), unitChoice(), digits));
}

// "5.6e+05 steps": of what has no unit, or one that is not chosen.
static QString raiseExponents(const QString& text) {
  static const QRegularExpression power(R"re((?<![\w.,"])-?\d[\d.]*e[-+]?\d+(?![\w."]))re");
  QString raised;
  qsizetype from = 0;
  for (auto found = power.globalMatch(text); found.hasNext();) {
    const QRegularExpressionMatch match = found.next();
    raised += text.mid(from, match.capturedStart() - from) + writePower(match.captured());
    from = match.capturedEnd();
  }
  return raised + text.mid(from);
}

// Not what somebody has typed, which stands between quotation marks. Times, forces and moments keep their
// digits: an event's time is told with more than lengths are.
QString tellQuantities(const std::string& message) {
  static const QRegularExpression quantity(
      R"re((?<![\w.,"])(\(?)(-?\d[\d.]*(?:e[-+]?\d+)?)(?:, (-?\d[\d.]*(?:e[-+]?\d+)?)\))? (mm|m/s2|m/s|m|rad/s|rad|deg|N m|N|J|s)(?![\w/*^"]))re");
  const QString text = QString::fromStdString(message);
  QString told;
  qsizetype from = 0;
  for (auto found = quantity.globalMatch(text); found.hasNext();) {
    const QRegularExpressionMatch match = found.next();
    const std::string given = match.captured(4).toStdString();
    const QString si = given == "mm" ? "m" : given == "deg" ? "rad" : match.captured(4);
    const bool isChosen = si == "m" || si == "rad" || si == "m/s" || si == "m/s2";
    const auto write = [&](int group) {
      const QString number = match.captured(group);
      return isChosen ? writeShown(number.toDouble() * findUnit(given)->factor, si)
                      : joinUnit(writePower(number), writeUnit(given));
    };
    told += text.mid(from, match.capturedStart() - from) + match.captured(1);
    if (match.hasCaptured(3)) {  // a place
      const QString x = write(2), y = write(3);
      const auto end = [](const QString& shown) { return shown.lastIndexOf(kThinSpace); };
      told += x.left(end(x)) + ", " + y.left(end(y)) + ')' + y.mid(end(y));
    } else {
      told += write(2);
    }
    from = match.capturedEnd();
  }
  return raiseExponents(told + text.mid(from));
}

}  // namespace clank
