import { connect, type Socket } from 'node:net'
import type { Answer } from '../../kit/client.ts'

export type RawAnswer = Answer & { answers: number }

export const open = (origin: string): Socket => {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  // These calls expect to be cut off.
  socket.on('error', () => undefined)
  return socket
}

export const raw = async (
  origin: string,
  ...pieces: readonly (string | Uint8Array)[]
): Promise<RawAnswer> => {
  const socket = open(origin)
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  for (const piece of pieces) socket.write(piece)
  await new Promise<void>((resolve) => socket.once('close', () => resolve()))
  return parse(Buffer.concat(chunks).toString('utf8'))
}

export const head = (start: string, ...lines: readonly string[]): string =>
  [
    `${start} HTTP/1.1`,
    'Host: localhost',
    'Accept-Language: zh-CN',
    'Connection: close',
    ...lines,
    '',
    '',
  ].join('\r\n')

const parse = (text: string): RawAnswer => {
  const [start = '', ...rest] = text.split('\r\n\r\n')
  const [first = '', ...lines] = start.split('\r\n')
  const headers = new Headers()
  for (const line of lines) {
    const colon = line.indexOf(':')
    headers.append(line.slice(0, colon), line.slice(colon + 1).trim())
  }
  const body = rest.join('\r\n\r\n')
  return {
    status: Number(/^HTTP\/1\.[01] (\d{3})/.exec(first)?.[1] ?? 0),
    headers,
    text: body,
    body: parsed(body),
    answers: text.split(/^HTTP\/1\.1 \d/m).length - 1,
  }
}

const parsed = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
