import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build } from 'vite'

export type TunnelProgram = {
  file: string
  home(): Promise<string>
  start(
    args: string[],
    home: string,
    how?: { attended?: boolean; env?: Record<string, string> },
  ): RunningProgram
  remove(): Promise<void>
}

export type RunningProgram = {
  child: ChildProcess
  output(): string
  says(pattern: RegExp): Promise<string>
  ended: Promise<number | null>
}

const root = path.join(import.meta.dirname, '../..')

export const buildTunnel = async (): Promise<TunnelProgram> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'tt-'))
  const workspace = path.join(root, 'apps/tunnel')
  await build({
    root: workspace,
    configFile: path.join(workspace, 'vite.config.ts'),
    logLevel: 'error',
    build: { outDir: folder },
  })
  const file = path.join(folder, 'pennant-tunnel.mjs')
  const running = new Set<ChildProcess>()
  return {
    file,
    home: () => mkdtemp(path.join(folder, 'h-')),
    start(args, home, { attended = false, env = {} } = {}) {
      const [command = '', ...rest] = attended ? onTerminal(file, args) : [process.execPath, file, ...args]
      const child = spawn(command, rest, {
        cwd: home,
        env: { PATH: process.env['PATH'], PENNANT_TUNNEL_HOME: home, TERM: 'dumb', ...env },
        stdio: [attended ? 'pipe' : 'ignore', 'pipe', 'pipe'],
      })
      running.add(child)
      child.once('exit', () => running.delete(child))
      return watch(child)
    },
    async remove() {
      for (const child of running) child.kill('SIGKILL')
      await rm(folder, { recursive: true })
    },
  }
}

const onTerminal = (file: string, args: string[]): string[] => {
  const words = [process.execPath, file, ...args].map((word) => `'${word.replaceAll("'", `'\\''`)}'`)
  return ['script', '-q', '-e', '-c', `exec ${words.join(' ')}`, '/dev/null']
}

const watch = (child: ChildProcess): RunningProgram => {
  let text = ''
  let stir = (): void => {}
  const take = (chunk: Buffer): void => {
    text += chunk.toString()
    stir()
  }
  child.stdout?.on('data', take)
  child.stderr?.on('data', take)
  let over = false
  const ended = new Promise<number | null>((resolve) =>
    child.once('close', (code) => {
      over = true
      stir()
      resolve(code)
    }),
  )
  return {
    child,
    output: () => text,
    async says(pattern) {
      for (;;) {
        const match = pattern.exec(text)
        if (match !== null) return match[1] ?? match[0]
        if (over) throw new Error(`it never said ${String(pattern)}, but:\n${text}`)
        await new Promise<void>((resolve) => {
          stir = resolve
        })
      }
    },
    ended,
  }
}
