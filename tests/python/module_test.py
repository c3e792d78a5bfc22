# SPDX-License-Identifier: GPL-3.0-or-later
"""The module clank, as it is used: runs, arrays, receipts, studies, Ctrl-C."""

import ast
import gc
import json
import os
import pathlib
import pickle
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import numpy

import clank

EXAMPLES = pathlib.Path(os.environ["CLANK_EXAMPLES"])
FOUR_BAR = EXAMPLES / "linkages/four-bar.clank"
THREE_BAR = EXAMPLES / "papers/song-2020-three-bar.clank"
LONG = EXAMPLES / "benchmarks/chain-50.clank"


class Mechanisms(unittest.TestCase):
    def test_parameters_are_in_their_units(self):
        bar = clank.load(FOUR_BAR)
        self.assertEqual(bar.name, "Four-bar linkage")
        self.assertEqual(bar.parameters["crank_length"], 100)
        self.assertEqual(bar.units["crank_length"], "mm")
        bar.set(crank_length=80, speed="2 rad/s")
        self.assertEqual(bar.parameters["crank_length"], 80)
        self.assertAlmostEqual(bar.parameters["speed"], 2 * 30 / numpy.pi)

    def test_mistakes_are_named(self):
        bar = clank.load(FOUR_BAR)
        with self.assertRaisesRegex(clank.ClankError, "did you mean 'crank_length'"):
            bar.set(crank_lenght=80)
        with self.assertRaisesRegex(clank.ClankError, "cannot"):
            clank.load("/nowhere.clank")
        with self.assertRaisesRegex(clank.ClankError, "3 kg"):
            bar.set(speed="3 rad/s", crank_length="3 kg")
        self.assertEqual(bar.parameters, clank.load(FOUR_BAR).parameters)
        with self.assertRaisesRegex(KeyError, "Q.x"):
            clank.load(FOUR_BAR).run(until=0.1)["Q.x"]

    def test_what_is_set_counts(self):
        bar = clank.load(FOUR_BAR)
        bar.set(crank_length=80, speed="2 rad/s")
        for other in clank.read(bar.to_json()), self.saved(bar):
            self.assertEqual(other.parameters, bar.parameters)
        plain = clank.load(FOUR_BAR)
        reach = {"x": "peak(P.x)"}
        whole = clank.study(bar, {"speed": [60]}, reach, jobs=1)
        self.assertEqual(whole["x"][0], clank.study(plain, {"speed": [60], "crank_length": [80]}, reach, jobs=1)["x"][0])
        self.assertNotEqual(whole["x"][0], clank.study(plain, {"speed": [60]}, reach, jobs=1)["x"][0])
        varied = clank.study(bar, {"crank_length": [100, 80]}, reach, jobs=1)
        self.assertNotEqual(varied["x"][0], varied["x"][1])

    def test_what_is_set_counts_in_every_case(self):
        text = {"format": "clank", "version": 1, "parameters": [
                    {"id": "m", "value": "1 kg", "unit": "kg"}, {"id": "k", "value": 1},
                    {"id": "law", "choices": ["linear", "progressive"]}],
                "cases": [{"id": "light"}, {"id": "heavy", "set": {"m": "5 kg", "k": 7}}],
                "bodies": [{"id": "b", "mass": "m", "inertia": "k"}],
                "joints": [{"id": "A", "type": "revolute", "b": "b"}]}
        one = clank.read(json.dumps(text))
        one.set(m="2000 g", k=3, law="progressive")
        for case in "light", "heavy":
            one.case = case
            other = clank.read(one.to_json())
            other.case = case
            self.assertEqual(other.parameters, {"m": 2, "k": 3, "law": "progressive"})
            self.assertEqual(other.parameters, one.parameters)

    def test_an_optimisation_has_what_is_set(self):
        document = json.loads(clank.load(FOUR_BAR).to_json())
        document["optimisations"] = [{
            "id": "slow", "parameters": [{"parameter": "speed", "from": 30, "to": 60}],
            "quantities": [{"id": "x", "value": "peak(P.x)"}], "objective": "x",
            "global": "none", "local_runs": 3}]
        bar = clank.read(json.dumps(document))
        bar.set(crank_length=80)
        best, found = clank.optimise(bar, "slow")
        self.assertEqual(best.parameters["crank_length"], 80)
        plain, other = clank.optimise(clank.read(json.dumps(document)), "slow")
        self.assertNotEqual(found["quantities"]["x"], other["quantities"]["x"])

    def saved(self, mechanism):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "a.clank"
            mechanism.save(path)
            return clank.load(path)

    def test_a_pickle_is_the_same_mechanism(self):
        bar = clank.load(FOUR_BAR)
        bar.set(crank_length=80)
        other = pickle.loads(pickle.dumps(bar))
        self.assertEqual(other.to_json(), bar.to_json())
        self.assertEqual(other.parameters, bar.parameters)


class Runs(unittest.TestCase):
    def test_channels_are_views(self):
        run = clank.load(FOUR_BAR).run(until=1, every=0.01)
        x = run["P.x"]
        self.assertEqual(len(run), 101)
        self.assertEqual(x.shape, (101,))
        self.assertFalse(x.flags.owndata)
        self.assertFalse(x.flags.writeable)
        self.assertTrue(numpy.shares_memory(x, run["P.x"]))
        self.assertEqual(run.channels["P.x"], "m")
        # The crank turns at 60 rpm: after a turn everything is where it was.
        self.assertAlmostEqual(run.t[-1], 1)
        self.assertAlmostEqual(x[0], x[-1], places=8)
        first = x[0]
        del run
        gc.collect()
        self.assertEqual(x[0], first)

    def test_receipts(self):
        run = clank.load(THREE_BAR).run()
        self.assertEqual(run.ended, "finished")
        impact = run.events[0]
        self.assertGreater(impact.impulse, 0)
        self.assertGreaterEqual(impact.energy_before, impact.energy_after)
        self.assertTrue(impact.joint_impulses)
        self.assertEqual(len(impact.jumps[0].before), 3)

    def test_other_threads_go_on(self):
        chain = clank.load(LONG)
        counted = 0
        over = threading.Event()

        def compute():
            chain.run(until=10)
            over.set()

        thread = threading.Thread(target=compute)
        thread.start()
        while not over.is_set():
            counted += 1
            time.sleep(0.001)
        thread.join()
        self.assertGreater(counted, 5)  # it would be once, if they were held up

    def test_ctrl_c_ends_a_run(self):
        code = ("import clank, sys\nchain = clank.load(sys.argv[1])\n"
                "try:\n  print('begun', flush=True)\n  chain.run(until=1e5)\nexcept KeyboardInterrupt:\n  print('stopped')\n")
        with subprocess.Popen([sys.executable, "-c", code, str(LONG)], stdout=subprocess.PIPE, text=True) as process:
            process.stdout.readline()
            time.sleep(0.5)
            process.send_signal(signal.SIGINT)
            said, _ = process.communicate(timeout=120)
        self.assertEqual(said, "stopped\n")


class Studies(unittest.TestCase):
    def wait_for_work(self, group, least):
        """Until so many processes of the group beside its first have worked for a second, as the processor counts it."""
        end = time.time() + 120
        while time.time() < end:
            working = 0
            for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
                try:
                    fields = stat.read_text().rpartition(")")[2].split()
                except OSError:  # it has ended
                    continue
                if int(fields[2]) == group and stat.parent.name != str(group):
                    working += int(fields[11]) + int(fields[12]) >= os.sysconf("SC_CLK_TCK")
            if working >= least:
                return
            time.sleep(0.05)
        self.fail("the processes of the study never got to work")

    def test_the_same_table_in_one_process_and_in_two(self):
        bar = clank.load(FOUR_BAR)
        asked = ({"crank_length": [80, 100, 200]}, {"x": "end(P.x)"})
        one = clank.study(bar, *asked, jobs=1)
        two = clank.study(bar, *asked, jobs=2)
        self.assertEqual(list(one["crank_length"]), [80, 100, 200])
        self.assertEqual(list(one["ended"][:2]), ["finished"] * 2)
        self.assertNotEqual(one["ended"][2], "finished")
        self.assertTrue(one["reason"][2])
        self.assertTrue(numpy.isnan(one["x"][2]))
        numpy.testing.assert_array_equal(one["x"], two["x"])
        bar.set(crank_length=80)
        self.assertEqual(bar.run()["P.x"][-1], one["x"][0])

    def test_ctrl_c_ends_a_study_and_its_processes(self):
        code = ("import clank, json, sys\n"
                "if __name__ == '__main__':\n"
                "  model = json.loads(clank.load(sys.argv[1]).to_json())\n"
                "  model['simulation']['duration'] = 1e5\n"
                "  model['parameters'] = model.get('parameters', []) + [{'id': 'any', 'value': 1, 'unit': '1'}]\n"
                "  chain = clank.read(json.dumps(model))\n"
                "  try:\n    print('begun', flush=True)\n    clank.study(chain, {'any': range(10)}, {'n': 'events()'}, jobs=2)\n"
                "  except KeyboardInterrupt:\n    print('stopped')\n")
        with tempfile.TemporaryDirectory() as folder:
            script = pathlib.Path(folder) / "study.py"  # the processes of the pool read it again
            script.write_text(code)
            with subprocess.Popen([sys.executable, str(script), str(LONG)], stdout=subprocess.PIPE, text=True,
                                  stderr=subprocess.DEVNULL, start_new_session=True) as process:
                process.stdout.readline()
                self.wait_for_work(process.pid, 2)
                process.send_signal(signal.SIGINT)
                try:
                    said, _ = process.communicate(timeout=120)
                except subprocess.TimeoutExpired:
                    os.killpg(process.pid, signal.SIGKILL)
                    raise
            self.assertEqual(said, "stopped\n")
            try:
                for _ in range(600):  # the helper of multiprocessing goes last
                    os.killpg(process.pid, 0)
                    time.sleep(0.1)
                os.killpg(process.pid, signal.SIGKILL)
                self.fail("a process is left")
            except ProcessLookupError:
                pass

    def test_a_study_of_the_file(self):
        table = clank.study(clank.load(THREE_BAR), "bounces", jobs=1)
        self.assertGreater(len(table["e"]), 1)
        with self.assertRaisesRegex(clank.ClankError, "no study 'bounce'"):
            clank.study(clank.load(THREE_BAR), "bounce")


class Surroundings(unittest.TestCase):
    def test_stubs_name_what_is_there(self):
        stub = pathlib.Path(clank.__file__).with_name("_clank.pyi")
        for node in ast.parse(stub.read_text()).body:
            if isinstance(node, ast.FunctionDef):
                self.assertTrue(hasattr(clank._clank, node.name), node.name)
            if not isinstance(node, ast.ClassDef):
                continue
            there = getattr(clank._clank, node.name)
            told = {one.name for one in node.body if isinstance(one, ast.FunctionDef)}
            told |= {one.target.id for one in node.body if isinstance(one, ast.AnnAssign)}
            for name in told:
                self.assertTrue(hasattr(there, name), f"{node.name}.{name}")
            if there is not clank.ClankError:
                real = {name for name in vars(there) if not name.startswith("_")}
                self.assertEqual(real, {name for name in told if not name.startswith("_")}, node.name)

    def test_the_example_makes_its_figure(self):
        with tempfile.TemporaryDirectory() as folder:
            picture = pathlib.Path(folder) / "figure.png"
            try:
                import matplotlib  # noqa: F401
            except ImportError:
                self.skipTest("without matplotlib there is no figure")
            subprocess.run([sys.executable, os.environ["CLANK_FIGURE"], str(FOUR_BAR), str(picture)], check=True,
                           stdout=subprocess.DEVNULL)
            self.assertGreater(picture.stat().st_size, 10000)


if __name__ == "__main__":
    unittest.main()
