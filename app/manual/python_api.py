# SPDX-License-Identifier: GPL-3.0-or-later
"""python_api.py PAGE: the page of the module for Python, from its docstrings."""

import inspect
import sys

import clank


def text_of(thing):
    return (inspect.getdoc(thing) or "").strip()


def is_bound(thing):
    """A function of the module itself: its docstring begins with its signature."""
    return text_of(thing).partition("\n")[0].count("(") > 0 and "->" in text_of(thing).partition("\n")[0]


def short(signature):
    return signature.replace("clank._clank.", "").replace("self: ", "self").replace("selfMechanism", "self").replace(
        "selfRun", "self").replace("selfStudyRuns", "self").replace("self, ", "").replace("(self)", "()")


def write_function(name, thing, level):
    if is_bound(thing):
        signature, _, words = text_of(thing).partition("\n")
    else:
        try:
            signature, words = name + str(inspect.signature(thing)), text_of(thing)
        except (TypeError, ValueError):
            signature, words = name + "(...)", text_of(thing)
    # Lists of our own docstrings keep their lines.
    return [f"{level} {name}", "", "```python", short(signature), "```", "", words.strip(), ""]


def write_class(name, one):
    lines = [f"## {name}", "", text_of(one).partition("\n\n")[0], ""]
    values = [(key, value) for key, value in vars(one).items() if isinstance(value, property)]
    if values:
        lines += ["| attribute | is |", "|---|---|"]
        lines += [f"| `{key}` | {text_of(value) or key.replace('_', ' ')} |" for key, value in values]
        lines.append("")
    for key, value in vars(one).items():
        if key.startswith("_") or isinstance(value, property) or not callable(value):
            continue
        lines += write_function(key, value, "###")
    return lines


def write_page():
    first = text_of(clank).partition("\n\n")[0].replace("\n", " ")
    lines = ["# Python: every name", "", f"The module `clank`, as its docstrings tell it. {first}", "",
             "How to begin: [Clank in Python](python.md).", ""]
    for name in clank.__all__:
        thing = getattr(clank, name)
        if name.startswith("_"):
            continue
        lines += write_class(name, thing) if inspect.isclass(thing) else write_function(name, thing, "##")
    return "\n".join(lines)


if __name__ == "__main__":
    with open(sys.argv[1], "w", encoding="utf-8") as page:
        page.write(write_page())
