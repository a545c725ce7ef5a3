"""Keeps a listening socket, and a program running on it, as systemd does for a unit with a socket.

Usage: socket-holder.py PORT PROGRAM [ARGUMENT ...]
"""
import os
import signal
import socket
import sys

port, *program = sys.argv[1:]
listener = socket.create_server(("127.0.0.1", int(port)), backlog=4096)
running = 0


def stop(_signal, _frame):
    os.kill(running, signal.SIGTERM)
    os.waitpid(running, 0)
    sys.exit()


signal.signal(signal.SIGTERM, stop)
while True:
    running = os.fork()
    if running == 0:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        os.dup2(listener.fileno(), 3)
        os.set_inheritable(3, True)
        os.environ.update(LISTEN_FDS="1", LISTEN_PID=str(os.getpid()))
        os.execvp(program[0], program)
    print(f"started {running}", flush=True)
    _, status = os.waitpid(running, 0)
    print(f"ended {os.waitstatus_to_exitcode(status)}", flush=True)
