import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { openThrough } from '../../kit/gate.ts'

export type Endpoint = {
  readonly host: string
  readonly port: number
  /** Something in between accepts connections even if the service doesn't, and then closes them. */
  readonly isForwarded: boolean
  readonly gate: string | null
}

const tryMs = 500
const pauseMs = 60
const silenceMeansReadyMs = 150

export const waitUntilListening = async (endpoint: Endpoint, signal: AbortSignal): Promise<void> => {
  for (;;) {
    signal.throwIfAborted()
    if (await (endpoint.gate === null ? takesConnections(endpoint) : takesThrough(endpoint.gate, endpoint)))
      return
    await wait(pauseMs, undefined, { signal })
  }
}

const takesThrough = (gate: string, endpoint: Endpoint): Promise<boolean> =>
  openThrough(gate, endpoint, AbortSignal.timeout(tryMs)).then(
    (socket) => {
      socket.destroy()
      return true
    },
    () => false,
  )

const takesConnections = ({ host, port, isForwarded }: Endpoint): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host, port })
    let timer = setTimeout(() => settle(false), tryMs)
    const settle = (answer: boolean): void => {
      clearTimeout(timer)
      socket.destroy()
      resolve(answer)
    }
    socket.on('connect', () => {
      if (!isForwarded) return settle(true)
      clearTimeout(timer)
      timer = setTimeout(() => settle(true), silenceMeansReadyMs)
    })
    socket.on('data', () => settle(true))
    socket.on('error', () => settle(false))
    socket.on('close', () => settle(false))
  })
