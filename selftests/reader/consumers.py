#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
"""Reads exports of one snapshot as those do who are to use them, and says where they
disagree: consumers.py SCHEMA JSON RT_TESTS_JSON CYCLICTEST_IRQ CYCLICTEST_THREAD
"""
import json
import sys
from decimal import Decimal

from jsonschema import Draft202012Validator

wrong = []


def same(what, got, wanted):
    """Notes that two values are not the same."""
    if got != wanted:
        wrong.append(f"{what}: {got} instead of {wanted}")


def read_json(path):
    """Reads JSON; what is not a whole number stays exact."""
    with open(path, encoding="ascii") as file:
        return json.load(file, parse_float=Decimal)


def read_own(schema_path, path):
    """Checks our own JSON against its schema; returns the cells of a stage by CPU."""
    schema = read_json(schema_path)
    Draft202012Validator.check_schema(schema)
    document = read_json(path)
    for error in Draft202012Validator(schema).iter_errors(document):
        wrong.append(f"{error.json_path}: {error.message}")
    cells = {"irq": {}, "thread": {}}
    for cell in document["cells"]:
        if cell["stage"] in cells:
            cells[cell["stage"]][cell["cpu"]] = cell
    return cells


def rows_of(cell, end_ns):
    """Adds up the buckets of a cell in rows of 1 us, as far as there are rows."""
    rows = {}
    for lower, _, count in cell["buckets"]:
        if lower < end_ns:
            rows[lower // 1000] = rows.get(lower // 1000, 0) + count
    return rows


def check_cyclictest(path, stage, cells):
    """Reads a histogram as scripts do that were made for cyclictest -h."""
    notes, rows = {}, []
    with open(path, encoding="ascii") as file:
        for line in file:
            if not line.startswith("#"):
                rows.append([int(word) for word in line.split()])
            elif ":" in line:
                key, _, words = line[1:].partition(":")
                notes[key.strip()] = words.split()
    cpus = [int(cpu) for cpu in notes["CPUs"]]
    same(f"{stage}: CPUs", cpus, sorted(cells))
    same(f"{stage}: rows", [row[0] for row in rows], list(range(len(rows))))
    for column, cpu in enumerate(cpus):
        cell, what = cells[cpu], f"{stage}: CPU {cpu}"
        got = {row[0]: row[column + 1] for row in rows if row[column + 1]}
        same(f"{what}: histogram", got, rows_of(cell, len(rows) * 1000))
        same(f"{what}: total", int(notes["Total"][column]), sum(got.values()))
        same(f"{what}: overflows", int(notes["Histogram Overflows"][column]),
             cell["count"] - sum(got.values()))
        for key, name in (("Min", "min_ns"), ("Avg", "mean_ns"), ("Max", "max_ns")):
            same(f"{what}: {key}", int(notes[f"{key} Latencies"][column]),
                 (cell[name] or 0) // 1000)


def results_of(document, kind, letter):
    """Says what dashboards keep: a result for each figure of each index."""
    results = []
    for index in range(document[f"num_{kind}s"]):
        figures = document[kind][str(index)]
        for name in ("min", "avg", "max"):
            results.append((f"{letter}{index}-{name}-latency", figures[name], "us"))
    return results


def check_rt_tests(path, cells):
    """Reads the JSON of rt-tests by the members that parsers of it ask for."""
    document = read_json(path)
    for key in ("sysname", "nodename", "release", "version", "machine"):
        same(f"sysinfo: {key}", type(document["sysinfo"][key]), str)
    same("sysinfo: realtime", document["sysinfo"]["realtime"] in (0, 1), True)
    same("file_version", document["file_version"], 2)
    same("resolution_in_ns", document["resolution_in_ns"], 0)
    same("return_code", document["return_code"] in (0, 1), True)
    for kind, letter in (("irq", "i"), ("thread", "t")):
        measured = [cell for _, cell in sorted(cells[kind].items()) if cell["count"]]
        wanted = [(f"{letter}{index}-{name}-latency", Decimal(cell[key]) / 1000, "us")
                  for index, cell in enumerate(measured)
                  for name, key in (("min", "min_ns"), ("avg", "mean_ns"), ("max", "max_ns"))]
        same(kind, results_of(document, kind, letter), wanted)
        for index, cell in enumerate(measured):
            histogram = document[kind][str(index)]["histogram"]
            same(f"{kind} {index}: histogram", {int(us): count for us, count in histogram.items()},
                 rows_of(cell, float("inf")))


def main(schema, own, rt_tests, irq, thread):
    """Compares all with our own JSON."""
    cells = read_own(schema, own)
    check_rt_tests(rt_tests, cells)
    check_cyclictest(irq, "irq", cells["irq"])
    check_cyclictest(thread, "thread", cells["thread"])
    for line in wrong:
        print(line)
    return bool(wrong)


sys.exit(main(*sys.argv[1:]))
