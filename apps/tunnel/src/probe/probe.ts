import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { probeUrlOf } from '../link/remote.ts'

/** What came back: an answer with half its round trip, or nothing. */
export type Finding = { readonly status: number; readonly latency: number } | 'nothing'

export type Probe = (remote: string) => Promise<Finding>

type Needs = { userAgent: string; timeoutMs: number; now: () => number }

/** Asks whether an instance is still there. Measures from when the connection stands: that it had to be made says nothing. */
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
