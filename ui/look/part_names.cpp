// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/part_names.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <cctype>

#include "ui/look/shown_units.h"
#include "ui/look/words.h"

namespace clank {
namespace {

const PartNames* namesInForce = nullptr;

}  // namespace

void setPartNames(const PartNames* names) {
  namesInForce = names;
}

QString namePart(const std::string& id) {
  if (const auto bar = id.find('|'); bar != std::string::npos)  // a pair of solids
    return QCoreApplication::translate("PartNames", "%1 on %2")
        .arg(namePart(id.substr(0, bar)), namePart(id.substr(bar + 1)));
  if (!namesInForce) return toText(id);
  const auto found = namesInForce->find(id);
  return found == namesInForce->end() ? toText(id) : found->second;
}

QString nameChannel(const std::string& channel) {
  const auto dot = channel.rfind('.');
  return dot == std::string::npos ? toText(channel)
                                  : namePart(channel.substr(0, dot)) + toText(channel.substr(dot));
}

namespace {

QString quote(const QString& id) {
  const QString name = namePart(id.toStdString());
  return name == id ? id : QString::fromUtf8("\u201c%1\u201d").arg(name);
}

// No word of a sentence looks like that: "link1", "A0", "left_arm".
bool looksLikeId(const QString& word) {
  static const QRegularExpression kId(R"(\w[\d_])");
  return kId.match(word).hasMatch();
}

}  // namespace

QString tellNames(const QString& message) {
  static const QRegularExpression kSpoken(
      R"(\b(?:(?<pair>[A-Za-z_]\w*\|[A-Za-z_]\w*)|(?:joint|drive|body|contact|rope|belt|spring|force element|trace) (?<part>[A-Za-z_]\w*(?:\|[A-Za-z_]\w*)?)|loop (?<loop>[A-Za-z_]\w*(?: - [A-Za-z_]\w*)+)|(?<word>(?<![-.'])[A-Za-z_]\w*\b(?![-.(']\w))))");
  QString told;
  QStringList inLoop;  // spoken of again after it
  qsizetype from = 0;
  const auto put = [&](const QRegularExpressionMatch& match, const char* group, const QString& text) {
    told += message.mid(from, match.capturedStart(group) - from) + text;
    from = match.capturedEnd(group);
  };
  for (auto found = kSpoken.globalMatch(message); found.hasNext();) {
    const QRegularExpressionMatch match = found.next();
    if (match.hasCaptured("pair")) {
      put(match, "pair", quote(match.captured("pair")));
    } else if (match.hasCaptured("part")) {
      put(match, "part", quote(match.captured("part")));
    } else if (match.hasCaptured("loop")) {
      inLoop = match.captured("loop").split(" - ");
      QStringList names;
      for (const QString& id : inLoop) names << namePart(id.toStdString());
      put(match, "loop", names.join(" - "));
    } else if (const QString word = match.captured("word"); looksLikeId(word) || inLoop.contains(word)) {
      put(match, "word", quote(word));
    }
  }
  return told + message.mid(from);
}

QString tellMessage(const std::string& message) {
  return tellNames(tellQuantities(message));
}

bool speaksOf(const std::string& signal, const std::string& part) {
  if (part.empty()) return false;
  const std::string wanted = part + '.';
  const auto isOfName = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.';
  };
  for (std::size_t at = signal.find(wanted); at != std::string::npos; at = signal.find(wanted, at + 1))
    if (at == 0 || !isOfName(signal[at - 1])) return true;
  return false;
}

}  // namespace clank
