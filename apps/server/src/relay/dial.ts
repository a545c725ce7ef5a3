import { connect, isIP, type Socket } from 'node:net'
import { Problem } from '@pennant/contract/problem'
import { openThrough } from '../kit/gate.ts'
import { limited, untilAborted } from '../kit/timeout.ts'
import type { Endpoint } from './target.ts'

type Target = { readonly host: string; readonly port: number }

type Options = {
  limitMs: number
  signal: AbortSignal
  /** Reused: `heard` must be done with the bytes when it returns. */
  landing: Buffer
  heard(bytes: Buffer): void
}

const keepAliveMs = 60_000

/** The connection is paused. Throws the signal's reason when it aborts. */
export const dial = (target: Target, gate: string | null, options: Options): Promise<Socket> =>
  gate === null ? dialDirectly(target, options) : dialThrough(gate, target, options)

const dialThrough = async (
  gate: string,
  target: Target,
  { limitMs, signal, heard }: Options,
): Promise<Socket> => {
  const limit = limited(signal, limitMs, () => unreachable('TimedOut'))
  try {
    const socket = await untilAborted(openThrough(gate, target, limit.signal), limit.signal)
    return socket.on('data', heard).pause()
  } catch (error) {
    throw error instanceof Problem || signal.aborted ? error : problemOf(error as NodeJS.ErrnoException)
  } finally {
    limit.end()
  }
}

const dialDirectly = (
  { host, port }: Target,
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

// A connection through a gate doesn't know where it leads.
export const endpointOf = ({ remoteAddress, remotePort }: Socket, { host, port }: Target): Endpoint => ({
  address: remoteAddress ?? (isIP(host) === 0 ? '::' : host),
  port: remotePort ?? port,
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
