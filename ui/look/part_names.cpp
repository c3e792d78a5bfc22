// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/part_names.h"

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
