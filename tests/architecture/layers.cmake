# SPDX-License-Identifier: GPL-3.0-or-later
# cmake -DROOT=<repository> -P layers.cmake: who may include whom. Fails with every include that breaks a rule, and why it is one.
cmake_minimum_required(VERSION 3.25)

set(qt "^(Q[A-Z]|Qt|q[a-z]*\\.h)")
set(vtk "^vtk")
set(plot "^qcustomplot")
set(widgets "^(QtWidgets/|Q(Widget|Application|MainWindow|Dialog|DockWidget|Label|MessageBox|GraphicsView|TreeView|TableView)$)")
set(json "^nlohmann/")
set(odeint "^boost/numeric/odeint")
set(nlopt "^nlopt")
set(md4c "^md4c")

set(rules 0)
# rule(FILES [EXCEPT regex] NEVER regex... [ALLOW regex] BECAUSE text): files whose path matches FILES and not EXCEPT never include
# what matches NEVER and not ALLOW.
macro(rule files)
  cmake_parse_arguments(R "" "EXCEPT;ALLOW;BECAUSE" "NEVER" ${ARGN})
  set(files_${rules} "${files}")
  set(except_${rules} "${R_EXCEPT}")
  set(allow_${rules} "${R_ALLOW}")
  string(JOIN "|" never_${rules} ${R_NEVER})
  set(because_${rules} "${R_BECAUSE}")
  math(EXPR rules "${rules} + 1")
endmacro()

rule("^core/" NEVER ${qt} ${vtk} ${plot} "^ui/" "^app/" BECAUSE "the core knows no window")
rule("^core/(support|math)/" NEVER "^core/(model|contact|dynamics|events|simulation|record|io)/"
  BECAUSE "mathematics knows no mechanism")
rule("^core/model/" NEVER "^core/(contact|dynamics|coulomb|events|simulation|record|io)/"
  BECAUSE "the model is what the user drew, and only that")
rule("^core/contact/" NEVER "^core/(dynamics|coulomb|events|simulation|record|io)/" BECAUSE "contact takes poses and speeds as values")
rule("^core/dynamics/" NEVER "^core/(coulomb|events|simulation|record|io)/" BECAUSE "the equations know nothing of the loop around them")
rule("^core/kinematics/" NEVER "^core/(contact|coulomb|events|simulation|record|io)/" BECAUSE "moving by hand knows no time and no forces")
rule("^core/kinematics/kinematics\\.h$" NEVER "^core/dynamics/" BECAUSE "the drawing board sees positions, not equations")
rule("^core/coulomb/" NEVER "^core/(events|simulation|record|io)/"
  BECAUSE "contact, friction and impact know nothing of the events that ask for them")
rule("^core/events/" NEVER "^core/(simulation|record|io)/" BECAUSE "events are called by the loop")
rule("^core/record/" NEVER "^core/(coulomb|events|simulation|io)/" ALLOW "^core/events/event_kind\\.h$"
  BECAUSE "a record is data: of the events it knows their names")
rule("^core/(support|math|model|contact|dynamics|kinematics|coulomb|events|simulation|record|io)/" NEVER "^core/study/"
  BECAUSE "a study sees simulation, never the reverse")
rule("^core/(support|math|model|contact|dynamics|kinematics|coulomb|events|record|simulation|study|io)/" NEVER "^core/manual/"
  BECAUSE "the manual speaks of everything, and nothing that computes of the manual")
rule("^core/manual/" NEVER "^core/(math|model|contact|dynamics|kinematics|coulomb|simulation|study|record)/"
  BECAUSE "the manual is text: it knows messages and kinds of events by their words")
rule("^(core|ui|app)/" EXCEPT "^core/manual/markdown\\.cpp$" NEVER ${md4c} BECAUSE "markdown.cpp alone sees md4c")
rule("^core/io/" NEVER "^core/(contact|dynamics|coulomb|events|simulation)/" BECAUSE "files hold what was drawn and what was recorded")
rule("^(core|ui|app)/" EXCEPT "^core/simulation/(integrator|[a-z0-9_]+_stepper)\\.(h|cpp)$" NEVER ${odeint}
  BECAUSE "the integrator and its steppers alone see Odeint")
rule("^(core|ui|app)/" EXCEPT "^core/study/bounded_search\\.cpp$" NEVER ${nlopt} BECAUSE "the search alone sees NLopt")
rule("^(core|ui|app)/" EXCEPT "^core/io/[^/]*\\.cpp$" NEVER ${json}
  BECAUSE "core/io/*.cpp alone see the JSON library, and what hands its values from one to another")
rule("^ui/look/" NEVER "^ui/(board|document|run|scene|plots|panels|video|report|window)/" BECAUSE "everyone's palette belongs to no one")
rule("^ui/document/" NEVER ${widgets} "^ui/(board|run|scene|plots|panels|video|report|window)/" BECAUSE "the document can live without a window")
rule("^ui/scene/" NEVER ${plot} "^ui/(board|document|run|plots|panels|video|report|window)/" BECAUSE "the scene draws values that it is handed")
rule("^ui/plots/" NEVER ${vtk} "^ui/(board|document|run|scene|panels|video|report|window)/" BECAUSE "plots draw values that they are handed")
rule("^ui/video/" NEVER ${vtk} ${plot} "^ui/(board|document|run|window)/" BECAUSE "a video shows a run that it is handed")
rule("^ui/manual/" NEVER ${vtk} ${plot} "^ui/(board|document|run|scene|plots|panels|video|report|window)/"
  BECAUSE "the window of the manual shows pages that it is handed")
rule("^ui/report/" NEVER ${vtk} ${plot} ${widgets} "^ui/(board|document|look|run|scene|plots|panels|video|window)/"
  BECAUSE "pages are printed from a text that is handed over")
rule("^ui/(panels|board)/" NEVER ${vtk} ${plot} "^core/(dynamics|coulomb|events|simulation)/"
  BECAUSE "panels and board show and edit; they compute nothing")
rule("^app/python/" NEVER ${qt} ${vtk} ${plot} "^ui/" BECAUSE "the module for Python runs without a window")
rule("^app/cli" NEVER ${qt} ${vtk} ${plot} "^ui/" BECAUSE "the command line runs without a window")

file(GLOB_RECURSE sources RELATIVE ${ROOT} ${ROOT}/core/*.h ${ROOT}/core/*.cpp ${ROOT}/ui/*.h ${ROOT}/ui/*.cpp
  ${ROOT}/app/*.h ${ROOT}/app/*.cpp)
list(LENGTH sources count)
if(count EQUAL 0)
  message(FATAL_ERROR "no source under ${ROOT}")
endif()

set(broken 0)
math(EXPR last "${rules} - 1")
foreach(source IN LISTS sources)
  file(STRINGS ${ROOT}/${source} lines REGEX "^[ \t]*#[ \t]*include[ \t]*[<\"]")
  foreach(line IN LISTS lines)
    string(REGEX REPLACE "^[ \t]*#[ \t]*include[ \t]*[<\"]([^>\"]*).*" "\\1" included "${line}")
    foreach(i RANGE ${last})
      if(source MATCHES "${files_${i}}" AND included MATCHES "${never_${i}}"
          AND NOT (except_${i} AND source MATCHES "${except_${i}}")
          AND NOT (allow_${i} AND included MATCHES "${allow_${i}}"))
        message("${source} includes ${included}: ${because_${i}}")
        math(EXPR broken "${broken} + 1")
      endif()
    endforeach()
  endforeach()
endforeach()
if(broken)
  message(FATAL_ERROR "${broken} includes break a rule")
endif()
message("${count} files keep ${rules} rules")
