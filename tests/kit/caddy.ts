import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from './free-port.ts'
import { skipReason } from './skip-reason.ts'
import { opensslMissing, ownCertificate, type Proxy, runProxy } from './proxy-process.ts'

export const shippedCaddy = fileURLToPath(new URL('../../deploy/caddy/Caddyfile', import.meta.url))

export const shippedCaddyMissing = (): string | null =>
  skipReason(spawnSync('caddy', ['version']).status === 0, 'caddy is not installed') ?? opensslMissing()

export const startShippedCaddy = async ([server]: readonly [number]): Promise<Proxy> => {
  const folder = await mkdtemp(join(tmpdir(), 'pennant-caddy-'))
  const port = await freePort()
  const { key, cert } = ownCertificate(folder)
  const shipped = await readFile(shippedCaddy, 'utf8')
  const site = shipped
    .replace('ctf.example.org {', `https://127.0.0.1:${port} {\n\ttls ${cert} ${key}`)
    .replace('127.0.0.1:8080', `127.0.0.1:${server}`)
  const file = join(folder, 'Caddyfile')
  // Without the ports and the certificates of another Caddy.
  await writeFile(file, `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${site}`)
  const args = ['run', '--config', file, '--adapter', 'caddyfile']
  const env = { HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder }
  return {
    origin: `https://127.0.0.1:${port}`,
    ca: await readFile(cert, 'utf8'),
    stop: await runProxy('caddy', args, { folder, port, env }),
  }
}
