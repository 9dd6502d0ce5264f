"""Two hosts that are network namespaces of this machine: a program under Open MPI, over TCP alone."""

import os
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = pathlib.Path(__file__).resolve().parent
XLA_RUN = str(ROOT / "target/release/xla-run")
NETWORK = "10.77.7"
HOSTS = {f"{NETWORK}.{i + 1}": f"xla-host{i}" for i in range(2)}


class Wrong(Exception):
    """A failed check."""


def ip(*words, check=True):
    done = subprocess.run(["ip", *words], capture_output=True, text=True)
    if check and done.returncode:
        raise Wrong(f"ip {' '.join(words)}: {done.stderr.strip()}")
    return done.stdout


def remove():
    for name in HOSTS.values():
        ip("netns", "delete", name, check=False)


def sent(name):
    return int(ip("netns", "exec", name, "cat", "/sys/class/net/veth0/statistics/tx_bytes"))


def run(arguments, directory):
    if os.geteuid() != 0:
        raise Wrong("two hosts are for root")
    remove()
    try:
        for name in HOSTS.values():
            ip("netns", "add", name)
        (_, first), (_, second) = HOSTS.items()
        ip("link", "add", "veth0", "netns", first, "type", "veth", "peer", "name", "veth0", "netns", second)
        for address, name in HOSTS.items():
            ip("-n", name, "address", "add", f"{address}/24", "dev", "veth0")
            ip("-n", name, "link", "set", "veth0", "up")
            ip("-n", name, "link", "set", "lo", "up")
        before = sent(first)
        output = directory / "hosts.npz"
        # Each has two of the four processes. What ssh would do, enter-host does.
        network = f"{NETWORK}.0/24"
        mca = {"plm_rsh_agent": str(HERE / "enter-host"), "btl": "tcp,self", "pml": "ob1"}
        mca |= {"btl_tcp_if_include": network, "oob_tcp_if_include": network}
        options = [word for name, value in mca.items() for word in ("--mca", name, value)]
        there = [word for address in HOSTS for word in ("--host", f"{address}:2")]
        command = [str(HERE / "enter-host"), next(iter(HOSTS)), str(ROOT / "test/bin/on-mpi"), "4", *there, *options]
        command += [XLA_RUN, "--backend", "mpi", *arguments, "-o", str(output)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120)
        if done.returncode:
            raise Wrong(f"exit code {done.returncode}\n  {' '.join(command)}\n{done.stderr[:3000]}")
        if output.read_bytes() != (directory / "threads.npz").read_bytes():
            raise Wrong("two hosts give other bits than threads")
        print(f"  {sent(first) - before} bytes went from one host to the other")
        if sent(first) - before < 10_000:
            raise Wrong("nothing went over the network")
    finally:
        remove()
