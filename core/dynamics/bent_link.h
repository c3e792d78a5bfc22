// SPDX-License-Identifier: GPL-3.0-or-later
// A link that bends, ready for the equations, theory (14). Its mass lies in points along the axis, those of a
// Gauss quadrature (summed up in link_mass.h), so that all its terms follow from how points move (station.h)
// without any being dropped:
//
//   M = sum m J'J,   f = sum m J'(g - J' v) - K a - C a',   T = sum m |J v|^2/2.
//
// Coordinates: pose of the axes, then the modes, padded to whole blocks by coordinates that have a mass of
// one and rest.
#pragma once

#include <Eigen/Core>
#include <memory>
#include <span>
#include <vector>

#include "core/dynamics/link_mass.h"
#include "core/dynamics/station.h"
#include "core/math/beam_modes.h"
#include "core/math/held_beam.h"
#include "core/model/body.h"
#include "core/model/mechanism.h"

namespace clank {

// A shape of a link that bends or stretches; l of beam_modes.h or held_beam.h.
template <class Pure>
class BeamShape {
 public:
  explicit BeamShape(Pure pure) : kind_(std::move(pure)) {}
  explicit BeamShape(PieceShape held) : kind_(std::move(held)) {}
  double wave() const {
    return std::visit([](const auto& kind) { return kind.wave(); }, kind_);
  }
  double calcValue(double x) const { return calcDerivative(x, 0); }
  // By x, order 0 to 3.
  double calcDerivative(double x, int order) const {
    return std::visit([&](const auto& kind) { return kind.calcDerivative(x, order); }, kind_);
  }

 private:
  std::variant<Pure, PieceShape> kind_;
};

struct BeamShapes {
  std::vector<BeamShape<BendingMode>> bending;
  std::vector<BeamShape<AxialMode>> axial;
  std::vector<double> breaks;  // m, places between the ends where a derivative jumps
};

// A place where a link is looked at.
struct BendingSection {
  double at = 0;                  // m, from the start
  std::vector<double> value;      // of each bending mode
  std::vector<double> slope;      // rad per m of it
  std::vector<double> curvature;  // 1/m per m of it
  std::vector<double> slant;      // 1/m2 per m of it, the slope of the curvature
  std::vector<double> stretch;    // of each axial mode
};

struct BentLink {
  int body = -1;
  std::size_t first = 0;  // coordinate of the first mode
  std::size_t blocks = 0;
  std::size_t bending = 0, axial = 0;
  bool foreshortens = true;
  std::shared_ptr<const BeamShapes> shapes{};
  double length = 0;            // m
  double massPerLength = 0;     // kg/m
  double bendingStiffness = 0;  // N m2, EI
  double axialStiffness = 0;    // N, EA
  double area = 0, height = 0;  // m2, m, of the section
  double yield = 0;             // Pa; 0: unknown
  LinkMass mass;
  // A part of the mass, kg, at a point of the axis; as many in each piece between two sections.
  struct AxisMass {
    Station station;
    double mass = 0;
  };
  std::shared_ptr<const std::vector<AxisMass>> axis{};
  std::vector<BendingSection> sections;    // where moment and stress are told, evenly from end to end
  std::vector<double> tip;                 // each bending mode at the end
  std::vector<double> stiffness, damping;  // N/m, N s/m, of each mode

  std::size_t modes() const { return bending + axial; }
  std::size_t size() const { return 3 + 3 * blocks; }  // of the mass matrix
  // Pa/(N m), h/(2 I) of the fibre below the axis.
  double stressPerMoment() const { return height / 2 * axialStiffness / (area * bendingStiffness); }
};

// The section at x (m, from the start); H of station.h, by columns.
Station makeAxisStation(const BentLink& link, double x, const std::vector<double>& H);
// The two places, and the breaks between them, on the way from one to the other.
std::vector<double> listPieces(const BentLink& link, double from, double to);

// Of a resolved body with `flexible`. Without modes it has no blocks, and is rigid.
BentLink makeBentLink(const Mechanism& resolved, const Body& body, int index);
// Gives the modes their coordinates, and the link its mass and stiffnesses.
void placeModes(BentLink& link, std::size_t first, const BeamDamping& damping);
// Where a point (m, body axes from the start of the link) is held by the section nearest to it.
Station makeStation(const BentLink& link, const Eigen::Vector2d& point);
// Does no mode move or turn the section, as that in which clamped modes begin?
bool isStill(const Station& station);

// Sums over its mass at q, which mass matrix and forces take both.
LinkMass::Shape calcBentShape(const BentLink& link, const double* q);
// Mass matrix at q; the upper triangle. M has the size of the link.
void calcBentMass(const BentLink& link, const LinkMass::Shape& shape, const double* q,
                  Eigen::Ref<Eigen::MatrixXd> M);
void calcBentMass(const BentLink& link, const double* q, const Eigen::Ref<Eigen::MatrixXd>& M);
// Adds gravity, what comes from the velocities, elasticity and damping; returns the power that damping takes,
// W.
double addBentForces(const BentLink& link, const LinkMass::Shape& shape, const Eigen::Vector2d& gravity,
                     const double* q, const double* v, std::span<double> f);

// Bending moment (N m), its slope, the shear force (N), and largest stress (Pa, of either sign) of a section
// with an axial force (N, axial_force.h); that of the axial force alone where the height is not known.
double calcBendingMoment(const BentLink& link, const BendingSection& section, const double* q);
double calcShearForce(const BentLink& link, const BendingSection& section, const double* q);
double calcStress(const BentLink& link, const BendingSection& section, const double* q, double axial);
// The greatest stress of a link, and where.
struct GreatestStress {
  double stress = 0, at = 0;  // Pa, m from the start
};
// m, of the end across the axis of the body.
double calcTipDeflection(const BentLink& link, const double* q);
// m, the greatest of any of its sections.
double calcGreatestDeflection(const BentLink& link, const double* q);

double calcBentKinetic(const BentLink& link, const double* q, const double* v);                 // J
double calcBentGravity(const BentLink& link, const Eigen::Vector2d& gravity, const double* q);  // J
double calcBentElastic(const BentLink& link, const double* q);                                  // J

}  // namespace clank
