// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/element_names.h"

#include <QCoreApplication>

namespace clank {

std::map<std::string, QString> listNames(const Mechanism& mechanism) {
  std::map<std::string, int> uses;
  std::map<std::string, QString> names;
  const auto visit = [&](const auto& see) {
    visitLists(mechanism, [&](ElementKind kind, const char*, const auto& list) {
      if (kind == ElementKind::parameter || kind == ElementKind::picture) return;
      for (const auto& part : list) see(part.id, part.name);
    });
  };
  visit([&](const std::string&, const std::string& name) { ++uses[name]; });
  visit([&](const std::string& id, const std::string& name) {
    if (name.empty() || name == id) return;
    const QString told = QString::fromStdString(name);
    names[id] = uses[name] > 1 ? told + QString(" (%1)").arg(QString::fromStdString(id)) : told;
  });
  return names;
}

QString nameElement(const Mechanism& mechanism, const ElementId& element) {
  const auto names = listNames(mechanism);
  if (const auto found = names.find(element.id); found != names.end()) return found->second;
  const Parameter* parameter =
      element.kind == ElementKind::parameter ? findById(mechanism.parameters, element.id) : nullptr;
  return QString::fromStdString(parameter && !parameter->name.empty() ? parameter->name : element.id);
}

QString nameElements(const Mechanism& mechanism, const std::vector<ElementId>& elements) {
  if (elements.size() == 1) return nameElement(mechanism, elements.front());
  return QCoreApplication::translate("ElementNames", "%1 parts").arg(elements.size());
}

}  // namespace clank
