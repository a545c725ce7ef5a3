import { connect, type Socket } from 'node:net'
import { Problem } from '@pennant/contract/problem'
import type { Endpoint } from './target.ts'

type Options = {
  limitMs: number
  signal: AbortSignal
  /** Reused: `heard` must be done with the bytes when it returns. */
  landing: Buffer
  heard(bytes: Buffer): void
}

const keepAliveMs = 60_000

/** The connection is paused. Throws the signal's reason when it aborts. */
export const dial = (
  { host, port }: { host: string; port: number },
  { limitMs, signal, landing, heard }: Options,
): Promise<Socket> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const socket = connect({
      host,
      port,
      // Either direction may end before the other.
      allowHalfOpen: true,
      noDelay: true,
      keepAlive: true,
      keepAliveInitialDelay: keepAliveMs,
      onread: {
        buffer: landing,
        callback(length) {
          heard(landing.subarray(0, length))
          return true
        },
      },
    })
    socket.pause()
    const settle = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', aborted)
      socket.off('error', failed).off('connect', connected)
    }
    const fail = (error: unknown): void => {
      settle()
      socket.on('error', () => undefined)
      socket.destroy()
      reject(error)
    }
    const aborted = (): void => fail(signal.reason)
    const failed = (error: NodeJS.ErrnoException): void => fail(problemOf(error))
    const connected = (): void => {
      settle()
      resolve(socket)
    }
    const timer = setTimeout(() => fail(unreachable('TimedOut')), limitMs)
    signal.addEventListener('abort', aborted)
    socket.once('error', failed).once('connect', connected)
  })

export const endpointOf = ({ remoteAddress = '::', remotePort = 0 }: Socket): Endpoint => ({
  address: remoteAddress,
  port: remotePort,
})

// Error names of the wire.
const names: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'ConnectionRefused',
  ECONNRESET: 'ConnectionReset',
  EHOSTUNREACH: 'HostUnreachable',
  ENETUNREACH: 'NetworkUnreachable',
  ETIMEDOUT: 'TimedOut',
}

const problemOf = ({ code = '', syscall }: NodeJS.ErrnoException): Problem =>
  syscall === 'getaddrinfo' ? new Problem('proxy.unresolvable') : unreachable(names[code] ?? 'SocketError')

const unreachable = (error: string): Problem => new Problem('proxy.unreachable', { error })
