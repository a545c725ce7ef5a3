import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { moment } from '@pennant/load/clock'
import { writeOrder } from './stream-order.ts'
import { sendAgain } from './send.ts'
import { serve } from '@pennant/load/worker'

/** A null path means TCP, otherwise a WebSocket. */
export type StreamTarget = { port: number; path: string | null }

export type StreamJob =
  | {
      kind: 'move'
      target: StreamTarget
      towards: 'container' | 'client'
      messageBytes: number
      totalBytes: number
    }
  | { kind: 'hold'; port: number; paths: readonly string[]; perPath: number }

/** In milliseconds. */
export type StreamResult = number

const mask = randomBytes(4)

const message = (payload: Buffer): Buffer => {
  const short = payload.length < 126 ? payload.length : payload.length < 65_536 ? 126 : 127
  const head = Buffer.alloc(short < 126 ? 2 : short === 126 ? 4 : 10)
  head[0] = 0x82
  head[1] = 0x80 | short
  if (short === 126) head.writeUInt16BE(payload.length, 2)
  if (short === 127) head.writeUInt32BE(payload.length, 6)
  return Buffer.concat([head, mask, payload.map((byte, at) => byte ^ (mask[at % 4] ?? 0))])
}

const open = async ({ port, path }: StreamTarget): Promise<Socket> => {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  if (path === null) return socket
  const lines = [
    `GET ${path} HTTP/1.1`,
    'Host: localhost',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
  ]
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  const [answer] = (await once(socket, 'data')) as [Buffer]
  if (!answer.toString('latin1').startsWith('HTTP/1.1 101 ')) throw new Error(answer.toString())
  return socket
}

const payloadCounter = () => {
  let left = 0
  let head = Buffer.alloc(0)
  return (chunk: Buffer): number => {
    let count = 0
    for (let at = 0; at < chunk.length; ) {
      if (left > 0) {
        const part = Math.min(left, chunk.length - at)
        count += part
        left -= part
        at += part
        continue
      }
      head = Buffer.concat([head, chunk.subarray(at, at + 1)])
      at++
      const short = head[1] ?? 0
      const size = head.length < 2 ? 2 : short < 126 ? 2 : short === 126 ? 4 : 10
      if (head.length < size) continue
      left = size === 2 ? short : size === 4 ? head.readUInt16BE(2) : head.readUInt32BE(6)
      head = Buffer.alloc(0)
    }
    return count
  }
}

const move = async (job: Extract<StreamJob, { kind: 'move' }>): Promise<number> => {
  const { target, towards, messageBytes, totalBytes } = job
  const socket = await open(target)
  const dress = target.path === null ? (bytes: Buffer) => bytes : message
  const count = target.path === null ? (chunk: Buffer) => chunk.length : payloadCounter()
  let left = towards === 'client' ? totalBytes : 1
  const done = new Promise<void>((resolve, reject) => {
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('closed too early')))
    socket.on('data', (chunk: Buffer) => {
      left -= count(chunk)
      if (left === 0) resolve()
    })
  })
  const piece = dress(Buffer.alloc(messageBytes, 'x'))
  const began = moment()
  socket.write(dress(writeOrder(job)))
  if (towards === 'container') sendAgain(socket, piece, totalBytes / messageBytes)
  await done
  const took = moment() - began
  socket.destroy()
  return took
}

const held: Socket[] = []

serve(async (job: StreamJob): Promise<StreamResult> => {
  if (job.kind === 'move') return await move(job)
  const began = moment()
  for (const path of job.paths)
    held.push(
      ...(await Promise.all(Array.from({ length: job.perPath }, () => open({ port: job.port, path })))),
    )
  return moment() - began
})
