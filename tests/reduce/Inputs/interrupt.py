# Runs a command with TMPDIR set, sends it SIGTERM at its first line of output (`line`) or when it has
# started a test (`test`), and prints what it said and how it ended.
import os
import signal
import subprocess
import sys
import time

tmp, when, *command = sys.argv[1:]
child = subprocess.Popen(command, stderr=subprocess.PIPE, text=True,
                         env=dict(os.environ, TMPDIR=tmp))
said = child.stderr.readline() if when == "line" else ""
while when == "test" and not any(files for _, _, files in os.walk(tmp)):
    time.sleep(0.01)
child.send_signal(signal.SIGTERM)
print(said + child.stderr.read(), end="")
print("exit code", child.wait())
