#!/usr/bin/env python3
"""The numbered lines of the protocol (tests/uci/conformance.py) against two ranks, but for those that measure
what several processes cannot have."""

import sys

import ranks

OF_MPIRUN = "measures start, end or memory of the process, which is mpirun"
NODE_FOR_NODE = "compares two searches node for node, as one thread repeats them"
LEFT_OUT = dict.fromkeys((6, 10, 14), OF_MPIRUN) | dict.fromkeys((19, 23, 24, 30, 35, 47, 76, 81, 82, 89),
                                                                 NODE_FOR_NODE)


def main():
    tests = conformance.all_tests()
    for number, why in LEFT_OUT.items():
        print(f"left out {tests.pop(number).id()}: {why}")
    return conformance.run(tests)


if __name__ == "__main__":
    ranks.use(2)
    import conformance

    sys.exit(main())
