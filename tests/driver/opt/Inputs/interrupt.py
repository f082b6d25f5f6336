# Runs `python interrupt.py SIGNAL DIR COMMAND`, sends the signal when a file has appeared in DIR, and
# says how the command ended.
import os
import signal
import subprocess
import sys
import time

name, where, *command = sys.argv[1:]
number = getattr(signal, name)
signal.signal(number, signal.SIG_DFL)  # jobs in the background are told to ignore some
child = subprocess.Popen(command)
while not os.listdir(where) and child.poll() is None:
    time.sleep(0.01)
child.send_signal(number)
try:
    print("ended by", signal.Signals(-child.wait(timeout=60)).name)
except subprocess.TimeoutExpired:
    child.kill()
    print("did not end")
