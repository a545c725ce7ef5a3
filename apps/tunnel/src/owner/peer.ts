import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { type Endpoint, ownerOfClient, type SocketTables } from './socket-table.ts'

/** `root` is this computer's administrator; `unknown`: the system does not tell. */
export type Peer = 'own' | 'root' | 'other' | 'unknown'

export type PeerOf = (socket: Pick<Socket, Ends>) => Peer
type Ends = 'remoteAddress' | 'remotePort' | 'localAddress' | 'localPort'

type Needs = {
  /** Undefined where users have no numbers. */
  uid: number | undefined
  /** Null where the system doesn't list the owners of sockets. */
  tables: (() => SocketTables) | null
}

/**
 * Must be called as soon as a connection is open: a socket that its program has closed has no owner. One
 * reading serves all connections of a turn, since it takes milliseconds on a machine with many sockets.
 */
export const createPeerOf = ({ uid, tables }: Needs): PeerOf => {
  let held: SocketTables | null = null
  const ownerOf = (read: () => SocketTables, client: Endpoint, server: Endpoint): number | null => {
    const known = held === null ? null : ownerOfClient(held, client, server)
    if (known !== null) return known
    if (held === null)
      setImmediate(() => {
        held = null
      })
    held = read()
    return ownerOfClient(held, client, server)
  }

  return ({ remoteAddress, remotePort, localAddress, localPort }) => {
    if (tables === null || uid === undefined) return 'unknown'
    // The connection has been reset.
    if (remoteAddress === undefined || localAddress === undefined) return 'other'
    const client = { address: remoteAddress, port: remotePort ?? 0 }
    const server = { address: localAddress, port: localPort ?? 0 }
    const owner = ownerOf(tables, client, server)
    if (owner === uid) return 'own'
    return owner === 0 ? 'root' : 'other'
  }
}

export const systemPeerOf = (platform: NodeJS.Platform): PeerOf =>
  createPeerOf({ uid: process.getuid?.(), tables: platform === 'linux' ? linuxTables() : null })

const linuxTables = (): (() => SocketTables) | null => {
  const [tcp, tcp6] = ['/proc/self/net/tcp', '/proc/self/net/tcp6']
  // Without IPv6 there is no second table, and some containers have none.
  return read(tcp) === null ? null : () => ({ tcp: once(tcp), tcp6: once(tcp6) })
}

const once = (file: string): (() => string) => {
  let text: string | null = null
  return () => (text ??= read(file) ?? '')
}

const read = (file: string): string | null => {
  try {
    return readFileSync(file, 'latin1')
  } catch {
    return null
  }
}
