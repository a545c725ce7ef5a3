import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { build } from 'vite'
import type { Connection } from '../../apps/server/src/adapters/sql/embedded/embedded.ts'

export type ChildOrder = {
  dataFolder: string
  address?: string
  database?: { native?: string; systemFolder?: string; durability?: 'full' | 'none' }
  write?: boolean
}

export type ChildEvent =
  | { kind: 'opened' }
  | { kind: 'stopped' }
  | { kind: 'interrupted' }
  | { kind: 'ready'; connection: Connection }
  | { kind: 'written'; id: string }
  | { kind: 'fault'; name: string; message: string }

export type ChildProgram = { file: string; remove(): Promise<void> }

export async function buildChild(): Promise<ChildProgram> {
  const folder = await mkdtemp(path.join(tmpdir(), 'data-folder-child-'))
  await chmod(folder, 0o755)
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: path.join(import.meta.dirname, 'data-folder-child.ts'),
      outDir: folder,
      rolldownOptions: { external: ['pg-native'], output: { entryFileNames: 'child.mjs' } },
    },
    ssr: { noExternal: true },
  })
  return { file: path.join(folder, 'child.mjs'), remove: () => rm(folder, { recursive: true }) }
}

/** Null unless run by root, and where that account can't run Node.js, as in a home folder. */
export function unprivilegedAccount(): { uid: number; gid: number } | null {
  const account = { uid: 65534, gid: 65534 }
  if (process.geteuid?.() !== 0) return null
  return spawnSync(process.execPath, ['--version'], { ...account, cwd: '/' }).status === 0 ? account : null
}

export type Child = {
  readonly process: ChildProcess
  readonly events: readonly ChildEvent[]
  event<K extends ChildEvent['kind']>(...kinds: K[]): Promise<Extract<ChildEvent, { kind: K }>>
  tell(line: 'stop' | 'write'): void
  kill(signal: NodeJS.Signals): void
  readonly exited: Promise<void>
}

export type ChildOptions = {
  account?: { uid: number; gid: number }
  through?: string[]
}

export function startChild(program: ChildProgram, order: ChildOrder, options: ChildOptions = {}): Child {
  const command = [...(options.through ?? []), process.execPath, program.file, JSON.stringify(order)]
  const [file = process.execPath, ...args] = command
  const child = spawn(file, args, {
    ...options.account,
    cwd: '/',
    // Its own process group, so that a test can send Ctrl-C to it.
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const events: ChildEvent[] = []
  const listeners = new Set<() => void>()
  let errors = ''
  let over = false
  const changed = (): void => {
    for (const listener of listeners) listener()
  }
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  createInterface({ input: child.stdout }).on('line', (line) => {
    events.push(JSON.parse(line) as ChildEvent)
    changed()
  })
  const exited = new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', () => {
      over = true
      changed()
      resolve()
    })
  })
  child.stdin.on('error', () => {})
  return {
    process: child,
    events,
    event: <K extends ChildEvent['kind']>(...kinds: K[]) =>
      new Promise<Extract<ChildEvent, { kind: K }>>((resolve, reject) => {
        const wanted = (event: ChildEvent): event is Extract<ChildEvent, { kind: K }> =>
          kinds.some((kind) => kind === event.kind)
        const look = (): void => {
          const found = events.find(wanted)
          if (found === undefined && !over) return
          listeners.delete(look)
          if (found !== undefined) resolve(found)
          else
            reject(
              new Error(
                `the child ended without ${kinds.join()}: ${JSON.stringify(events.at(-1))} ${errors}`,
              ),
            )
        }
        listeners.add(look)
        look()
      }),
    tell: (line) => {
      child.stdin.write(`${line}\n`)
    },
    kill: (signal) => {
      child.kill(signal)
    },
    exited,
  }
}
