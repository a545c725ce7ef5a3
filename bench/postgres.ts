import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { cpuTime } from '@pennant/load/clock'
import { onInterrupt } from './on-interrupt.ts'
import { Missing } from './scenario.ts'

const run = promisify(execFile)
const root = '/usr/lib/postgresql'
const port = 5432

export type Postgres = {
  url: string
  /** Of all its processes, in milliseconds. */
  cpuTime(): Promise<number>
  program(name: string, args: readonly string[]): Promise<string>
}

export const withPostgres = async <T>(work: (postgres: Postgres) => Promise<T>): Promise<T> => {
  const bin = installed()
  const account = accountOf()
  // Outside TMPDIR, since a socket's path can have about 100 characters.
  const folder = await mkdtemp('/tmp/pennant-bench-pg-')
  if (account.uid !== undefined) await chown(folder, account.uid, account.gid)
  const context = { ...account, env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C.UTF-8' }, cwd: folder }
  let server: ChildProcess | undefined
  const callOff = onInterrupt(() => {
    server?.kill('SIGQUIT')
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  })
  try {
    const data = join(folder, 'data')
    await run(
      join(bin, 'initdb'),
      ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8'],
      context,
    )
    const settings = ['listen_addresses=', `port=${port}`, `unix_socket_directories=${folder}`]
    // Two processes with their pools, and every client of pgbench.
    settings.push('max_connections=400')
    const args = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])]
    server = spawn(join(bin, 'postgres'), args, { ...context, stdio: ['ignore', 'ignore', 'pipe'] })
    await ready(server)
    const { pid = 0 } = server
    return await work({
      cpuTime: () => cpuTime(pid),
      url: `postgresql://postgres@localhost:${port}/postgres?host=${encodeURIComponent(folder)}`,
      async program(name, given) {
        const access = ['-h', folder, '-p', String(port), '-U', 'postgres']
        const { stdout } = await run(join(bin, name), [...access, ...given, 'postgres'], context)
        return stdout
      },
    })
  } finally {
    callOff()
    if (server !== undefined && server.exitCode === null) {
      server.kill('SIGINT')
      await once(server, 'exit')
    }
    await rm(folder, { recursive: true, force: true })
  }
}

const ready = async (server: ChildProcess): Promise<void> => {
  let said = ''
  server.stderr?.on('data', (text) => (said += String(text)))
  while (!said.includes('ready to accept connections')) {
    if (server.exitCode !== null) throw new Error(`postgres ended: ${said}`)
    await wait(20)
  }
  server.stderr?.removeAllListeners('data').resume()
}

const installed = (): string => {
  const versions = existsSync(root) ? readdirSync(root).toSorted((a, b) => Number(b) - Number(a)) : []
  const bin = versions
    .map((version) => join(root, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'pgbench')))
  if (bin === undefined) throw new Missing(`PostgreSQL and pgbench are not installed below ${root}`)
  return bin
}

type Account = { uid?: undefined; gid?: undefined } | { uid: number; gid: number }

/** PostgreSQL refuses to run as root. */
const accountOf = (): Account => {
  if (process.getuid?.() !== 0) return {}
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('postgres:'))
  const [, , uid, gid] = line?.split(':') ?? []
  if (uid === undefined || gid === undefined)
    throw new Missing('PostgreSQL refuses to run as root, and there is no account postgres')
  return { uid: Number(uid), gid: Number(gid) }
}
