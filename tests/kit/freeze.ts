import { readdirSync, readFileSync } from 'node:fs'

/** The signal alone is too quick: on a busy machine the process may still answer. */
export const freeze = (pid: number): void => {
  process.kill(pid, 'SIGSTOP')
  while (!isFrozen(pid)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
}

const isFrozen = (pid: number): boolean => {
  try {
    return readdirSync(`/proc/${pid}/task`).every((thread) =>
      / [TtXZ] /.test(readFileSync(`/proc/${pid}/task/${thread}/stat`, 'latin1').replace(/^.*\)/s, '')),
    )
  } catch {
    // The process has ended, or this system has no such list.
    return true
  }
}
