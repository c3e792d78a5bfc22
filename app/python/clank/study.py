# SPDX-License-Identifier: GPL-3.0-or-later
"""Studies in a pool of processes."""

import concurrent.futures
import json
import multiprocessing
import os
import signal

import numpy

from ._clank import ClankError, StudyRuns, read

_runs = None  # of a process of the pool


def _begin(text, name, pids):
    pids.put(os.getpid())
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that asked
    global _runs
    _runs = StudyRuns(read(text), name)


def _run(number):
    return _runs.run(number)


def _end(pids):
    own = set()
    while not pids.empty():
        own.add(pids.get())
    for process in multiprocessing.active_children():
        if process.pid in own:
            process.terminate()


def _with_grid(mechanism, parameters, quantities):
    """The text of the mechanism with a study of these values, and the id of that."""
    document = json.loads(mechanism.to_json())
    taken = {one["id"] for one in document.get("studies", [])}
    name = "asked"
    while name in taken:
        name += "_"
    made = {
        "id": name,
        "sampling": "grid",
        "parameters": [],
        "quantities": [{"id": key, "value": text} for key, text in quantities.items()],
    }
    if mechanism.case:
        made["case"] = mechanism.case
    for key, values in parameters.items():
        values = list(values)
        words = bool(values) and all(isinstance(one, str) for one in values) and key not in _numbers(mechanism)
        made["parameters"].append({"parameter": key, "words" if words else "values": [
            one if isinstance(one, str) else float(one) for one in values]})
    document["studies"] = [made]
    return json.dumps(document), name


def _numbers(mechanism):
    return {key for key, value in mechanism.parameters.items() if not isinstance(value, str)}


def study(mechanism, parameters, quantities=None, *, jobs=None):
    """Runs a mechanism many times and returns a table: name of a column -> numpy array, one entry a run.

    parameters: the id of a study of the file; or {parameter: values}, of which every combination is run, with
    quantities {name: expression over a run, as "peak(O2.reaction_x)"}, in SI. What is there no number for is nan.
    Columns "ended" and "reason" tell of runs that did not finish. jobs: processes, one a processor when absent.
    Values that were set on the mechanism count, but for parameters that the study varies.
    """
    if isinstance(parameters, str):
        if quantities is not None:
            raise ClankError("the study of the file has its own quantities")
        text, name = mechanism.to_json(), parameters
    else:
        text, name = _with_grid(mechanism, parameters, quantities or {})
    runs = StudyRuns(read(text), name)  # what is wrong is told here
    count = len(runs)
    jobs = min(jobs or os.cpu_count() or 1, max(count, 1))
    if jobs == 1:
        rows = [runs.run(number) for number in range(count)]
    else:
        # Not fork: the process that asks may have threads.
        context = multiprocessing.get_context("spawn")
        pids = context.SimpleQueue()
        pool = concurrent.futures.ProcessPoolExecutor(jobs, context, _begin, (text, name, pids))
        try:
            rows = list(pool.map(_run, range(count), chunksize=max(1, min(64, count // (4 * jobs)))))
        except BaseException:
            _end(pids)  # what is under way may take hours
            pool.shutdown(wait=False, cancel_futures=True)
            raise
        pool.shutdown()
    table = {}
    for place, key in enumerate(runs.parameters):
        texts = [row[0][place] for row in rows]
        try:
            table[key] = numpy.array([float(one) for one in texts])
        except ValueError:
            table[key] = numpy.array(texts)
    for place, key in enumerate(runs.quantities):
        table[key] = numpy.array([row[1][place] for row in rows])
    table["ended"] = numpy.array([row[2] for row in rows])
    table["reason"] = numpy.array([row[3] for row in rows])
    return table
