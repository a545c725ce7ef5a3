import type { Socket } from 'node:net'
import WebSocket, { type ClientOptions } from 'ws'

export const separator = '\u001e'
export const handshake = { protocol: 'json', version: 1 }

export type RawHubClient = {
  socket: WebSocket
  say(...messages: unknown[]): void
  /** Null once the connection has ended. */
  hear(): Promise<unknown>
  closed: Promise<number>
  pause(): void
  resume(): void
}

export async function connectRaw(
  address: string,
  path: string,
  options: ClientOptions = {},
): Promise<RawHubClient> {
  const socket = new WebSocket(address.replace(/^http/, 'ws') + path, options)
  let network: Socket | null = null
  socket.on('upgrade', (response) => {
    network = response.socket
  })
  const heard: unknown[] = []
  const listeners: ((record: unknown) => void)[] = []
  let over = false
  const closed = new Promise<number>((resolve) => {
    socket.on('close', (code) => {
      over = true
      for (const listener of listeners.splice(0)) listener(null)
      resolve(code)
    })
  })
  socket.on('message', (data: Buffer) => {
    for (const record of data.toString().split(separator).slice(0, -1)) {
      const message: unknown = JSON.parse(record)
      const listener = listeners.shift()
      if (listener === undefined) heard.push(message)
      else listener(message)
    }
  })
  await new Promise<void>((resolve, reject) => {
    socket.on('open', resolve)
    socket.on('error', reject)
  })
  return {
    socket,
    closed,
    pause: () => network?.pause(),
    resume: () => network?.resume(),
    say(...messages) {
      socket.send(messages.map((message) => JSON.stringify(message) + separator).join(''))
    },
    async hear() {
      if (heard.length > 0) return heard.shift()
      if (over) return null
      return await new Promise((resolve) => {
        listeners.push(resolve)
      })
    },
  }
}

export async function joinRaw(
  address: string,
  path: string,
  options: ClientOptions = {},
): Promise<RawHubClient> {
  const client = await connectRaw(address, path, options)
  client.say(handshake)
  const answer = JSON.stringify(await client.hear())
  if (answer !== '{}') throw new Error(`The handshake was answered with ${answer}`)
  return client
}

export async function refusalOf(
  address: string,
  path: string,
  options: ClientOptions = {},
): Promise<{ status: number; body: unknown }> {
  const socket = new WebSocket(address.replace(/^http/, 'ws') + path, options)
  return await new Promise((resolve, reject) => {
    socket.on('open', () => reject(new Error('The upgrade was not refused')))
    socket.on('error', reject)
    socket.on('unexpected-response', (_request, response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, body: JSON.parse(Buffer.concat(chunks).toString()) })
      })
    })
  })
}
