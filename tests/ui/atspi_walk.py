# SPDX-License-Identifier: GPL-3.0-or-later
"""What a screen reader is told of the window: starts PROGRAM with each FILE on the bus of assistive technologies, takes
it through its states by the actions that the bus offers, goes through all that it shows, and complains of controls
without a name and of fields without a value.

    on_screen.sh dbus-run-session -- python3 atspi_walk.py PROGRAM FILE...
"""
import os
import subprocess
import sys
import time

LAUNCHER = "/usr/libexec/at-spi-bus-launcher"
PATIENCE = 120  # s, until something is there, or an end comes: a busy machine takes its time
SETTLING = 30  # s, that a window at work may show what is not complete yet
SOON = 3  # s, that something may take after which one goes on without it
TURN = 0.1  # s, between two looks
ANSWER = 20000  # ms, that a window at work may take for an answer
BLOCKING = 1500  # ms, after which an action is known to have opened what waits for an answer
ESCAPE = 0xFF1B  # X11 keysym
# Roles that somebody acts on, or reads a value from.
NAMED = {"push button", "toggle button", "check box", "radio button", "combo box", "slider", "spin button", "text",
         "entry", "menu item", "check menu item", "menu", "page tab", "table", "tree table", "list", "button"}
# Nobody acts on their cells, which come and go by hundreds while a run is under way.
OF_CELLS = {"table", "tree table", "tree", "list"}
LEAVES = {"label", "check box", "slider", "page tab"}
VALUED = {"slider", "spin button", "progress bar", "text", "entry"}
# Told with what stands there: "Mobility: mobility 3 (Gruebler 3)".
TOLD = {"Mobility", "Energy balance", "Drift", "Computing time", "Time at the cursor", "Speed", "Case", "Study"}
# Dialogs and questions of the program's own, as the menus call them; Qt's choice of files is left out.
DIALOGS = ["Keys", "Text of this example", "Natural frequencies", "Video", "About Clank"]


class Window:
    def __init__(self, pyatspi, atspi, bus_error, program, file):
        self.pyatspi, self.atspi, self.bus_error = pyatspi, atspi, bus_error
        # Each question is a message to and fro: what does not change, the role of a node, is asked once.
        self.roles, self.found = {}, {}
        environment = dict(os.environ, QT_LINUX_ACCESSIBILITY_ALWAYS_ON="1", QT_QPA_PLATFORM="xcb")
        self.process = subprocess.Popen([program, file], env=environment)
        self.application = None

    def arrive(self):
        self.application = self.wait_for(self.find_application, "the window never came to the bus")
        self.wait_for(lambda: self.find({"page tab"}, ""), "the window shows no panels")

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
            time.sleep(TURN)
        raise TimeoutError(complaint)

    def comes_soon(self, find):
        """As wait_for(), for what may well not come."""
        end = time.time() + SOON
        while True:
            found = self.wait_for(lambda: (find(),), "the bus gives no answer")[0]
            if found or time.time() > end:
                return found
            time.sleep(TURN)

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

    def role_of(self, node):
        if node not in self.roles:
            name = node.getRoleName()
            self.roles[node] = "push button" if name == "button" else name  # since AT-SPI 2.53
        return self.roles[node]

    def list_nodes(self, node=None, path=(), all_of_it=False):
        node = node or self.application
        role = self.role_of(node)
        if not (all_of_it or role in ("application", "frame") or self.is_showing(node)):
            return
        name = (node.name or "").strip()
        yield node, role, name, path
        if role in OF_CELLS or role in LEAVES:
            return
        for i in range(node.childCount):
            child = node.getChildAtIndex(i)
            if child is not None:
                yield from self.list_nodes(child, path + (name or role,), all_of_it)

    def find(self, roles, begin, all_of_it=False):
        """Where it was the last time, or else anywhere. What is greyed does not count."""
        last = self.found.pop((tuple(roles), begin), None)
        if last and self.is_still(last, begin):
            self.found[tuple(roles), begin] = last
            return last
        for node, role, name, _ in self.list_nodes(all_of_it=all_of_it):
            if role in roles and name.startswith(begin) and (all_of_it or self.has(node, self.pyatspi.STATE_ENABLED)):
                if not all_of_it:
                    self.found[tuple(roles), begin] = node
                return node
        return None

    def is_still(self, node, begin):
        try:
            state, name = node.getState(), (node.name or "").strip()
        except self.bus_error:  # it is gone
            return False
        return name.startswith(begin) and state.contains(self.pyatspi.STATE_SHOWING) and \
            state.contains(self.pyatspi.STATE_ENABLED)

    def has(self, node, state):
        return node.getState().contains(state)

    def is_in_front(self, tab):
        """Qt 6.4 says of the chosen tab that it has the focus, later ones that it is selected."""
        return self.has(tab, self.pyatspi.STATE_FOCUSED) or self.has(tab, self.pyatspi.STATE_SELECTED)

    def find_now(self, roles, begin, all_of_it=False):
        """As find(), for what need not be there; waits only while the bus gives no answer."""
        return self.wait_for(lambda: (self.find(roles, begin, all_of_it),), f"what begins with {begin} cannot be looked for")[0]

    def press(self, roles, begin, all_of_it=False, effect=None):
        """Waits until it can be pressed: a window at work greys what would disturb it. Then until effect(node) is there."""
        node = self.wait_for(lambda: self.press_now(roles, begin, all_of_it), f"{begin} cannot be pressed")
        if effect:
            self.wait_for(lambda: effect(node), f"{begin} was pressed, and nothing came of it")

    def press_now(self, roles, begin, all_of_it=False):
        """What was there to be pressed; None: nothing."""
        node = self.find(roles, begin, all_of_it)
        if node is None:
            return None
        action = node.queryAction()
        self.atspi.set_timeout(BLOCKING, BLOCKING)
        try:
            action.doAction(0)
        except self.bus_error as error:  # what blocks (a question waits for its answer) is let wait
            if not any(word in str(error) for word in ("imeout", "imed out", "reply")):
                raise
        finally:
            self.atspi.set_timeout(ANSWER, ANSWER)
        return node

    def press_escape(self):
        self.pyatspi.Registry.generateKeyboardEvent(ESCAPE, None, self.pyatspi.KEY_SYM)

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
            time.sleep(3 * TURN)
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
            if window.comes_soon(lambda: window.find({"text", "entry"}, "id")):
                return True
    return False


def walk_states(window, walk, file):
    name = os.path.basename(file)
    walk.look(window, f"{name} at rest", TOLD, 30)
    for tab in ("Properties", "Parameters", "Studies", "Receipt", "Events", "Compare", "Study results", "Plots"):
        if window.find_now({"page tab"}, tab):
            window.press({"page tab"}, tab, effect=window.is_in_front)
            walk.look(window, f"{name}, {tab} in front")
    if choose_part(window):
        walk.look(window, f"{name}, a part chosen")
        window.press_escape()
        window.comes_soon(lambda: not window.find({"text", "entry"}, "id"))
    else:
        walk.wrong.append(f"{name}: no part could be chosen")
    what_if = {"check box", "toggle button"}, "What if"
    window.press(*what_if, effect=lambda node: window.has(node, window.pyatspi.STATE_CHECKED))
    walk.look(window, f"{name}, What if")
    window.press(*what_if, effect=lambda node: not window.has(node, window.pyatspi.STATE_CHECKED))
    window.press({"push button"}, "Run")
    walk.look(window, f"{name}, running")
    window.wait_for(lambda: (window.press_now({"push button"}, "Stop"),), "the run cannot be stopped")
    window.wait_for(lambda: not window.find({"push button"}, "Stop"), "the run goes on after Stop")
    walk.look(window, f"{name}, after the run")


def walk_menus(window, walk):
    bar = window.wait_for(lambda: window.find({"menu bar"}, ""), "no menus")
    names = window.wait_for(lambda: [name for _, _, name, path in window.list_nodes(bar) if path], "menus without names")

    def is_open(menu):
        return any(path and "item" in role for _, role, _, path in window.list_nodes(menu))

    for name in names:
        menu = window.wait_for(lambda: window.press_now({"menu item", "menu"}, name), f"{name} cannot be pressed")
        window.wait_for(lambda: is_open(menu), f"the menu {name} does not open")
        walk.look(window, f"menu {name}")
        window.press_escape()
        window.comes_soon(lambda: not is_open(menu))


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
        Atspi.set_timeout(ANSWER, ANSWER)
        for file in files:
            kept = len(walk.wrong)
            try:
                walk_window(Window(pyatspi, Atspi, GLib.Error, program, file), walk, file, file == files[0])
            except Exception as error:  # pyatspi lets many kinds through
                print(f"{file}: once more from the start, for the bus broke down: {error!r}", flush=True)
                del walk.wrong[kept:]
                walk_window(Window(pyatspi, Atspi, GLib.Error, program, file), walk, file, file == files[0])
    finally:
        launcher.terminate()
    print("\n".join(walk.wrong))
    print(f"{len(walk.seen)} controls by name, {len(walk.wrong)} wrong")
    sys.exit(1 if walk.wrong else 0)


main()
