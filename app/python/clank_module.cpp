// SPDX-License-Identifier: GPL-3.0-or-later
// Module clank._clank: the core for Python. What it says of itself stands in clank/_clank.pyi too.
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <cmath>

#include "app/python/interruptible.h"
#include "app/python/python_model.h"
#include "core/io/mechanism_file.h"
#include "core/io/number_text.h"
#include "core/math/units.h"
#include "core/study/optimiser.h"
#include "core/study/study_run.h"
#include "core/support/version.h"

namespace py = pybind11;
using namespace clank;

namespace {

// A column of a run: a view of its memory, read only; the run lives as long as the view.
py::array getColumn(const std::shared_ptr<PythonRun>& run, std::size_t column) {
  constexpr auto kNumber = static_cast<py::ssize_t>(sizeof(double));
  const auto stride = kNumber * static_cast<py::ssize_t>(run->channels.size());
  const auto count = static_cast<py::ssize_t>(run->countSamples());
  static const double kNone = 0;
  const double* first = count > 0 ? run->rows.data() + column : &kNone;
  py::array view(py::dtype::of<double>(), {count}, {stride}, first, py::cast(run));
  view.attr("flags").attr("writeable") = false;
  return view;
}

std::size_t findColumn(const PythonRun& run, const std::string& name) {
  for (std::size_t k = 0; k < run.channels.size(); ++k)
    if (run.channels[k].name == name) return k;
  throw py::key_error("there is no channel '" + name + "'");
}

// A number as its shortest text, in the unit of the parameter as with --set; a text as it is.
std::string toText(const py::handle& value) {
  if (py::isinstance<py::str>(value)) return py::cast<std::string>(value);
  return toShortestText(py::cast<double>(py::float_(py::reinterpret_borrow<py::object>(value))));
}

py::dict listParameters(const PythonMechanism& mechanism) {
  py::dict values;
  for (const Parameter& parameter : mechanism.resolved().parameters) {
    if (!parameter.choices.empty()) {
      values[py::str(parameter.id)] = parameter.choice;
      continue;
    }
    const auto unit = findUnit(parameter.unit);
    values[py::str(parameter.id)] = parameter.value.value / (unit ? unit->factor : 1);
  }
  return values;
}

const char* toWord(RunSummary::End end) {
  return end == RunSummary::End::finished      ? "finished"
         : end == RunSummary::End::interrupted ? "interrupted"
                                               : "failed";
}

std::vector<std::string> listTexts(const Problems& problems) {
  std::vector<std::string> texts;
  for (const Problem& problem : problems)
    texts.push_back(std::string(clank::toWord(problem.severity)) + ": " + problem.what);
  return texts;
}

// Runs of a study of a file, by number: what the processes of a pool share.
class PythonStudy {
 public:
  PythonStudy(const PythonMechanism& mechanism, const std::string& id)
      : runs_(make(mechanism.withValues(), id)) {}

  std::uint64_t size() const { return runs_.plan().size().value_or(0); }
  std::vector<std::string> listParameters() const {
    std::vector<std::string> ids;
    for (const StudyAxis& axis : runs_.plan().axes()) ids.push_back(axis.id());
    return ids;
  }
  std::vector<std::string> listQuantities() const {
    std::vector<std::string> ids;
    for (const StudyQuantity& quantity : runs_.study().quantities) ids.push_back(quantity.id);
    return ids;
  }
  // (texts of the parameters, quantities, ended, reason)
  py::tuple run(std::uint64_t number) const {
    if (number >= size()) throw py::index_error("the study has no such run");
    std::optional<StudyRow> row;
    runInterruptibly([&](const std::stop_token& stop) { row = runs_.run(number, stop); });
    return py::make_tuple(row->parameters, row->quantities, row->ended, row->reason);
  }

 private:
  static StudyRuns make(const Mechanism& drawn, const std::string& id) {
    auto runs = StudyRuns::create(drawn, id);
    if (!runs) throw ModelError(runs.error());
    return std::move(*runs);
  }
  StudyRuns runs_;
};

py::dict describe(const Optimiser& optimiser, const Attempt& attempt) {
  py::dict made, parameters, quantities;
  const Optimisation& sought = optimiser.optimisation();
  for (std::size_t k = 0; k < sought.parameters.size(); ++k)
    parameters[py::str(sought.parameters[k].parameter)] = std::stod(attempt.parameters[k]);
  std::size_t k = 0;
  for (const StudyQuantity& quantity : sought.quantities)
    quantities[py::str(quantity.id)] = attempt.quantities[k++];
  for (const PathFit& fit : sought.fits) quantities[py::str(fit.id)] = attempt.quantities[k++];
  made["run"] = attempt.run;
  made["objective"] = attempt.objective;
  made["violation"] = attempt.violation;
  made["parameters"] = parameters;
  made["quantities"] = quantities;
  return made;
}

py::tuple optimise(const PythonMechanism& mechanism, const std::string& id) {
  Mechanism drawn = mechanism.withValues();
  auto made = Optimiser::create(drawn, id);
  if (!made) throw ModelError(made.error());
  std::optional<Attempt> best;
  runInterruptibly([&](const std::stop_token& stop) { best = made->search(stop); });
  if (!best) throw ModelError(Problems{{"no run of the search finished", ""}});
  made->putInto(drawn, *best);
  return py::make_tuple(PythonMechanism::read(writeMechanism(drawn)), describe(*made, *best));
}

void bindReceipts(py::module_& m) {
  py::class_<JointImpulse>(m, "JointImpulse", "Impulse of a joint in an event, on its body b.")
      .def_readonly("joint", &JointImpulse::joint, "id of the joint")
      .def_readonly("x", &JointImpulse::x, "N s")
      .def_readonly("y", &JointImpulse::y, "N s")
      .def_readonly("moment", &JointImpulse::moment, "N m s");
  py::class_<BodyJump>(m, "BodyJump", "Speeds of a body just before and after an event.")
      .def_readonly("body", &BodyJump::body, "id of the body")
      .def_readonly("before", &BodyJump::before, "vx, vy (m/s, of its origin), omega (rad/s)")
      .def_readonly("after", &BodyJump::after, "the same just after");
  py::class_<Receipt>(m, "Receipt", "The record of one event.")
      .def_readonly("t", &Receipt::t, "s")
      .def_property_readonly(
          "kind", [](const Receipt& r) { return clank::toWord(r.kind); },
          "as in events.csv: impact, lock, ...")
      .def_readonly("element", &Receipt::element, "id of the joint or contact")
      .def_readonly("law", &Receipt::law, "word of the law that was used")
      .def_readonly("mobile", &Receipt::mobile, "between moving parts")
      .def_readonly("body_a", &Receipt::bodyA, "id of the first body")
      .def_readonly("body_b", &Receipt::bodyB, "id of the second body")
      .def_property_readonly(
          "point", [](const Receipt& r) { return py::make_tuple(r.pointX, r.pointY); }, "where, m")
      .def_property_readonly(
          "normal", [](const Receipt& r) { return py::make_tuple(r.normalX, r.normalY); },
          "direction of the impulse on the second body")
      .def_readonly("impulse", &Receipt::impulse, "N s along the normal (N m s for a moment)")
      .def_readonly("normal_velocity_before", &Receipt::normalVelocityBefore, "m/s (rad/s for a moment)")
      .def_readonly("normal_velocity_after", &Receipt::normalVelocityAfter, "m/s")
      .def_readonly("slip_impulse", &Receipt::slipImpulse, "N s along the surface")
      .def_readonly("restitution", &Receipt::restitution, "of the law that was used")
      .def_readonly("note", &Receipt::note, "what is worth knowing about the event")
      .def_readonly("energy_before", &Receipt::energyBefore, "J, kinetic")
      .def_readonly("energy_after", &Receipt::energyAfter, "J, kinetic")
      .def_property_readonly("energy_loss", &Receipt::energyLoss, "J, kinetic energy that is gone")
      .def_readonly("phase_before", &Receipt::phaseBefore, "of the joint")
      .def_readonly("phase_after", &Receipt::phaseAfter, "of the joint")
      .def_readonly("mobility_before", &Receipt::mobilityBefore, "degrees of freedom")
      .def_readonly("mobility_after", &Receipt::mobilityAfter, "degrees of freedom")
      .def_readonly("joint_impulses", &Receipt::jointImpulses, "impulse of every joint that felt it")
      .def_readonly("jumps", &Receipt::jumps, "speeds of every body before and after")
      .def_readonly("not_unique", &Receipt::notUnique, "parts whose impulses are one share of many")
      .def("__repr__", [](const Receipt& r) {
        return "<Receipt " + std::string(clank::toWord(r.kind)) + " of " + r.element + " at " +
               toShortestText(r.t) + " s>";
      });
}

void bindRun(py::module_& m) {
  py::class_<PythonRun, std::shared_ptr<PythonRun>>(m, "Run", "What one run has computed.")
      .def(
          "__getitem__",
          [](const std::shared_ptr<PythonRun>& run, const std::string& name) {
            return getColumn(run, findColumn(*run, name));
          },
          "Samples of a channel in SI: a read-only view of the run's memory, nothing is copied.")
      .def("__len__", &PythonRun::countSamples)
      .def("__contains__",
           [](const PythonRun& run, const std::string& name) {
             return std::any_of(run.channels.begin(), run.channels.end(),
                                [&](const Channel& one) { return one.name == name; });
           })
      .def_property_readonly(
          "t", [](const std::shared_ptr<PythonRun>& run) { return getColumn(run, 0); },
          "times of the samples, s")
      .def_property_readonly(
          "channels",
          [](const PythonRun& run) {
            py::dict units;
            for (const Channel& one : run.channels) units[py::str(one.name)] = one.unit;
            return units;
          },
          "names of the channels and their SI units, in their order")
      .def_readonly("events", &PythonRun::events, "receipts in order of time")
      .def_property_readonly(
          "ended", [](const PythonRun& run) { return toWord(run.summary.end); },
          "finished, failed or interrupted")
      .def_property_readonly(
          "problems", [](const PythonRun& run) { return listTexts(run.summary.problems); },
          "why it failed, warnings and notes")
      .def_property_readonly(
          "residual", [](const PythonRun& run) { return run.summary.largestResidual; },
          "greatest residual of the energy ledger, J")
      .def("__repr__", [](const PythonRun& run) {
        return "<Run " + std::string(toWord(run.summary.end)) + ", " + std::to_string(run.countSamples()) +
               " samples, " + std::to_string(run.events.size()) + " events>";
      });
}

void bindMechanism(py::module_& m) {
  py::class_<PythonMechanism>(m, "Mechanism", "A mechanism as drawn, with values set on top of it.")
      .def_property_readonly(
          "name", [](const PythonMechanism& one) { return one.drawn().name; }, "as in the file")
      .def_property_readonly(
          "description", [](const PythonMechanism& one) { return one.drawn().description; }, "as in the file")
      .def_property_readonly("parameters", &listParameters,
                             "id -> value in force, numbers in the unit of the parameter")
      .def_property_readonly(
          "units",
          [](const PythonMechanism& one) {
            py::dict units;
            for (const Parameter& p : one.drawn().parameters) units[py::str(p.id)] = p.unit;
            return units;
          },
          "id -> unit of the parameter")
      .def_property_readonly(
          "cases",
          [](const PythonMechanism& one) {
            std::vector<std::string> ids;
            for (const Case& c : one.drawn().cases) ids.push_back(c.id);
            return ids;
          },
          "ids of the cases of the file")
      .def_property("case", &PythonMechanism::caseId, &PythonMechanism::setCase,
                    "id of the case in force; empty: the first")
      .def(
          "set",
          [](PythonMechanism& one, const py::kwargs& values) {
            std::map<std::string, std::string> texts;
            for (const auto& entry : values) texts[py::cast<std::string>(entry.first)] = toText(entry.second);
            one.setParameters(texts);
          },
          "set(crank=120, load='3 kN'): values for all that follows, runs, studies, optimisations and files; "
          "numbers in the unit of the parameter. Raises where one is no value of its parameter.")
      .def_property_readonly(
          "problems", [](const PythonMechanism& one) { return listTexts(one.listProblems()); },
          "errors and warnings of the mechanism as it stands")
      .def("run", &PythonMechanism::run, py::arg("until") = py::none(), py::arg("every") = py::none(),
           "Computes the motion. until: duration, every: time between samples, both in s and instead of the "
           "file's. Other threads go on; Ctrl-C stops it.")
      .def("to_json", &PythonMechanism::write,
           "the mechanism as the text of a file, with the values that were set")
      .def(
          "save",
          [](const PythonMechanism& one, const py::object& path) {
            one.save(py::cast<std::string>(py::str(path)));
          },
          py::arg("path"), "Writes the mechanism with the values that were set.")
      .def("__repr__", [](const PythonMechanism& one) { return "<Mechanism " + one.drawn().name + ">"; })
      .def(py::pickle(
          [](const PythonMechanism& one) {
            return py::make_tuple(one.writeDrawn(), one.caseId(), one.set());
          },
          [](const py::tuple& state) {
            PythonMechanism one = PythonMechanism::read(py::cast<std::string>(state[0]));
            one.setCase(py::cast<std::string>(state[1]));
            one.setParameters(py::cast<std::map<std::string, std::string>>(state[2]));
            return one;
          }));
}

}  // namespace

PYBIND11_MODULE(_clank, m) {
  m.doc() = "Motion of planar linkages: the core of Clank.";
  m.attr("__version__") = programVersion();
  py::register_exception<ModelError>(m, "ClankError", PyExc_ValueError).attr("__doc__") =
      "What is wrong with a file or a value, one problem a line. A ValueError.";
  bindReceipts(m);
  bindRun(m);
  bindMechanism(m);
  m.def(
      "load",
      [](const py::object& path) { return PythonMechanism::load(py::cast<std::string>(py::str(path))); },
      py::arg("path"), "A mechanism from a file.");
  m.def("read", &PythonMechanism::read, py::arg("json"), "A mechanism from the text of a file.");
  m.def("optimise", &optimise, py::arg("mechanism"), py::arg("id"),
        "Carries out an optimisation of the file: (the best mechanism, what was found). Ctrl-C stops it.");
  py::class_<PythonStudy>(m, "StudyRuns", "Runs of a study of the mechanism, by number.")
      .def(py::init<const PythonMechanism&, const std::string&>(), py::arg("mechanism"), py::arg("id"))
      .def("__len__", &PythonStudy::size)
      .def_property_readonly("parameters", &PythonStudy::listParameters, "ids of what varies")
      .def_property_readonly("quantities", &PythonStudy::listQuantities, "ids of what is computed")
      .def("run", &PythonStudy::run, py::arg("number"), "(parameters as texts, quantities, ended, reason)");
}
