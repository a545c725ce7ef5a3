import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { skipReason } from './skip-reason.ts'
import { watchdog } from './watchdog.ts'

export type Nginx = { readonly origin: string; stop(): Promise<void> }

export const nginxMissing = (): string | null =>
  skipReason(spawnSync('nginx', ['-v']).status === 0, 'nginx is not installed')

export const startNginx = (upstream: string, lines: readonly string[]): Promise<Nginx> =>
  startNginxWith({
    http: 'client_max_body_size 600m;',
    server: `location / { proxy_pass ${upstream}; ${lines.join(' ')} }`,
  })

export const startNginxWith = async ({ http, server }: { http: string; server: string }): Promise<Nginx> => {
  const folder = await mkdtemp(join(tmpdir(), 'pennant-nginx-'))
  const port = await freePort()
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  )
  const text = `
daemon off; master_process off; pid ${join(folder, 'pid')}; error_log stderr error;
${process.getuid?.() === 0 ? 'user root;' : ''}
events {}
http {
  access_log off; ${places.join(' ')}
  ${http}
  server {
    listen 127.0.0.1:${port};
    ${server}
  }
}`
  const file = join(folder, 'nginx.conf')
  await writeFile(file, text)
  const child = spawn('nginx', ['-e', 'stderr', '-p', folder, '-c', file], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const callOff = watchdog(child, 'KILL', folder)
  const origin = `http://127.0.0.1:${port}`
  while (!(await isThere(port))) {
    if (child.exitCode !== null) throw new Error('nginx did not start')
    await wait(20)
  }
  return {
    origin,
    async stop() {
      callOff()
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
      await rm(folder, { recursive: true, force: true })
    },
  }
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

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}
