import { type ChildProcess, spawn } from 'node:child_process'
import { Socket } from 'node:net'

/** Also works for an interrupted run, which never calls `stop`. Returns a function that cancels it. */
export function watchdog(server: ChildProcess, signal: 'KILL' | 'QUIT', folder: string): () => void {
  if (server.pid === undefined) throw new Error('there is nothing to watch')
  // Its input ends when no process holds the other end.
  const script = 'cat >/dev/null; kill -"$1" "$2"; sleep 1; rm -rf "$3"'
  const dog = spawn('/bin/sh', ['-c', script, 'watchdog', signal, String(server.pid), folder], {
    // Its own group: an interrupt from the keyboard must not reach it.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  dog.unref()
  if (dog.stdin instanceof Socket) dog.stdin.unref()
  let watching = true
  return () => {
    if (!watching || dog.pid === undefined) return
    watching = false
    process.kill(-dog.pid, 'SIGKILL')
  }
}
