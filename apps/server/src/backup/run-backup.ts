import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { createInterface } from 'node:readline'
import type { BackupFailure } from '../core/backup/last-run.ts'
import type { RunBackup } from './make.ts'
import { stepOf } from './step.ts'

export type OwnProgram = {
  /** Node.js, and the file that it runs. */
  command: readonly [string, ...string[]]
  env: NodeJS.ProcessEnv
}

type Answer = { exit: number; stdout: string; stderr: string; isLate: boolean }

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
        return { exit, stdout, stderr, isLate }
      } finally {
        clearTimeout(limit)
        clearTimeout(kill)
        signal.removeEventListener('abort', stop)
      }
    }
    if (signal.aborted) return 'skipped'
    const made = await run('create', '--slowly', '--json')
    if (made.stdout.includes('"backup.underWay"')) return 'skipped'
    const failure = isDone(made) ? null : failureOf(made, limitMs)
    // After a failure, too: backups that can't be proven would fill the disk.
    const pruned = await run('prune', '--yes', '--json')
    return { failure: failure ?? (isDone(pruned) ? null : failureOf(pruned, limitMs)) }
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

/** Perhaps with findings. */
const isDone = ({ exit, isLate }: Answer): boolean => !isLate && (exit === 0 || exit === 3)

const codesOf: Readonly<Record<string, BackupFailure['code']>> = {
  'backup.notProven': 'unproven',
  'backup.stalled': 'stalled',
  'disk.full': 'full',
  'temporary.full': 'temporary',
}

const failureOf = ({ exit, stdout, stderr, isLate }: Answer, limitMs: number): BackupFailure => {
  if (isLate) return { code: 'late', text: `It took more than ${hours(limitMs)} hours.` }
  try {
    // The document of our own command.
    const { findings } = JSON.parse(stdout) as {
      findings: { code: string; level: string; message: string }[]
    }
    const errors = findings.filter(({ level }) => level === 'error')
    const said = errors.map(({ message }) => message)
    const code = codesOf[errors[0]?.code ?? ''] ?? 'failed'
    return { code, text: said.slice(0, 10).join(' ').slice(0, 4_000) }
  } catch {
    return { code: 'failed', text: `The backup ended with ${exit}. ${stderr.slice(-2_000)}` }
  }
}
