"""Network files of random weights, written after docs/network.md and not after the program."""

import random
import struct

HEADER = 512
INPUTS = 768
HIDDEN1, HIDDEN2, BUCKETS = 16, 32, 8
MASK = (1 << 64) - 1


def checksum(data):
    """Over words of eight bytes, all but the checksum's own."""
    value = 0xCBF29CE484222325
    for (word,) in struct.iter_unpack("<Q", data[:504] + data[HEADER:]):
        value = (value ^ word) * 0x100000001B3 & MASK
        value ^= value >> 29
    return value


def seal(data):
    """The same with the checksum that belongs to it."""
    return data[:504] + struct.pack("<Q", checksum(data)) + data[HEADER:]


def random_network(width=64, seed=1, loose=None, attackers=None):
    """The bytes of a whole file. Loose men have weights of their own where `loose` is a seed for
    them; with the seed of all others these are the same weights once more. So have men by what
    attacks them, where `attackers` is the greatest of these weights."""
    source = random.Random(seed)

    def numbers(form, count, most):
        return struct.pack(f"<{count}{form}", *(source.randint(-most, most) for _ in range(count)))

    def men():
        return numbers("h", INPUTS * width, 240)

    feature_set = 1
    layers = numbers("h", width, 240)
    state = source.getstate()
    layers += men()
    if loose is not None:
        after = source.getstate()
        if loose == seed:
            source.setstate(state)
        else:
            source.seed(loose)
        layers += men()
        feature_set = 2
        if attackers is not None:
            layers += numbers("h", 6 * INPUTS * width, attackers)
            feature_set = 3
        source.setstate(after)
    layers += numbers("b", BUCKETS * HIDDEN1 * width, 30)
    for _ in range(BUCKETS):
        layers += numbers("i", HIDDEN1, 2000) + numbers("h", HIDDEN2 * HIDDEN2, 800)
        layers += numbers("i", HIDDEN2, 800000) + numbers("h", HIDDEN2, 800)
        layers += numbers("i", 1, 2000000)
    fields = (2, feature_set, 1, 1, HIDDEN1, HIDDEN2, BUCKETS, width, 300, HEADER + len(layers))
    header = b"QuorumNN" + struct.pack("<10I", *fields) + bytes(8)
    header += f"random, seed {seed}".encode().ljust(448, b"\0") + bytes(8)
    return seal(header + layers)
