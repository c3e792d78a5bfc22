#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# coupler_curves.py FILE.clank PICTURE: coupler curves of a four-bar with cranks of several lengths, and the moment of its motor.

# %% The mechanism, and what can be changed of it
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

import clank

four_bar = clank.load(sys.argv[1])
print(four_bar.name, four_bar.parameters, four_bar.units)

# %% One run for each crank
figure, (path, moment) = plt.subplots(1, 2, figsize=(10, 4))
for length in (60, 80, 100, 120):
    four_bar.set(crank_length=length)
    run = four_bar.run(until=1)
    path.plot(run["P.x"], run["P.y"], label=f"crank {length} mm")
    moment.plot(run.t, run["motor.moment"])

# %% The figure
path.set(xlabel="x (m)", ylabel="y (m)", title="coupler point", aspect="equal")
path.legend()
moment.set(xlabel="t (s)", ylabel="moment (N m)", title="motor")
figure.tight_layout()
figure.savefig(sys.argv[2])
print("written:", sys.argv[2])
