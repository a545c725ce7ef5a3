// @ts-check
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import os from 'node:os'

/** Runs until its channel closes. */
const eater = `process.on('disconnect', () => process.exit())
const eat = () => { for (const end = Date.now() + 50; Date.now() < end;); setImmediate(eat) }
eat()`

/**
 * One busy loop per core.
 *
 * @returns {() => void} ends them
 */
export function startLoad() {
  const eaters = Array.from({ length: os.availableParallelism() }, () =>
    spawn(process.execPath, ['-e', eater], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] }),
  )
  return () => {
    for (const one of eaters) one.kill('SIGKILL')
  }
}

/**
 * In seconds, since this machine and this process started. Null except on Linux.
 *
 * @returns {{ own: number, all: number } | null}
 */
export function processorTime() {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8')
    // After the name in parentheses: user and system time of this process, and of children it has waited for.
    const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const own = ticks.slice(11, 15).reduce((sum, each) => sum + Number(each), 0) / 100
    const all = os.cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0)
    return { own, all: all / 1_000 }
  } catch {
    return null
  }
}
