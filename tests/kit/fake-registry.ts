import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'

export type FakeRegistry = {
  readonly image: string
  readonly host: string
  readonly pulls: number
  close(): Promise<void>
}

type Options = {
  address: string
  files: Buffer
  command: string
  /** `name:password` */
  login?: string
  /** Between the pieces of the largest blob. */
  pauseMs?: number
}

type Blob = { bytes: Buffer; digest: string; type: string }

const manifestType = 'application/vnd.docker.distribution.manifest.v2+json'
const pieces = 20

export async function startFakeRegistry(options: Options): Promise<FakeRegistry> {
  const { address, files, command, login, pauseMs = 0 } = options
  const layer = blobOf(gzipSync(files, { level: 1 }), 'application/vnd.docker.image.rootfs.diff.tar.gzip')
  const config = blobOf(
    Buffer.from(
      JSON.stringify({
        architecture: process.arch === 'x64' ? 'amd64' : process.arch,
        os: 'linux',
        config: { Cmd: ['/bin/sh', '-c', command], Labels: {} },
        rootfs: { type: 'layers', diff_ids: [blobOf(files, '').digest] },
      }),
    ),
    'application/vnd.docker.container.image.v1+json',
  )
  const manifest = blobOf(
    Buffer.from(
      JSON.stringify({
        schemaVersion: 2,
        mediaType: manifestType,
        config: partOf(config),
        layers: [partOf(layer)],
      }),
    ),
    manifestType,
  )
  let pulls = 0

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const wanted = login === undefined ? undefined : `Basic ${Buffer.from(login).toString('base64')}`
    if (wanted !== undefined && request.headers.authorization !== wanted) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="registry"' })
      return void response.end('{"errors":[{"code":"UNAUTHORIZED","message":"authentication required"}]}')
    }
    const [, kind, name] = /^\/v2\/pennant\/service\/(manifests|blobs)\/(.+)$/.exec(request.url ?? '') ?? []
    const blob =
      kind === 'manifests'
        ? [manifest].find(({ digest }) => name === '1' || name === digest)
        : [config, layer].find(({ digest }) => name === digest)
    if (request.url === '/v2/') return void response.end('{}')
    if (blob === undefined) {
      response.writeHead(404, { 'content-type': 'application/json' })
      return void response.end('{"errors":[{"code":"MANIFEST_UNKNOWN","message":"manifest unknown"}]}')
    }
    const headers = { 'content-type': blob.type, 'docker-content-digest': blob.digest }
    response.writeHead(200, { ...headers, 'content-length': blob.bytes.length })
    if (request.method === 'HEAD') return void response.end()
    if (blob !== layer || pauseMs === 0) return void response.end(blob.bytes)
    pulls++
    const size = Math.ceil(blob.bytes.length / pieces)
    for (let at = 0; at < blob.bytes.length && !response.destroyed; at += size) {
      response.write(blob.bytes.subarray(at, at + size))
      await wait(pauseMs)
    }
    response.end()
  }

  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, address)
  await once(server, 'listening')
  const place = server.address()
  const host = `${address}:${typeof place === 'object' ? place?.port : ''}`
  return {
    image: `${host}/pennant/service:1`,
    host,
    get pulls() {
      return pulls
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const blobOf = (bytes: Buffer, type: string): Blob => ({
  bytes,
  type,
  digest: `sha256:${createHash('sha256').update(bytes).digest('hex')}`,
})

const partOf = ({ bytes, digest, type }: Blob): object => ({ mediaType: type, size: bytes.length, digest })
