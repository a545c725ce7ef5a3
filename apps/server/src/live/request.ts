import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { type AdmissionRequest, type HubName, hubNames } from './admission.ts'

export type Target = { hub: HubName; negotiate: boolean; query: ReadonlyMap<string, string> }

const paths = new Map<string, { hub: HubName; negotiate: boolean }>(
  hubNames.flatMap((hub) => [
    [`/hub/${hub}`, { hub, negotiate: false }],
    [`/hub/${hub}/negotiate`, { hub, negotiate: true }],
  ]),
)

export function readTarget(url: string): Target | null {
  const mark = url.indexOf('?')
  const path = (mark === -1 ? url : url.slice(0, mark)).toLowerCase()
  const found = paths.get(path.endsWith('/') ? path.slice(0, -1) : path)
  if (found === undefined) return null
  const query = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(mark === -1 ? '' : url.slice(mark + 1))) {
    const key = name.toLowerCase()
    if (!query.has(key)) query.set(key, value)
  }
  return { ...found, query }
}

export function readAdmissionRequest(
  req: IncomingMessage,
  target: Target,
  { address, secure }: { address: string; secure: boolean },
): AdmissionRequest {
  const query = new Map(target.query)
  query.delete('access_token')
  query.delete('id')
  const { authorization = '', cookie = null } = req.headers
  const headerToken = /^Bearer (\S+)$/.exec(authorization)?.[1]
  return {
    hub: target.hub,
    game: readId(query.get('game')),
    query,
    cookie,
    ...(secure ? { secure } : {}),
    bearer: headerToken ?? null,
    address,
  }
}

function readId(text: string | undefined): number | null {
  if (text === undefined || !/^\d{1,10}$/.test(text)) return null
  const id = Number(text)
  return id <= 0x7fff_ffff ? id : null
}

export async function readBody(
  req: IncomingMessage,
  limit: number,
): Promise<Buffer | 'too large' | 'cut off'> {
  return await new Promise((resolve) => {
    const chunks: Buffer[] = []
    let size = 0
    req.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= limit) chunks.push(chunk)
      else resolve('too large')
    })
    req.on('end', () => resolve(Buffer.concat(chunks)))
    req.on('error', () => resolve('cut off'))
    req.on('close', () => resolve('cut off'))
  })
}

export type HubRefusal = { status: number; title: string; headers?: Record<string, string> }

export function answerJson(res: ServerResponse, body: unknown): void {
  send(res, 200, JSON.stringify(body), {})
}

export function answerRefusal(res: ServerResponse, { status, title, headers = {} }: HubRefusal): void {
  send(res, status, JSON.stringify({ title, status }), headers)
}

export function answerEmpty(res: ServerResponse, status: number): void {
  res.writeHead(status, {
    'Cache-Control': 'no-cache, no-store',
    ...(status === 204 ? {} : { 'Content-Length': 0 }),
  })
  res.end()
}

function send(res: ServerResponse, status: number, body: string, headers: Record<string, string>): void {
  if (res.headersSent || res.destroyed) return
  res.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-cache, no-store',
    'Content-Length': Buffer.byteLength(body),
    ...headers,
  })
  res.end(body)
}

export function refuseUpgrade(
  socket: Duplex,
  reason: string,
  { status, title, headers = {} }: HubRefusal,
): void {
  const body = JSON.stringify({ title, status })
  const lines = Object.entries({
    Connection: 'close',
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}`)
  socket.on('error', () => {})
  socket.once('finish', () => socket.destroy())
  socket.end([`HTTP/1.1 ${status} ${reason}`, ...lines, '', body].join('\r\n'))
}
