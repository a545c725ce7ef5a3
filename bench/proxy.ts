import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { cpuTime } from '@pennant/load/clock'
import { freePort } from './free-port.ts'
import type { Meter } from './metered.ts'
import { onInterrupt } from './on-interrupt.ts'
import { Missing } from './scenario.ts'
import { addressHeader, type Site } from '@pennant/load/address'

const run = promisify(execFile)

export type Proxy = Meter & { site: Site }

/** Relative to `bench/dist`. */
const shippedFile = fileURLToPath(new URL('../../deploy/nginx/pennant.conf', import.meta.url))

export const withProxy = async <T>(
  servers: readonly Site[],
  work: (proxy: Proxy) => Promise<T>,
): Promise<T> => {
  for (const [command, flag] of [
    ['nginx', '-v'],
    ['openssl', 'version'],
  ] as const)
    if (spawnSync(command, [flag]).status !== 0) throw new Missing(`${command} is not installed`)
  const folder = await mkdtemp(join(tmpdir(), 'pennant-bench-nginx-'))
  const port = await freePort()
  await configure(folder, port, servers)
  const nginx = spawn('nginx', ['-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const callOff = onInterrupt(() => {
    nginx.kill('SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  })
  try {
    while (!(await answers(port))) {
      if (nginx.exitCode !== null) throw new Error(`nginx ended with code ${nginx.exitCode}`)
      await wait(20)
    }
    return await work({ site: { port, secure: true }, cpuTime: () => cpuTime(nginx.pid ?? 0) })
  } finally {
    callOff()
    if (nginx.exitCode === null) {
      nginx.kill('SIGTERM')
      await once(nginx, 'exit')
    }
    await rm(folder, { recursive: true, force: true })
  }
}

const configure = async (folder: string, port: number, servers: readonly Site[]): Promise<void> => {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-subj', '/CN=localhost']
  await run('openssl', ['req', '-x509', ...kind, '-keyout', key, '-out', cert])
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  const files = {
    'nginx.conf': `daemon off; pid ${folder}/pid; error_log stderr crit; ${user} include ${shippedFile};`,
    'pennant-servers.conf': servers.map((each) => `server 127.0.0.1:${each.port} max_fails=0;`).join('\n'),
    // Here alone a visitor's address is what the visitor says: otherwise all would have the same.
    'pennant-site.conf': [
      `listen 127.0.0.1:${port} ssl http2; ssl_certificate ${cert}; ssl_certificate_key ${key};`,
      `set_real_ip_from 127.0.0.1; real_ip_header ${addressHeader}; access_log off;`,
      // A connection stands for many visitors. Usually it ends after 1,000 requests.
      'keepalive_requests 1000000;',
      ...['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (name) => `${name}_temp_path ${folder}/${name};`,
      ),
    ].join('\n'),
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
}

const answers = async (port: number): Promise<boolean> => {
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
