import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { skipReason } from './skip-reason.ts'
import { watchdog } from './watchdog.ts'

/** What stands between players and the server. */
export type Proxy = {
  readonly origin: string
  /** The certificate, which is its own authority. */
  readonly ca: string
  stop(): Promise<void>
}

type Running = { folder: string; port: number; env?: NodeJS.ProcessEnv }

/** Resolves once the program takes connections, to a function that ends it and deletes its folder. */
export const runProxy = async (
  command: string,
  args: readonly string[],
  { folder, port, env = {} }: Running,
): Promise<() => Promise<void>> => {
  const child = spawn(command, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...env },
  })
  let said = ''
  child.stderr.on('data', (text) => (said += String(text)))
  const callOff = watchdog(child, 'KILL', folder)
  while (!(await isThere(port))) {
    if (child.exitCode !== null) throw new Error(`${command} did not start: ${said}`)
    await wait(20)
  }
  return async () => {
    callOff()
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    await exited
    await rm(folder, { recursive: true, force: true })
  }
}

export const opensslMissing = (): string | null =>
  skipReason(spawnSync('openssl', ['version']).status === 0, 'openssl is not installed')

export const ownCertificate = (folder: string, days = 1): { key: string; cert: string } => {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', String(days)]
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
  execFileSync('openssl', ['req', '-x509', ...kind, ...names, '-keyout', key, '-out', cert], {
    stdio: 'ignore',
  })
  return { key, cert }
}

const isThere = async (port: number): Promise<boolean> => {
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
