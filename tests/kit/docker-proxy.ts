import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { createServer as createSecureServer, type ServerOptions } from 'node:https'
import { promisify } from 'node:util'

export type DockerProxy = {
  readonly port: number
  hold(method: string, path: RegExp): Held
  readonly asked: readonly string[]
  connections(): Promise<number>
  breakOff(): void
  close(): Promise<void>
}

export type Held = {
  readonly answered: Promise<void>
  release(): void
}

type Options = {
  login?: string
  tls?: ServerOptions
  prefix?: string
}

type Hold = { method: string; path: RegExp; answered: () => void; released: Promise<void> }

export async function startDockerProxy(socketPath: string, options: Options = {}): Promise<DockerProxy> {
  const { login, tls, prefix = '' } = options
  const holds: Hold[] = []
  const requested: string[] = []
  const wanted = login === undefined ? undefined : `Basic ${Buffer.from(login).toString('base64')}`

  const handle = (asked: IncomingMessage, answer: ServerResponse): void => {
    const { method = '', url = '', headers } = asked
    if ((wanted !== undefined && headers.authorization !== wanted) || !url.startsWith(prefix))
      return void answer.writeHead(401, { 'content-type': 'text/plain' }).end('who are you?')
    const path = url.slice(prefix.length)
    requested.push(path)
    const at = holds.findIndex((hold) => hold.method === method && hold.path.test(path))
    const [hold] = at === -1 ? [] : holds.splice(at, 1)
    const passed = request({ socketPath, method, path, headers }, (said) => {
      const pass = (): void => {
        answer.writeHead(said.statusCode ?? 500, said.headers)
        said.pipe(answer)
      }
      if (hold === undefined) return pass()
      hold.answered()
      void hold.released.then(pass)
    })
    passed.on('error', () => answer.destroy())
    answer.on('close', () => passed.destroy())
    asked.pipe(passed)
  }

  const server = tls === undefined ? createServer(handle) : createSecureServer(tls, handle)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' ? (address?.port ?? 0) : 0,
    hold(method, path) {
      let answeredNow = (): void => undefined
      let releaseNow = (): void => undefined
      const answered = new Promise<void>((resolve) => {
        answeredNow = resolve
      })
      const released = new Promise<void>((resolve) => {
        releaseNow = resolve
      })
      holds.push({ method, path, answered: () => answeredNow(), released })
      return { answered, release: () => releaseNow() }
    },
    asked: requested,
    connections: () => promisify(server.getConnections.bind(server))(),
    breakOff: () => server.closeAllConnections(),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
