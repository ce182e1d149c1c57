"""Boots Debian's kernel in qemu, by software emulation, and runs one command inside."""

import os
import shlex
import shutil
import signal
import subprocess
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from root_image import RootImage

QEMU = "qemu-system-x86_64"
# A kernel whose time stands still for moments, on a busy host, must not measure it or complain.
CALM = ("no_timer_check", "lpj=4000000", "nowatchdog", "rcupdate.rcu_cpu_stall_suppress=1")
OUT_OF_TIME = 124  # exit code of `timeout`
FAILED = 125  # exit code of init.sh when the command could not be run


class MachineError(Exception):
    """The machine did not run the command to its end; the text says what it said last."""


@dataclass
class Task:
    """What is to be run inside, and within which limits."""

    command: list
    programs: list = field(default_factory=list)  # of the host, with their libraries, to /bin
    files: list = field(default_factory=list)  # (path on the host, path inside)
    texts: dict = field(default_factory=dict)  # path inside: content
    stdin: bytes = b""
    cpus: str = ""  # cpuset, as 0-3,6
    mems: str = ""
    quota_us: int = 0  # of each 100 ms
    offline: list = field(default_factory=list)


@dataclass
class Result:
    code: int
    stdout: bytes
    stderr: bytes
    console: str


def build_image(task, busybox):
    image = RootImage()
    for folder in ("proc", "sys", "dev", "tmp", "etc"):
        image.add_folder(folder)
    image.add_device("dev/console", 5, 1)
    image.add_device("dev/null", 1, 3)
    image.add_file(busybox, "bin/busybox")
    image.add_link("bin/sh", "busybox")
    image.add_bytes("init", Path(__file__).with_name("init.sh").read_bytes(), executable=True)
    for program in task.programs:
        image.add_program(program, "bin/" + Path(program).name)
    for source, path in task.files:
        image.add_file(source, path)
    for path, text in task.texts.items():
        image.add_bytes(path, text.encode())
    image.add_bytes("stdin", task.stdin)
    image.add_bytes("command", (shlex.join(task.command) + "\n").encode())
    settings = {"cpus": task.cpus, "mems": task.mems, "quota": task.quota_us or "",
                "offline": " ".join(str(cpu) for cpu in task.offline)}
    image.add_bytes("settings", "".join(
        f"{name}={shlex.quote(str(value))}\n" for name, value in settings.items()).encode())
    return bytes(image)


def emulate(command, seconds):
    """Runs qemu; what it complains of, or that it ran out of time. The program `timeout` ends it
    even if this process is killed first."""
    with subprocess.Popen(["timeout", "--kill-after=1", str(seconds), *command],
                          stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, text=True, start_new_session=True) as emulator:
        try:
            complaint = emulator.communicate()[1].strip()
        except BaseException:
            os.killpg(emulator.pid, signal.SIGKILL)
            raise
    return f"not done within {seconds} s" if emulator.returncode == OUT_OF_TIME else complaint


def run(shape, task, kernel, busybox, seconds, accelerator="tcg", kernel_arguments=()):
    """The Result of a task in a machine of a shape; MachineError if it does not come to an end."""
    if not shutil.which(QEMU):
        raise FileNotFoundError(f"{QEMU} is not installed")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "image").write_bytes(build_image(task, busybox))
        outputs = [folder / output for output in ("console", "stdout", "stderr", "code")]
        words = ["console=ttyS0", "quiet", "panic=-1", "rdinit=/init", *CALM,
                 *shape.kernel_arguments(), *kernel_arguments]
        command = [QEMU, "-accel", accelerator, "-cpu", "max", "-display", "none", "-nodefaults",
                   "-no-reboot", "-kernel", str(kernel), "-initrd", str(folder / "image"),
                   "-append", " ".join(words), *shape.qemu_arguments()]
        for output in outputs:
            command += ["-serial", f"file:{output}"]
        ending = emulate(command, seconds)
        console, stdout, stderr, code = (
            output.read_bytes() if output.exists() else b"" for output in outputs)
    console = console.decode("utf-8", "replace")
    if not code.strip().isdigit() or int(code) == FAILED:
        said = [stderr.decode("utf-8", "replace").strip(), console[-2000:].strip(), ending]
        raise MachineError("the virtual machine failed:\n" + "\n".join(filter(None, said)))
    return Result(int(code), stdout, stderr, console)
