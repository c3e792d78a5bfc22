# SPDX-License-Identifier: GPL-3.0-or-later
"""What a screen reader is told of the window: starts PROGRAM with each FILE on the bus of assistive technologies, takes
it through its states by the actions that the bus offers, goes through all that it shows, and complains of controls
without a name and of fields without a value.

    dbus-run-session -- xvfb-run -a python3 atspi_walk.py PROGRAM FILE...
"""
import os
import subprocess
import sys
import time

LAUNCHER = "/usr/libexec/at-spi-bus-launcher"
PATIENCE = 60  # s, until something is there, or an end comes
SETTLING = 20  # s, that a window at work may show what is not complete yet
ESCAPE = 0xFF1B  # X11 keysym
# Roles that somebody acts on, or reads a value from.
NAMED = {"push button", "toggle button", "check box", "radio button", "combo box", "slider", "spin button", "text",
         "entry", "menu item", "check menu item", "menu", "page tab", "table", "tree table", "list", "button"}
VALUED = {"slider", "spin button", "progress bar", "text", "entry"}
# Told with what stands there: "Mobility: mobility 3 (Gruebler 3)".
TOLD = {"Mobility", "Energy balance", "Drift", "Computing time", "Time at the cursor", "Speed", "Case", "Study"}
# Dialogs and questions of the program's own, as the menus call them; Qt's choice of files is left out.
DIALOGS = ["Keys", "Text of this example", "Natural frequencies", "Video", "About Clank"]


class Window:
    def __init__(self, pyatspi, bus_error, program, file):
        self.pyatspi, self.bus_error = pyatspi, bus_error
        environment = dict(os.environ, QT_LINUX_ACCESSIBILITY_ALWAYS_ON="1", QT_QPA_PLATFORM="xcb")
        self.process = subprocess.Popen([program, file], env=environment)
        self.application = None

    def arrive(self):
        self.application = self.wait_for(self.find_application, "the window never came to the bus")
        time.sleep(2)

    def wait_for(self, find, complaint):
        """What find() finds, as soon as it does. A window at work answers late, and what it shows may be gone while it is
        being read: the bus says so by an error, and all is looked at again."""
        end = time.time() + PATIENCE
        while time.time() < end:
            try:
                found = find()
                if found:
                    return found
            except self.bus_error as error:
                print(f"once more: {error}", flush=True)
            if self.process.poll() is not None:
                sys.exit(f"{complaint}: the program ended with {self.process.returncode}")
            time.sleep(0.3)
        raise TimeoutError(complaint)

    def find_application(self):
        for application in self.pyatspi.Registry.getDesktop(0):
            if application and application.get_process_id() == self.process.pid and application.childCount > 0:
                return application
        return None

    def is_showing(self, node):
        return node.getState().contains(self.pyatspi.STATE_SHOWING)

    def count_shown(self):
        """Windows: the main one and its dialogs, which stay open: no window manager gives them the focus for Esc."""
        return sum(child is not None and self.is_showing(child) for child in self.application)

    def list_nodes(self, node=None, path=(), all_of_it=False):
        node = node or self.application
        role, name = node.getRoleName(), (node.name or "").strip()
        if not (all_of_it or self.is_showing(node) or role in ("application", "frame")):
            return
        yield node, role, name, path
        for i in range(node.childCount):
            child = node.getChildAtIndex(i)
            if child is not None:
                yield from self.list_nodes(child, path + (name or role,), all_of_it)

    def find(self, roles, begin, all_of_it=False):
        for node, role, name, _ in self.list_nodes(all_of_it=all_of_it):
            able = all_of_it or node.getState().contains(self.pyatspi.STATE_ENABLED)
            if role in roles and able and name.startswith(begin):
                return node
        return None

    def find_now(self, roles, begin, all_of_it=False):
        """As find(), for what need not be there."""
        return self.wait_for(lambda: (self.find(roles, begin, all_of_it),), f"what begins with {begin} cannot be looked for")[0]

    def press(self, roles, begin, all_of_it=False):
        """Waits until it can be pressed: a window at work greys what would disturb it."""
        self.wait_for(lambda: self.press_now(roles, begin, all_of_it), f"{begin} cannot be pressed")

    def press_now(self, roles, begin, all_of_it=False):
        """Whether it was there to be pressed."""
        node = self.find(roles, begin, all_of_it)
        if node is None:
            return False
        action = node.queryAction()
        try:
            action.doAction(0)
        except self.bus_error as error:  # what blocks (a question waits for its answer) is let wait
            if not any(word in str(error) for word in ("imeout", "imed out", "reply")):
                raise
        time.sleep(1)
        return True

    def press_escape(self):
        self.pyatspi.Registry.generateKeyboardEvent(ESCAPE, None, self.pyatspi.KEY_SYM)
        time.sleep(0.7)

    def end(self):
        self.process.terminate()
        self.process.wait(PATIENCE)


def read_value(node):
    for query in ("queryValue", "queryText"):
        try:
            face = getattr(node, query)()
            return str(face.currentValue) if query == "queryValue" else face.getText(0, -1)
        except NotImplementedError:
            continue
    return None


class Walk:
    def __init__(self):
        self.wrong, self.seen = [], set()

    def look(self, window, state, told=frozenset(), least=0):
        """What is still wrong once the window has had its time."""
        end = time.time() + SETTLING
        while True:
            controls, wrong = self.read(window, state, told)
            if controls < least:
                wrong.append(f"{state}: hardly any controls")
            if not wrong or time.time() > end:
                break
            time.sleep(1)
        self.wrong += wrong
        print("\n".join([f"{state}: {controls} controls"] + wrong), flush=True)

    def read(self, window, state, told):
        """How many controls are shown, and the complaints."""
        shown = window.wait_for(lambda: [(role, name, path, read_value(node) if role in VALUED else None)
                                         for node, role, name, path in window.list_nodes()], f"{state}: cannot be read")
        said, controls, wrong = set(), 0, []
        for role, name, path, value in shown:
            where = f"{state}: {role} {name!r} in {' > '.join(path[-3:])}"
            if role in NAMED:
                controls += 1
                self.seen.add((role, name))
                if not name:
                    wrong.append(f"{where} has no name")
            if role in VALUED and value is None:
                wrong.append(f"{where} has no value")
            if role == "combo box" and ": " not in name:
                wrong.append(f"{where} does not say what is chosen")
            if ": " in name:
                said.add(name.split(":")[0])
        return controls, wrong + [f"{state}: {name} is told without what stands there" for name in sorted(told - said)]


def choose_part(window):
    """A click in the middle of the sheet, where the drawing is; around it if it has a hole there."""
    sheet = window.wait_for(lambda: next((node for node, _, name, _ in window.list_nodes() if name == "Drawing board"), None),
                            "no drawing board")
    box = window.wait_for(lambda: sheet.queryComponent().getExtents(window.pyatspi.DESKTOP_COORDS), "a board without a place")
    for down in (0.5, 0.45, 0.55, 0.4, 0.6, 0.35, 0.65):
        for right in (0.5, 0.4, 0.6, 0.3, 0.7):
            x, y = box.x + right * box.width, box.y + down * box.height
            window.pyatspi.Registry.generateMouseEvent(int(x), int(y), "b1c")
            for _ in range(4):
                time.sleep(0.3)
                if window.find_now({"text", "entry"}, "id"):
                    return True
    return False


def walk_states(window, walk, file):
    name = os.path.basename(file)
    walk.look(window, f"{name} at rest", TOLD, 30)
    for tab in ("Properties", "Parameters", "Studies", "Receipt", "Events", "Compare", "Study results", "Plots"):
        if window.find_now({"page tab"}, tab):
            window.press({"page tab"}, tab)
            walk.look(window, f"{name}, {tab} in front")
    if choose_part(window):
        walk.look(window, f"{name}, a part chosen")
        window.press_escape()
    else:
        walk.wrong.append(f"{name}: no part could be chosen")
    window.press({"check box", "toggle button"}, "What if")
    walk.look(window, f"{name}, What if")
    window.press({"check box", "toggle button"}, "What if")
    window.press({"push button"}, "Run")
    walk.look(window, f"{name}, running")
    window.wait_for(lambda: (window.press_now({"push button"}, "Stop"),), "the run cannot be stopped")
    walk.look(window, f"{name}, after the run")


def walk_menus(window, walk):
    bar = window.wait_for(lambda: window.find({"menu bar"}, ""), "no menus")
    names = window.wait_for(lambda: [name for _, _, name, path in window.list_nodes(bar) if path], "menus without names")
    for name in names:
        window.press({"menu item", "menu"}, name)
        walk.look(window, f"menu {name}")
        window.press_escape()


def walk_dialogs(window, walk):
    for begin in DIALOGS:
        before = window.wait_for(window.count_shown, "no window is shown")
        window.press({"menu item", "check menu item"}, begin, all_of_it=True)
        window.wait_for(lambda: window.count_shown() > before, f"{begin} opens nothing")
        walk.look(window, f"dialog {begin}")


def walk_window(window, walk, file, with_menus):
    try:
        window.arrive()
        walk_states(window, walk, file)
        if with_menus:
            walk_menus(window, walk)
            walk_dialogs(window, walk)
    finally:
        window.end()


def main():
    program, files = sys.argv[1], sys.argv[2:]
    launcher = subprocess.Popen([LAUNCHER, "--launch-immediately"])
    walk = Walk()
    try:
        import pyatspi
        from gi.repository import Atspi, GLib
        Atspi.set_timeout(2000, 5000)  # ms
        for file in files:
            kept = len(walk.wrong)
            try:
                walk_window(Window(pyatspi, GLib.Error, program, file), walk, file, file == files[0])
            except Exception as error:  # pyatspi lets many kinds through
                print(f"{file}: once more from the start, for the bus broke down: {error!r}", flush=True)
                del walk.wrong[kept:]
                walk_window(Window(pyatspi, GLib.Error, program, file), walk, file, file == files[0])
    finally:
        launcher.terminate()
    print("\n".join(walk.wrong))
    print(f"{len(walk.seen)} controls by name, {len(walk.wrong)} wrong")
    sys.exit(1 if walk.wrong else 0)


main()
