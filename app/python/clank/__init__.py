# SPDX-License-Identifier: GPL-3.0-or-later
"""Motion of planar linkages whose joints lock, hit their stops and let go.

    import clank
    bar = clank.load("four-bar.clank")
    bar.set(crank_length=120)          # in the unit of the parameter; or "12 cm"
    run = bar.run()
    run["P.x"]                         # numpy array in SI, a view of the run's memory
    run.events                         # receipts

Wrong files and values raise ClankError.
"""

from ._clank import (BodyJump, ClankError, JointImpulse, Mechanism, Receipt, Run, StudyRuns, __version__, load,
                     optimise, read)
from .study import study

__all__ = ["BodyJump", "ClankError", "JointImpulse", "Mechanism", "Receipt", "Run", "StudyRuns", "load", "optimise",
           "read", "study", "__version__"]
