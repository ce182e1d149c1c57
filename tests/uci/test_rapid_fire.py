#!/usr/bin/env python3
"""A short run of rapid_fire.py, and a shorter one under a sanitizer; the label `long` has the whole one.
Machines that run tests are shared: a few late answers are theirs, and the whole run, on a quiet machine, allows
none."""

import sys

import rapid_fire

if __name__ == "__main__":
    commands = "1500" if rapid_fire.SLOWDOWN == 1.0 else "500"
    sys.exit(rapid_fire.main(["--commands", commands, "--threads", "1,2,4,16", "--late-percent", "5"]))
