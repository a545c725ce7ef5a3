import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from './free-port.ts'
import { skipReason } from './skip-reason.ts'
import { watchdog } from './watchdog.ts'
import { freeze } from './freeze.ts'

export type TestRedis = {
  readonly url: string
  readonly port: number
  kill(): Promise<void>
  restart(): Promise<void>
  pause(): void
  resume(): void
  stop(): Promise<void>
}

/** Enough for all installations that are tested at the same time. */
export const redisDatabases = 4096

export const redisMissing = (): string | null =>
  skipReason(spawnSync('redis-server', ['--version']).status === 0, 'redis-server is not installed')

export async function startRedis(
  options: { password?: string; settings?: readonly string[] } = {},
): Promise<TestRedis> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pennant-redis-'))
  const port = await freePort()
  let server = await launch(port, folder, options)
  let callOff = watchdog(server, 'KILL', folder)

  const end = async (): Promise<void> => {
    callOff()
    if (server.exitCode !== null || server.signalCode !== null) return
    const exited = once(server, 'exit')
    server.kill('SIGKILL')
    await exited
  }

  return {
    url: `redis://${options.password === undefined ? '' : `:${encodeURIComponent(options.password)}@`}127.0.0.1:${port}/0`,
    port,
    kill: end,
    async restart() {
      server = await launch(port, folder, options)
      callOff = watchdog(server, 'KILL', folder)
    },
    pause: () => void (server.pid && freeze(server.pid)),
    resume: () => void server.kill('SIGCONT'),
    async stop() {
      await end()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

type Launched = { password?: string; settings?: readonly string[] }

async function launch(
  port: number,
  folder: string,
  { password, settings: more = [] }: Launched,
): Promise<ChildProcess> {
  const settings = [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--dir',
    folder,
    '--save',
    '',
    '--appendonly',
    'no',
    '--databases',
    String(redisDatabases),
    ...more,
  ]
  if (password !== undefined) settings.push('--requirepass', password)
  const server = spawn('redis-server', settings, { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  server.stdout.on('data', (text) => (said += text))
  server.stderr.on('data', (text) => (said += text))
  for (let tries = 0; tries < 500; tries++) {
    if (server.exitCode !== null) throw new Error(`redis-server ended: ${said}`)
    if (said.includes('Ready to accept connections') && (await answers(port))) return server
    await wait(20)
  }
  server.kill('SIGKILL')
  throw new Error(`redis-server did not start: ${said}`)
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
