"""Measuring in a process of its own, which may die or hang: then the next case goes on in a new one.

The script starts itself with what it was given and `--child NUMBER:IMAGE[:IMAGE...]` for each case that is left.
The child prints a line of JSON when it is ready, and one for each case, in order.
"""
import json
import os
import select
import subprocess
import sys

MAX_FRUITLESS = 3  # starts without a word


def say(row):
    print(json.dumps(row), flush=True)


def cases_of(options):
    """(number, images) of each case that a child is to measure."""
    for word in options.child:
        number, *images = word.split(":")
        yield int(number), images


def serve(options, torch, measure, **more):
    """All that a child does: says what `measure(number, images)` finds of each of its cases."""
    say({"ready": torch.cuda.get_device_name(0), **more})
    for number, images in cases_of(options):
        row = measure(number, images)
        torch.cuda.empty_cache()
        say({"number": number, **row})


def lines_of(process, timeout):
    """Lines as they come; ends when the process does, or is silent for too long."""
    text = b""
    while select.select([process.stdout], [], [], timeout)[0]:
        more = os.read(process.stdout.fileno(), 1 << 16)
        if not more:
            return
        *lines, text = (text + more).split(b"\n")
        for line in lines:
            yield json.loads(line)


def run_child(arguments, left, images, options):
    """Yields what a measuring process says about the cases `left`, until it ends."""
    command = [sys.executable, os.path.abspath(sys.argv[0]), *arguments, "--child"]
    command += [":".join([str(i), *images[i]]) for i in left]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        yield from lines_of(process, options.timeout)
        process.kill()


def measure_all(titles, images, arguments, options, show):
    """Rows by the number of their case; `images` has a list for each, or None for one to be left out. A case that
    ends its process has no row, and none have after three starts in vain."""
    left, rows, fruitless = [i for i, some in enumerate(images) if some], {}, 0
    while left and fruitless < MAX_FRUITLESS:
        ready = False
        for row in run_child(arguments, left, images, options):
            if "ready" in row:
                ready = True
                continue
            rows[left.pop(0)] = row
            show(row)
        if left and ready:
            print(f"FAIL {titles[left.pop(0)]}: the process died or said nothing for {options.timeout:g} s", flush=True)
        fruitless += not ready
    return rows
