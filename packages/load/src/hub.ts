import WebSocket from 'ws'
import { authorityOf, type Site } from './address.ts'
import { tlsSessions } from './connection.ts'

export const separator = '\u001e'

/** As clients do: the server drops those that are silent for 30 seconds. */
const pingMs = 15_000

/** Resolves once the server has answered the handshake. */
export const openHub = async (
  site: Site,
  gameId: number,
  headers: Record<string, string>,
): Promise<WebSocket> => {
  const session = tlsSessions.get(authorityOf(site))
  const scheme = site.secure ? 'wss' : 'ws'
  const socket = new WebSocket(`${scheme}://${authorityOf(site)}/hub/user?game=${gameId}`, {
    perMessageDeflate: false,
    rejectUnauthorized: site.host !== undefined,
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
