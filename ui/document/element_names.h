// SPDX-License-Identifier: GPL-3.0-or-later
// What people call the elements of a drawing.
#pragma once

#include <QString>
#include <map>
#include <string>

#include "ui/document/element.h"

namespace clank {

// Of parts, by id; who has no name of its own is not listed. Two of one name are told apart by their ids.
std::map<std::string, QString> listNames(const Mechanism& mechanism);

// Its name, or its id where it has none.
QString nameElement(const Mechanism& mechanism, const ElementId& element);

// Of several: how many they are.
QString nameElements(const Mechanism& mechanism, const std::vector<ElementId>& elements);

}  // namespace clank
