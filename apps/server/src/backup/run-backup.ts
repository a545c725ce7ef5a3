import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { createInterface } from 'node:readline'
import type { RunBackup } from './make.ts'
import { stepOf } from './step.ts'

export type OwnProgram = {
  /** Node.js, and the file that it runs. */
  command: readonly [string, ...string[]]
  env: NodeJS.ProcessEnv
}

type Answer = { exit: number; stdout: string; stderr: string }

/** Longer than 400 GB take. */
const usualLimitMs = 6 * 3_600_000
// Shorter than what a server has for its end.
const lastMs = 5_000

const mostText = 1_000_000

/** In a process of its own, so that players wait for none of it. */
export const createRunBackup =
  ({ command, env }: OwnProgram, limitMs: number = usualLimitMs): RunBackup =>
  async (signal, onStep) => {
    const [node, ...main] = command
    const run = async (...words: string[]): Promise<Answer> => {
      const child = spawn(node, [...main, 'backup', ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] })
      let isLate = false
      let kill: NodeJS.Timeout | undefined
      const stop = (): void => {
        child.kill('SIGTERM')
        // A target that hangs may let it hear nothing.
        kill ??= setTimeout(() => child.kill('SIGKILL'), lastMs).unref()
      }
      const limit = setTimeout(() => {
        isLate = true
        stop()
      }, limitMs).unref()
      signal.addEventListener('abort', stop, { once: true })
      try {
        lower(child)
        const [stdout, stderr, exit] = await Promise.all([
          textOf(child.stdout),
          textOf(child.stderr, (line) => {
            const step = stepOf(line)
            if (step !== null) onStep(step)
          }),
          once(child, 'exit').then(([code]) => (typeof code === 'number' ? code : 1)),
        ])
        if (isLate) return { exit: 1, stdout: '', stderr: `It took more than ${hours(limitMs)} hours.` }
        return { exit, stdout, stderr }
      } finally {
        clearTimeout(limit)
        clearTimeout(kill)
        signal.removeEventListener('abort', stop)
      }
    }
    if (signal.aborted) return 'skipped'
    const made = await run('create', '--slowly', '--json')
    if (made.stdout.includes('"backup.underWay"')) return 'skipped'
    // Done, perhaps with findings.
    const failure = made.exit === 0 || made.exit === 3 ? null : whyOf(made)
    // After a failure, too: backups that can't be proven would fill the disk.
    const pruned = await run('prune', '--yes', '--json')
    return { failure: failure ?? (pruned.exit === 0 ? null : whyOf(pruned)) }
  }

const hours = (ms: number): number => ms / 3_600_000

const lower = ({ pid }: ChildProcess): void => {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW)
  } catch {
    // It may have ended.
  }
}

const textOf = async (
  stream: NodeJS.ReadableStream,
  onLine: (line: string) => void = () => undefined,
): Promise<string> => {
  let text = ''
  for await (const line of createInterface({ input: stream })) {
    onLine(line)
    if (text.length < mostText) text += `${line}\n`
  }
  return text
}

const whyOf = ({ exit, stdout, stderr }: Answer): string => {
  try {
    // The document of our own command.
    const { findings } = JSON.parse(stdout) as { findings: { level: string; message: string }[] }
    const errors = findings.filter(({ level }) => level === 'error').map(({ message }) => message)
    return errors.slice(0, 10).join(' ').slice(0, 4_000)
  } catch {
    return `The backup ended with ${exit}. ${stderr.slice(-2_000)}`
  }
}
