import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'

export type Ending = { code: number | null; signal: NodeJS.Signals | null }

export type Program = {
  readonly pid: number
  readonly ended: Promise<Ending>
  readonly output: () => string
  readonly says: (pattern: RegExp, withinMs?: number) => Promise<RegExpExecArray>
  readonly stopReading: () => void
  readonly signal: (signal: NodeJS.Signals) => void
  readonly signalGroup: (signal: NodeJS.Signals) => void
  readonly close: () => Promise<void>
}

export type ProgramOptions = Pick<SpawnOptions, 'cwd' | 'uid' | 'gid'> & { env?: NodeJS.ProcessEnv }

export function runProgram(command: string, args: string[], options: ProgramOptions): Program {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  const said = collectOutput(child)
  const pid = child.pid ?? 0
  const ended = new Promise<Ending>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve({ code, signal }))
  })
  const signalGroup = (signal: NodeJS.Signals): void => {
    try {
      process.kill(-pid, signal)
    } catch {
      // No process is left.
    }
  }
  return {
    pid,
    ended,
    output: said.text,
    says: (pattern, withinMs = 30_000) => said.matches(pattern, withinMs),
    stopReading: () => {
      child.stdout.destroy()
      child.stderr.destroy()
    },
    signal: (signal) => child.kill(signal),
    signalGroup,
    close: async () => {
      signalGroup('SIGKILL')
      await ended
    },
  }
}

type Output = { text: () => string; matches: (pattern: RegExp, withinMs: number) => Promise<RegExpExecArray> }

function collectOutput(child: ChildProcess): Output {
  let text = ''
  let closed = false
  const listeners = new Set<() => void>()
  const changed = (): void => {
    for (const listener of [...listeners]) listener()
  }
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
      changed()
    })
  }
  child.once('close', () => {
    closed = true
    changed()
  })
  return {
    text: () => text,
    matches: (pattern, withinMs) =>
      new Promise((resolve, reject) => {
        const settle = (act: () => void): void => {
          clearTimeout(timer)
          listeners.delete(look)
          act()
        }
        const fail = (why: string): void =>
          settle(() => reject(new Error(`${why} without ${pattern}; it said:\n${text}`)))
        const look = (): void => {
          const match = pattern.exec(text)
          if (match) settle(() => resolve(match))
          else if (closed) fail('the program ended')
        }
        const timer = setTimeout(() => fail(`${withinMs} ms passed`), withinMs)
        listeners.add(look)
        look()
      }),
  }
}
