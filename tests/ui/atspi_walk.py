# SPDX-License-Identifier: GPL-3.0-or-later
"""What a screen reader is told of the window: starts PROGRAM FILE on the bus of assistive technologies, goes through
all that it shows, and complains of controls without a name and of fields without a value.

    dbus-run-session -- xvfb-run -a python3 atspi_walk.py PROGRAM FILE
"""
import os
import subprocess
import sys
import time

LAUNCHER = "/usr/libexec/at-spi-bus-launcher"
PATIENCE = 60  # s, until the window is there
# Roles that somebody acts on, or reads a value from.
NAMED = {"push button", "toggle button", "check box", "radio button", "combo box", "slider", "spin button", "text",
         "entry", "menu item", "check menu item", "menu", "page tab", "table", "tree table", "list", "button"}
VALUED = {"slider", "spin button", "progress bar"}
# Told with what stands there: "Mobility: mobility 3 (Gruebler 3)".
TOLD = {"Mobility", "Energy balance", "Drift", "Computing time", "Time at the cursor", "Speed", "Case", "Study"}


def find_window(pyatspi, pid):
    end = time.time() + PATIENCE
    while time.time() < end:
        for application in pyatspi.Registry.getDesktop(0):
            if application and application.get_process_id() == pid and application.childCount > 0:
                return application
        time.sleep(0.5)
    return None


def read_value(node):
    for query in ("queryValue", "queryText"):
        try:
            face = getattr(node, query)()
            return str(face.currentValue) if query == "queryValue" else face.getText(0, -1)
        except NotImplementedError:
            continue
    return None


def walk(pyatspi, node, path, found):
    if node is None:
        return
    states = node.getState()
    role, name = node.getRoleName(), (node.name or "").strip()
    if states.contains(pyatspi.STATE_SHOWING) or role in ("application", "frame"):
        found.append((role, name, read_value(node), path))
        for i in range(node.childCount):
            walk(pyatspi, node.getChildAtIndex(i), path + [name or role], found)


def main():
    program, file = sys.argv[1:3]
    launcher = subprocess.Popen([LAUNCHER, "--launch-immediately"])
    environment = dict(os.environ, QT_LINUX_ACCESSIBILITY_ALWAYS_ON="1", QT_QPA_PLATFORM="xcb")
    window = subprocess.Popen([program, file], env=environment)
    try:
        import pyatspi
        application = find_window(pyatspi, window.pid)
        if application is None:
            sys.exit("the window never came to the bus of assistive technologies")
        time.sleep(3)
        found = []
        walk(pyatspi, application, [], found)
        wrong, said = [], set()
        for role, name, value, path in found:
            print(f"{role}: {name!r}" + (f" = {value!r}" if value is not None else ""))
            if role in NAMED and not name:
                wrong.append(f"{role} without a name in {' > '.join(path[-3:])}")
            if role in VALUED and value is None:
                wrong.append(f"{role} {name!r} without a value")
            said |= {name.split(":")[0]} if ": " in name else set()
        wrong += [f"{name} is told without what stands there" for name in sorted(TOLD - said)]
        controls = sum(role in NAMED for role, *_ in found)
        print(f"{len(found)} things, {controls} controls, {len(wrong)} wrong")
        print("\n".join(wrong))
        sys.exit(1 if wrong or controls < 30 else 0)
    finally:
        window.terminate()
        window.wait(20)
        launcher.terminate()


main()
