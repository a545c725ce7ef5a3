import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import {
  connect,
  createServer as createTcpServer,
  type AddressInfo,
  type Server,
  type Socket,
} from 'node:net'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'

export type Service = { port: number; sockets: Set<Socket>; close(): Promise<void> }

export const openService = async (onConnection: (socket: Socket) => void): Promise<Service> => {
  const sockets = new Set<Socket>()
  const server = createTcpServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    onConnection(socket)
  })
  const port = await listen(server)
  return { port, sockets, close: () => end(server, sockets) }
}

export const openEcho = (): Promise<Service> => openService((socket) => void socket.pipe(socket))

export type Site = {
  remote: string
  origin: string
  answer: number | (() => Promise<number>)
  refusal: number | null
  probes: { method: string; userAgent: string | undefined }[]
  handshakes: Record<string, string | string[] | undefined>[]
  sockets: Set<WebSocket>
  close(): Promise<void>
}

type Manner = (ws: WebSocket, id: string) => void

export const openSite = async (manner: Manner, tls?: { key: string; cert: string }): Promise<Site> => {
  const id = '0197a3c2-1111-7222-8333-444455556666'
  const door = new WebSocketServer({ noServer: true, perMessageDeflate: true, maxPayload: 16 * 1024 * 1024 })
  const sockets = new Set<Duplex>()
  const tell: RequestListener = (request, response) => {
    site.probes.push({ method: request.method ?? '', userAgent: request.headers['user-agent'] })
    void (async () => {
      response.statusCode = typeof site.answer === 'number' ? site.answer : await site.answer()
      if (response.statusCode === 302) response.setHeader('location', '/elsewhere')
      response.end()
    })()
  }
  const server = tls === undefined ? createServer(tell) : createTlsServer(tls, tell)
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    site.handshakes.push(request.headers)
    if (site.refusal !== null) {
      const location = site.refusal === 302 ? 'location: /elsewhere\r\n' : ''
      socket.end(`HTTP/1.1 ${site.refusal} No\r\n${location}content-length: 0\r\nconnection: close\r\n\r\n`)
      return
    }
    door.handleUpgrade(request, socket, head, (ws) => {
      site.sockets.add(ws)
      ws.on('error', () => {})
      ws.on('close', () => site.sockets.delete(ws))
      manner(ws, request.url ?? '')
    })
  })
  const port = await listen(server)
  const site: Site = {
    remote: `${tls === undefined ? 'ws' : 'wss'}://127.0.0.1:${port}/api/proxy/${id}`,
    origin: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
    answer: 204,
    refusal: null,
    probes: [],
    handshakes: [],
    sockets: new Set(),
    close: () => end(server, sockets),
  }
  return site
}

/** Like other platforms: the first end closes both. */
export const relayTo =
  (service: Service): Manner =>
  (ws) => {
    const target = connect(service.port, '127.0.0.1')
    target.on('error', () => ws.terminate())
    target.on('data', (chunk) => {
      target.pause()
      ws.send(chunk, { binary: true }, () => target.resume())
    })
    target.on('end', () => ws.close())
    ws.on('message', (data: Buffer) => {
      if (!target.write(data)) ws.pause()
    })
    target.on('drain', () => ws.resume())
    ws.on('close', () => target.destroy())
  }

const listen = (server: Server): Promise<number> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })

const end = (server: Server, sockets: Iterable<Duplex>): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve())
    for (const socket of sockets) socket.destroy()
  })
