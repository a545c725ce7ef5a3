import { type ChildProcess, spawn } from 'node:child_process'
import { Socket } from 'node:net'

/**
 * Ends `server` and removes `folder` when this process ends, however that happens: a run that is
 * broken off calls no `stop`. Returns the way to call it off.
 */
export function watchdog(server: ChildProcess, signal: 'KILL' | 'QUIT', folder: string): () => void {
  if (server.pid === undefined) throw new Error('there is nothing to watch')
  // It waits for the end of its input, which comes when nobody holds the other end any more.
  const script = 'cat >/dev/null; kill -"$1" "$2"; sleep 1; rm -rf "$3"'
  const dog = spawn('/bin/sh', ['-c', script, 'watchdog', signal, String(server.pid), folder], {
    // A group of its own: an interrupt from the keyboard must not reach it.
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
