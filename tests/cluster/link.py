"""Two networks on this machine and a line between them that is slow and loses packets."""

import contextlib
import ctypes
import fcntl
import heapq
import os
import random
import select
import shutil
import struct
import subprocess
import threading
import time

ADDRESSES = ("10.177.0.1", "10.177.0.2")
CLONE_NEWNET, TUNSETIFF, IFF_TUN, IFF_NO_PI = 0x40000000, 0x400454CA, 0x0001, 0x1000
PACKET = 65536


def possible():
    return os.geteuid() == 0 and all(map(shutil.which, ("ip", "nsenter"))) and os.path.exists("/dev/net/tun")


def run(*command):
    subprocess.run(command, check=True)


@contextlib.contextmanager
def inside(network):
    """This thread is in another network."""
    libc = ctypes.CDLL(None, use_errno=True)

    def enter(path):
        with open(path, "rb") as file:
            if libc.setns(file.fileno(), CLONE_NEWNET) != 0:
                raise OSError(ctypes.get_errno(), "setns")

    home = os.open("/proc/thread-self/ns/net", os.O_RDONLY)
    try:
        enter(f"/run/netns/{network}")
        yield
    finally:
        enter(f"/proc/self/fd/{home}")
        os.close(home)


class Link:
    """`with Link(0.02, 0.01) as link`: packets take 20 ms each way, and one in a hundred is lost."""

    def __init__(self, delay, loss):
        self.delay, self.loss = delay, loss
        self.networks = [f"quorum-{os.getpid()}-{i}" for i in range(2)]
        self.ends = []
        self.counts = [0, 0]  # carried, lost
        self.random = random.Random(1)
        self.thread = threading.Thread(target=self.carry, daemon=True)
        self.closed = threading.Event()

    def __enter__(self):
        for network, address in zip(self.networks, ADDRESSES):
            run("ip", "netns", "add", network)
            with inside(network):
                end = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
                self.ends.append(end)
                fcntl.ioctl(end, TUNSETIFF, struct.pack("16sH22x", b"line", IFF_TUN | IFF_NO_PI))
            for device in (("addr", "add", f"{address}/24", "dev", "line"), ("link", "set", "line", "up"),
                           ("link", "set", "lo", "up")):
                run("ip", "-n", network, *device)
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.closed.set()
        self.thread.join()
        for end in self.ends:
            os.close(end)
        for network in self.networks:
            run("ip", "netns", "del", network)

    def carry(self):
        """From each end to the other, in order."""
        under_way = []
        while not self.closed.is_set():
            wait = max(0.0, under_way[0][0] - time.monotonic()) if under_way else 0.1
            for end in select.select(self.ends, [], [], min(wait, 0.1))[0]:
                packet = os.read(end, PACKET)
                lost = self.random.random() < self.loss
                self.counts[lost] += 1
                if not lost:
                    other = self.ends[1 - self.ends.index(end)]
                    heapq.heappush(under_way, (time.monotonic() + self.delay, self.counts[0], other, packet))
            while under_way and under_way[0][0] <= time.monotonic():
                _, _, other, packet = heapq.heappop(under_way)
                with contextlib.suppress(OSError):  # an end that takes no more loses it
                    os.write(other, packet)

    def enter(self, index):
        """What begins a command that runs in one of the two."""
        return ["nsenter", f"--net=/run/netns/{self.networks[index]}"]
