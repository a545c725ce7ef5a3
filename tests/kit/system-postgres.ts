import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { skipReason } from './skip-reason.ts'
import { watchdog } from './watchdog.ts'

const run = promisify(execFile)

export type TestPostgres = {
  /** For `pg` and PostgreSQL's tools. The superuser is `postgres`, without a password. */
  url(database?: string): string
  readonly socketDir: string
  readonly port: number
  readonly bin: string
  end(mode: 'fast' | 'immediate'): Promise<void>
  restart(): Promise<void>
  stop(): Promise<void>
}

export type PostgresOptions = {
  settings?: Record<string, string>
  port?: number
  env?: Record<string, string>
  /** Instead of those of the system. */
  programs?: { bin: string; env: Record<string, string> }
}

export function systemPostgresMissing(): string | null {
  const bin = findBin()
  if (bin === null) return skipReason(false, 'PostgreSQL is not installed below /usr/lib/postgresql')
  return skipReason(
    accountOf() !== null,
    'PostgreSQL refuses to run as root, and there is no account postgres',
  )
}

export async function startSystemPostgres(options: PostgresOptions = {}): Promise<TestPostgres> {
  const bin = options.programs?.bin ?? findBin()
  const account = accountOf()
  if (bin === null || account === null) throw new Error('ask systemPostgresMissing() first')
  // Outside TMPDIR, since a socket's path can have about 100 characters.
  const folder = await mkdtemp('/tmp/pennant-pg-')
  if (account.uid !== undefined) await chown(folder, account.uid, account.gid)
  const data = path.join(folder, 'data')
  const env = { PATH: process.env['PATH'] ?? '', LC_ALL: 'C.UTF-8', ...options.programs?.env }
  const environment = { ...account, env, cwd: folder }
  const initArguments = [
    '-D',
    data,
    '-U',
    'postgres',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '--no-sync',
  ]
  await run(path.join(bin, 'initdb'), initArguments, environment)

  const port = options.port ?? 5432
  const settings = {
    listen_addresses: options.port === undefined ? '' : '127.0.0.1',
    port: String(port),
    unix_socket_directories: folder,
    fsync: 'off',
    full_page_writes: 'off',
    synchronous_commit: 'off',
    ...options.settings,
  }
  const arguments_ = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const launch = async (): Promise<{ server: ChildProcess; callOff: () => void }> => {
    const launched = spawn(path.join(bin, 'postgres'), ['-D', data, ...arguments_], {
      ...environment,
      env: { ...environment.env, ...options.env },
      stdio: 'pipe',
    })
    const calledOff = watchdog(launched, 'QUIT', folder)
    await ready(launched)
    return { server: launched, callOff: calledOff }
  }
  let { server, callOff } = await launch()

  const end = async (signal: 'SIGINT' | 'SIGQUIT'): Promise<void> => {
    callOff()
    if (server.exitCode !== null || server.signalCode !== null) return
    const exited = once(server, 'exit')
    server.kill(signal)
    await exited
  }

  return {
    url: (database = 'postgres') =>
      `postgresql://postgres@localhost:${port}/${encodeURIComponent(database)}?host=${encodeURIComponent(folder)}`,
    socketDir: folder,
    port,
    bin,
    end: (mode) => end(mode === 'fast' ? 'SIGINT' : 'SIGQUIT'),
    async restart() {
      ;({ server, callOff } = await launch())
    },
    async stop() {
      await end('SIGQUIT')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function ready(server: ChildProcess): Promise<void> {
  let said = ''
  const listen = (text: Buffer): void => {
    said += text.toString()
  }
  server.stdout?.resume()
  server.stderr?.on('data', listen)
  for (let tries = 0; tries < 1500; tries++) {
    if (said.includes('ready to accept connections')) {
      server.stderr?.off('data', listen).resume()
      return
    }
    if (server.exitCode !== null) throw new Error(`postgres ended: ${said}`)
    await wait(20)
  }
  server.kill('SIGQUIT')
  throw new Error(`postgres did not start: ${said}`)
}

function findBin(): string | null {
  const root = '/usr/lib/postgresql'
  if (!existsSync(root)) return null
  const versions = readdirSync(root).toSorted((a, b) => Number(b) - Number(a))
  const bins = versions.map((version) => path.join(root, version, 'bin'))
  return bins.find((bin) => existsSync(path.join(bin, 'postgres'))) ?? null
}

type Account = { uid?: undefined; gid?: undefined } | { uid: number; gid: number }

/** PostgreSQL refuses to run as root. */
export function accountOf(): Account | null {
  if (process.getuid?.() !== 0) return {}
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('postgres:'))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid === undefined || gid === undefined ? null : { uid: Number(uid), gid: Number(gid) }
}
