import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { probeUrlOf } from '../link/remote.ts'

/** The latency is half a round trip. */
export type Finding = { readonly status: number; readonly latency: number } | 'nothing'

export type Probe = (remote: string) => Promise<Finding>

type Needs = { userAgent: string; timeoutMs: number; now: () => number }

/** Measures from when the connection is open, so that the latency excludes the handshake. */
export const createProbe =
  ({ userAgent, timeoutMs, now }: Needs): Probe =>
  (remote) => {
    const url = new URL(probeUrlOf(remote))
    const secure = url.protocol === 'https:'
    const ask = secure ? requestHttps : requestHttp
    return new Promise((resolve) => {
      const options = { method: 'OPTIONS', agent: false, headers: { 'user-agent': userAgent } } as const
      let began = now()
      const request = ask(url, options, (response) => {
        const latency = Math.floor((now() - began) / 2)
        resolve({ status: response.statusCode ?? 0, latency })
        request.destroy()
      })
      const tooLate = setTimeout(() => request.destroy(), timeoutMs)
      request.on('socket', (socket) =>
        socket.once(secure ? 'secureConnect' : 'connect', () => {
          began = now()
        }),
      )
      request.on('error', () => resolve('nothing'))
      request.on('close', () => {
        clearTimeout(tooLate)
        resolve('nothing')
      })
      request.end()
    })
  }
