import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import type { RunBackup } from './schedule.ts'

export type OwnProgram = {
  /** Node.js, and the file that it runs. */
  command: readonly [string, ...string[]]
  env: NodeJS.ProcessEnv
}

type Answer = { exit: number; stdout: string; stderr: string }

const mostText = 1_000_000

/** In a process of its own, so that players wait for none of it. */
export const createRunBackup =
  ({ command, env }: OwnProgram): RunBackup =>
  async (signal) => {
    const [node, ...main] = command
    const run = async (...words: string[]): Promise<Answer> => {
      const child = spawn(node, [...main, 'backup', ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] })
      const stop = (): void => void child.kill('SIGTERM')
      signal.addEventListener('abort', stop, { once: true })
      try {
        lower(child)
        const [stdout, stderr, exit] = await Promise.all([
          textOf(child.stdout),
          textOf(child.stderr),
          once(child, 'exit').then(([code]) => (typeof code === 'number' ? code : 1)),
        ])
        return { exit, stdout, stderr }
      } finally {
        signal.removeEventListener('abort', stop)
      }
    }
    if (signal.aborted) return null
    const made = await run('create', '--slowly', '--json')
    // Done, perhaps with findings.
    const failure = made.exit === 0 || made.exit === 3 ? null : whyOf(made)
    // After a failure, too: backups that can't be proven would fill the disk.
    const pruned = await run('prune', '--yes', '--json')
    return failure ?? (pruned.exit === 0 ? null : whyOf(pruned))
  }

const lower = ({ pid }: ChildProcess): void => {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW)
  } catch {
    // It may have ended.
  }
}

const textOf = async (stream: NodeJS.ReadableStream): Promise<string> => {
  let text = ''
  for await (const chunk of stream) if (text.length < mostText) text += String(chunk)
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
