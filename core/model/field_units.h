// SPDX-License-Identifier: GPL-3.0-or-later
// In which unit each quantity of a mechanism is wanted, while a walk goes over its keys.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <unordered_map>

#include "core/math/units.h"
#include "core/model/fields.h"

namespace clank {

class FieldUnits {
 public:
  template <class Record>
  void enter(const Record& record) {
    if (const auto* joint = record.template as<Joint>()) {
      const CoordinateKind coordinate = findCoordinateKind(joint->kind);
      coordinates_[joint->id] = coordinate;
      setCoordinate(coordinate);
    } else if (const auto* drive = record.template as<Drive>()) {
      const auto driven = coordinates_.find(drive->joint);
      setCoordinate(driven == coordinates_.end() ? CoordinateKind::none : driven->second);
    } else if (const auto* parameter = record.template as<Parameter>()) {
      setFreeUnit(parameter->unit);
      units_[parameter->id] = parameter->unit;
    } else if (const auto* varied = record.template as<StudyParameter>()) {
      setFreeUnit(plain_ = units_[varied->parameter]);
    } else if (const auto* searched = record.template as<SearchedParameter>()) {
      setFreeUnit(plain_ = units_[searched->parameter]);
    } else if (record.template as<SearchConstraint>()) {
      setFreeUnit("");
    } else if (const auto* published = record.template as<PublishedValue>()) {
      setFreeUnit(published->unit);
    }
  }
  template <class Record>
  void leave(const Record& record) {
    if (record.template as<Joint>() || record.template as<Drive>()) setCoordinate(CoordinateKind::none);
    if (record.template as<StudyParameter>() || record.template as<SearchedParameter>()) plain_.clear();
  }

  // "m", or "*": any.
  std::string_view expected(const Field& field) const {
    const std::string_view unit = field.unit;
    if (unit == "*") return freeUnit_;
    if (unit == "rad|m") return coordinate_.place;
    if (unit == "rad/s|m/s") return coordinate_.rate;
    if (unit == "N m|N") return coordinate_.effort;
    return unit == "N m s/rad|N s/m" ? coordinate_.drag : unit;
  }

  // Of a number without unit; empty: SI.
  std::string_view plain() const { return plain_; }

 private:
  struct CoordinateUnits {
    const char *place = "rad|m", *rate = "rad/s|m/s", *effort = "N m|N", *drag = "N m s/rad|N s/m";
  };

  void setCoordinate(CoordinateKind kind) {
    coordinate_ = kind == CoordinateKind::angle    ? CoordinateUnits{"rad", "rad/s", "N m", "N m s/rad"}
                  : kind == CoordinateKind::travel ? CoordinateUnits{"m", "m/s", "N", "N s/m"}
                                                   : CoordinateUnits{};
  }
  // A unit that is none is a problem of its own, found by validate() and with the parameters.
  void setFreeUnit(const std::string& unit) { freeUnit_ = unit.empty() || !findUnit(unit) ? "*" : unit; }

  CoordinateUnits coordinate_;
  std::string freeUnit_ = "*", plain_;
  std::unordered_map<std::string, CoordinateKind> coordinates_;  // of joints, which come before drives
  std::map<std::string, std::string> units_;                     // of parameters; they come first
};

}  // namespace clank
