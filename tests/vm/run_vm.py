#!/usr/bin/env python3
"""Runs a command in a virtual machine of any shape of nodes, and ends with its exit code."""

import argparse
import os
import shutil
import sys
from pathlib import Path

import debian_parts
import machine_shape
import virtual_machine

MISUSED = 2
SKIPPED = 77  # what it takes cannot be had here
FAILED = virtual_machine.FAILED

EXAMPLES = """\
Each --node adds one. Its parts, all optional: package=0, cpus=1 (0 for a node of memory only),
memory=512M, huge=0 and gigantic=0 (pages of 2 MiB and 1 GiB reserved at boot).

The first word of COMMAND may be a program of this machine; it is taken along with its libraries,
as are those named with --program. It must be built for any processor of the family
(-DQUORUM_ARCH=generic, or x86-64-v3): the emulated one knows AVX2 but not AVX-512. Inside there is
busybox. The command's output and exit code become those of this program.

  two packages, one node without CPUs, huge pages on one node only, a cpuset without node 2:
    %(prog)s --node package=0,cpus=4,memory=1G,huge=64 --node package=1,cpus=2 \\
        --node package=1,cpus=0,memory=256M --mems 0-1 -- build/clang/quorum topology --threads 6
  any commands:
    %(prog)s --node cpus=2 --node cpus=2 --program build/clang/quorum -- \\
        sh -c 'taskset 3 quorum bench; cat /proc/meminfo'

Exit codes of its own: 2 wrong arguments, 77 what it takes cannot be had, 125 the machine failed.
"""


def list_of_cpus(text):
    try:
        return [int(cpu) for cpu in text.split(",")]
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no list of CPUs like 3,5") from None


def parse_arguments():
    cache = Path(__file__).resolve().parents[2] / "build" / "vm"
    parser = argparse.ArgumentParser(
        prog=os.environ.get("QUORUM_VM_NAME"), description=__doc__, epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--node", action="append", metavar="SHAPE",
                        help="one node, see below; one of a single CPU if none is given")
    parser.add_argument("--threads-per-core", type=int, default=1, metavar="N")
    parser.add_argument("--distance", action="append", default=[], metavar="NODE:NODE:DISTANCE",
                        help="between two nodes, 11 to 254 (20 if not given)")
    parser.add_argument("--offline", type=list_of_cpus, default=[], metavar="LIST",
                        help="CPUs to take offline, as 3,5")
    parser.add_argument("--cpus", default="", metavar="LIST", help="cpuset of the command, as 0-3")
    parser.add_argument("--mems", default="", metavar="LIST", help="nodes of the cpuset, as 0,2")
    parser.add_argument("--quota", type=float, default=0, metavar="CPUS",
                        help="CPU time that the command is granted, as 1.5")
    parser.add_argument("--program", action="append", default=[], metavar="FILE",
                        help="a program to take along, with its libraries, into /bin")
    parser.add_argument("--add", action="append", default=[], metavar="FILE[=PATH]",
                        help="a file or folder to take along; into / unless told otherwise")
    parser.add_argument("--stdin", metavar="FILE", help="what the command reads")
    parser.add_argument("--seconds", type=int, default=120, help="time limit (120)")
    parser.add_argument("--kernel", metavar="FILE", help="instead of Debian's")
    parser.add_argument("--busybox", metavar="FILE", help="a static one, instead of Debian's")
    parser.add_argument("--kernel-argument", action="append", default=[], metavar="WORD")
    parser.add_argument("--accelerator", default="tcg", help="of qemu: tcg, the emulation, or kvm")
    parser.add_argument("--cache", default=str(cache), metavar="FOLDER",
                        help="for Debian's packages (build/vm)")
    parser.add_argument("--show-console", action="store_true",
                        help="also print the kernel's messages, on stderr")
    parser.add_argument("command", metavar="COMMAND")
    parser.add_argument("arguments", nargs=argparse.REMAINDER, metavar="ARGUMENT",
                        help="all that follows is the command's, options too")
    return parser, parser.parse_args()


def task_of(arguments):
    """What to run, with the host's programs and files that it takes."""
    command, programs = [arguments.command, *arguments.arguments], list(arguments.program)
    if "/" in command[0] and Path(command[0]).is_file():
        programs.append(command[0])
        command[0] = "/bin/" + Path(command[0]).name
    files = []
    for text in arguments.add:
        source, _, path = text.partition("=")
        files.append((source, path or "/" + Path(source).name))
    stdin = Path(arguments.stdin).read_bytes() if arguments.stdin else b""
    return virtual_machine.Task(
        command, programs, files, stdin=stdin, cpus=arguments.cpus, mems=arguments.mems,
        quota_us=round(arguments.quota * 100000), offline=arguments.offline)


def kernel_and_busybox(arguments):
    if not shutil.which(virtual_machine.QEMU):
        raise debian_parts.PartsError(f"{virtual_machine.QEMU} is not installed")
    if arguments.kernel and arguments.busybox:
        return arguments.kernel, arguments.busybox
    kernel, busybox = debian_parts.fetch(arguments.cache)
    return arguments.kernel or kernel, arguments.busybox or busybox


def main():
    parser, arguments = parse_arguments()
    try:
        shape = machine_shape.Shape(
            [machine_shape.parse_node(text) for text in arguments.node or [""]],
            arguments.threads_per_core,
            [machine_shape.parse_distance(text) for text in arguments.distance])
        task = task_of(arguments)
        shape.qemu_arguments()
    except (machine_shape.ShapeError, OSError) as error:
        print(f"{parser.prog}: {error}", file=sys.stderr)
        return MISUSED
    try:
        result = virtual_machine.run(shape, task, *kernel_and_busybox(arguments),
                                     arguments.seconds, arguments.accelerator,
                                     arguments.kernel_argument)
    except debian_parts.PartsError as error:
        print(f"{parser.prog}: {error}", file=sys.stderr)
        return SKIPPED
    except OSError as error:
        print(f"{parser.prog}: {error}", file=sys.stderr)
        return MISUSED
    except virtual_machine.MachineError as error:
        print(f"{parser.prog}: {error}", file=sys.stderr)
        return FAILED
    sys.stdout.buffer.write(result.stdout)
    sys.stdout.flush()
    sys.stderr.buffer.write(result.stderr)
    if arguments.show_console:
        print(result.console, file=sys.stderr)
    return result.code


if __name__ == "__main__":
    sys.exit(main())
