#!/usr/bin/env python3
"""A short run of rapid_fire.py; the label `long` has the whole one."""

import sys

import rapid_fire

if __name__ == "__main__":
    sys.exit(rapid_fire.main(["--commands", "1500"]))
