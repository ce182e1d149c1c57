#!/usr/bin/env python3
"""The numbered lines of the protocol (tests/uci/conformance.py) against two ranks, but for those that measure
what several processes cannot have: `test_conformance.py timed` those that hold to limits of time, which want the
machine for themselves, without the word the others."""

import sys

import ranks

OF_MPIRUN = "measures start, end or memory of the process, which is mpirun"
NODE_FOR_NODE = "compares two searches node for node, as one thread repeats them"
LEFT_OUT = dict.fromkeys((6, 10, 14), OF_MPIRUN) | dict.fromkeys((19, 23, 24, 30, 35, 47, 76, 81, 82, 89),
                                                                 NODE_FOR_NODE)
TIMED = (15, 42, 44, 45, 49, 51, 52, 65)


def refuse_limit(test, *_):
    test.fail("holds to a limit of time: its number belongs into TIMED")


def main(timed):
    tests = conformance.all_tests()
    for number, why in LEFT_OUT.items():
        print(f"left out {tests.pop(number).id()}: {why}")
    if not timed:
        UciTest.assert_prompt = refuse_limit
    return conformance.run({number: test for number, test in tests.items() if (number in TIMED) == timed})


if __name__ == "__main__":
    ranks.use(2)
    import conformance
    from uci_process import UciTest

    sys.exit(main("timed" in sys.argv[1:]))
