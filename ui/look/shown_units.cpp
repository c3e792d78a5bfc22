// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/shown_units.h"

#include <QRegularExpression>
#include <algorithm>

#include "core/io/number_text.h"
#include "core/io/shown_text.h"
#include "core/math/units.h"

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
  return static_cast<int>(std::clamp<double>(unitChoice().digits.value, kLeastDigits, kMostDigits));
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

QString lowerPowers(QString text) {
  for (QChar& c : text)
    for (const char digit : {'0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '-'})
      if (c == superscript(QChar(digit))) c = QChar(digit);
  return text;
}

QString writeShownUnit(const QString& si) {
  return writeUnit(shownUnit(si).name);
}

QString writePower(QString number) {
  const auto e = number.indexOf('e');
  if (e > 0) {
    QString power;
    for (const QChar c : QString::number(number.mid(e + 1).toInt())) power += superscript(c);
    const QString factor = number.left(e);
    const bool isPowerAlone = factor == "1" || factor == "-1";
    number = (isPowerAlone ? factor.chopped(1) : factor + QChar(0xD7)) + "10" + power;
  }
  return number.replace('-', QChar(0x2212));
}

QString writeNumber(double value, int digits) {
  constexpr int kUsual = 4;
  const int wanted = std::clamp(digits > 0 ? digits + shownDigits() - kUsual : shownDigits(), 1, 15);
  return writePower(QString::number(value + 0.0, 'g', wanted));
}

QString writeShown(double value, const QString& si, int digits) {
  const ShownUnit unit = shownUnit(si);
  const QString name = writeUnit(unit.name), number = writeNumber(value / unit.factor, digits);
  if (name.isEmpty()) return number;
  return name == QChar(0xB0) ? number + name : number + ' ' + name;
}

// Not of "m/s", "N m" or "m (or rad)", and not what somebody has typed, which stands between quotation marks.
QString tellLengths(const std::string& message) {
  static const QRegularExpression length(
      R"re((?<![\w.,"])(\(?)(-?\d[\d.]*(?:e[-+]?\d+)?)(?:, (-?\d[\d.]*(?:e[-+]?\d+)?)\))? (mm|m)(?![\w/*^"]| \(or))re");
  const QString text = QString::fromStdString(message);
  QString told;
  qsizetype from = 0;
  for (auto found = length.globalMatch(text); found.hasNext();) {
    const QRegularExpressionMatch match = found.next();
    const double unit = match.captured(4) == "mm" ? 1e-3 : 1;
    const auto write = [&](int group) { return writeShown(unit * match.captured(group).toDouble(), "m"); };
    told += text.mid(from, match.capturedStart() - from) + match.captured(1);
    if (match.hasCaptured(3)) {  // a place
      const QString x = write(2);
      told += x.left(x.lastIndexOf(' ')) + ", ";
      const QString y = write(3);
      told += y.left(y.lastIndexOf(' ')) + ')' + y.mid(y.lastIndexOf(' '));
    } else {
      told += write(2);
    }
    from = match.capturedEnd();
  }
  return told + text.mid(from);
}

}  // namespace clank
