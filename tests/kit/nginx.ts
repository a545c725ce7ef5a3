import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from './free-port.ts'
import { skipReason } from './skip-reason.ts'
import { opensslMissing, ownCertificate, type Proxy, runProxy } from './proxy-process.ts'

export type Nginx = Pick<Proxy, 'origin' | 'stop'>

export const nginxMissing = (): string | null =>
  skipReason(spawnSync('nginx', ['-v']).status === 0, 'nginx is not installed')

export const startNginx = async (upstream: string, lines: readonly string[]): Promise<Nginx> => {
  const folder = await mkdtemp(join(tmpdir(), 'pennant-nginx-'))
  const port = await freePort()
  const text = `
    events {}
    http {
      ${ownFolders(folder)}
      client_max_body_size 600m;
      server {
        listen 127.0.0.1:${port};
        location / { proxy_pass ${upstream}; ${lines.join(' ')} }
      }
    }`
  return { origin: `http://127.0.0.1:${port}`, stop: await launch(folder, port, text) }
}

export const shippedNginx = fileURLToPath(new URL('../../deploy/nginx/pennant.conf', import.meta.url))

const usually = 'max_fails=0;'
/** As the manual says. */
export const serverLine = `server 127.0.0.1:8080 ${usually}`

export const shippedNginxMissing = (): string | null => nginxMissing() ?? opensslMissing()

export const startShippedNginx = async (
  servers: readonly number[],
  { behavior = usually, days = 1 }: { behavior?: string; days?: number } = {},
): Promise<Proxy & { readonly plainOrigin: string }> => {
  const folder = await mkdtemp(join(tmpdir(), 'pennant-nginx-'))
  const [port, plainPort] = [await freePort(), await freePort()]
  const { key, cert } = ownCertificate(folder, days)
  const site = `
    listen 127.0.0.1:${port} ssl http2;
    listen 127.0.0.1:${plainPort};
    ssl_certificate ${cert};
    ssl_certificate_key ${key};
    ${ownFolders(folder)}`
  await writeFile(join(folder, 'pennant-site.conf'), site)
  await writeFile(
    join(folder, 'pennant-servers.conf'),
    servers.map((each) => `server 127.0.0.1:${each} ${behavior}`).join('\n'),
  )
  return {
    origin: `https://127.0.0.1:${port}`,
    plainOrigin: `http://127.0.0.1:${plainPort}`,
    ca: await readFile(cert, 'utf8'),
    stop: await launch(folder, port, `include ${shippedNginx};`),
  }
}

/** With TLS, and otherwise as little as nginx needs. */
export const startTlsNginx = async (
  upstream: string,
  {
    http = [],
    location = [],
    connections = 512,
  }: { http?: readonly string[]; location?: readonly string[]; connections?: number },
): Promise<Proxy> => {
  const folder = await mkdtemp(join(tmpdir(), 'pennant-nginx-'))
  const port = await freePort()
  const { key, cert } = ownCertificate(folder)
  const text = `
    events { worker_connections ${connections}; }
    http {
      ${ownFolders(folder)}
      ${http.join(' ').replaceAll('FOLDER', folder)}
      server {
        listen 127.0.0.1:${port} ssl;
        ssl_certificate ${cert};
        ssl_certificate_key ${key};
        location / { proxy_pass ${upstream}; ${location.join(' ')} }
      }
    }`
  return {
    origin: `https://127.0.0.1:${port}`,
    ca: await readFile(cert, 'utf8'),
    stop: await launch(folder, port, text),
  }
}

/** The usual places can be those of another nginx, and closed to this account. */
const ownFolders = (folder: string): string =>
  [
    'access_log off;',
    ...['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${join(folder, name)};`,
    ),
  ].join(' ')

const launch = async (folder: string, port: number, text: string): Promise<() => Promise<void>> => {
  const file = join(folder, 'nginx.conf')
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  const start = `daemon off; master_process off; pid ${join(folder, 'pid')}; error_log stderr error; ${user}`
  await writeFile(file, `${start}\n${text}`)
  return runProxy('nginx', ['-e', 'stderr', '-p', folder, '-c', file], { folder, port })
}
