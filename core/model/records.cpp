// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/mechanism.h"

namespace clank {

CLANK_COMPILE_HERE(Body);
CLANK_COMPILE_HERE(ContactPair);
CLANK_COMPILE_HERE(DrawnSurface);
CLANK_COMPILE_HERE(SolidMaterial);
CLANK_COMPILE_HERE(MaterialPair);
CLANK_COMPILE_HERE(Compliance);
CLANK_COMPILE_HERE(FrictionCurve);
CLANK_COMPILE_HERE(Drive);
CLANK_COMPILE_HERE(BeamSection);
CLANK_COMPILE_HERE(BeamMaterial);
CLANK_COMPILE_HERE(BeamDamping);
CLANK_COMPILE_HERE(FlexibleLink);
CLANK_COMPILE_HERE(ForceElement);
CLANK_COMPILE_HERE(Clearance);
CLANK_COMPILE_HERE(PhaseChange);
CLANK_COMPILE_HERE(JointFriction);
CLANK_COMPILE_HERE(Joint);
CLANK_COMPILE_HERE(Parameter);
CLANK_COMPILE_HERE(SimulationSettings);
CLANK_COMPILE_HERE(PublishedValue);
CLANK_COMPILE_HERE(Reference);
CLANK_COMPILE_HERE(Mechanism);
CLANK_COMPILE_HERE(PathFit);
CLANK_COMPILE_HERE(Optimisation);
CLANK_COMPILE_HERE(SplinePath);
CLANK_COMPILE_HERE(Picture);
CLANK_COMPILE_HERE(LinkedCopy);
CLANK_COMPILE_HERE(PlotView);
CLANK_COMPILE_HERE(StudyParameter);
CLANK_COMPILE_HERE(StudyQuantity);
CLANK_COMPILE_HERE(Study);
CLANK_COMPILE_HERE(UnitChoice);

}  // namespace clank
