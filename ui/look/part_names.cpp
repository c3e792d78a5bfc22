// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/part_names.h"

#include <QRegularExpression>
#include <cctype>

#include "ui/look/words.h"

namespace clank {
namespace {

const PartNames* namesInForce = nullptr;

}  // namespace

void setPartNames(const PartNames* names) {
  namesInForce = names;
}

QString namePart(const std::string& id) {
  if (!namesInForce) return toText(id);
  const auto found = namesInForce->find(id);
  return found == namesInForce->end() ? toText(id) : found->second;
}

QString nameChannel(const std::string& channel) {
  const auto dot = channel.rfind('.');
  return dot == std::string::npos ? toText(channel)
                                  : namePart(channel.substr(0, dot)) + toText(channel.substr(dot));
}

QString tellNames(const QString& message) {
  static const QRegularExpression kPart(
      R"(\b(joint|drive|body|contact|rope|spring|force element|trace) ([A-Za-z_]\w*))");
  QString told;
  qsizetype from = 0;
  for (auto found = kPart.globalMatch(message); found.hasNext();) {
    const QRegularExpressionMatch match = found.next();
    const QString id = match.captured(2), name = namePart(id.toStdString());
    told += message.mid(from, match.capturedStart(2) - from);
    told += name == id ? id : QString::fromUtf8("\u201c%1\u201d").arg(name);
    from = match.capturedEnd(2);
  }
  return told + message.mid(from);
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
