import { readdirSync, readFileSync } from 'node:fs'

/** Stops a process where it is. The signal alone is too quick: a busy machine lets it answer a little longer. */
export const freeze = (pid: number): void => {
  process.kill(pid, 'SIGSTOP')
  while (!isFrozen(pid)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
}

/** Every thread of it, or it has ended. */
const isFrozen = (pid: number): boolean => {
  try {
    return readdirSync(`/proc/${pid}/task`).every((thread) =>
      / [TtXZ] /.test(readFileSync(`/proc/${pid}/task/${thread}/stat`, 'latin1').replace(/^.*\)/s, '')),
    )
  } catch {
    // It has ended, or there is no such list here.
    return true
  }
}
