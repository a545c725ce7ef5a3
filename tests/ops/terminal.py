"""Runs a program on a terminal, and types the answer when it asks. SIGTERM goes to the program.

Usage: terminal.py ANSWER PROGRAM [ARGUMENT ...]
"""
import os
import pty
import signal
import sys

answer, *program = sys.argv[1:]
child, terminal = pty.fork()
if child == 0:
    os.execvp(program[0], program)
signal.signal(signal.SIGTERM, lambda *_: os.kill(child, signal.SIGTERM))
while True:
    try:
        said = os.read(terminal, 1024)
    except OSError:
        break
    if not said:
        break
    os.write(1, said)
    if b"[y/N]" in said:
        os.write(terminal, answer.encode() + b"\n")
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
