import WebSocket from 'ws'
import type { Site } from './address.ts'
import { tlsSessions } from './connection.ts'

export const separator = '\u001e'

/** As clients do: the server drops those that are silent for 30 seconds. */
const pingMs = 15_000

/** Resolves once the server has answered the handshake. */
export const openHub = async (
  { port, secure }: Site,
  gameId: number,
  headers: Record<string, string>,
): Promise<WebSocket> => {
  const session = tlsSessions.get(port)
  const socket = new WebSocket(`${secure ? 'wss' : 'ws'}://127.0.0.1:${port}/hub/user?game=${gameId}`, {
    perMessageDeflate: false,
    // The certificate is the bench's own.
    rejectUnauthorized: false,
    ...(session === undefined ? {} : { session }),
    headers,
  })
  await new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.once('open', () => socket.send(`{"protocol":"json","version":1}${separator}`))
    socket.once('message', resolve)
  })
  const pinging = setInterval(() => socket.send(`{"type":6}${separator}`), pingMs)
  socket.once('close', () => clearInterval(pinging))
  return socket
}
