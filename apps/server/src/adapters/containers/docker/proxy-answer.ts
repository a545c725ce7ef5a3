import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { within } from '../../../kit/timeout.ts'
import type { DaemonAddress } from './address.ts'
import { isRecord } from './daemon.ts'
import { DaemonFault, faultOf } from './fault.ts'

export type ProxyAnswer = {
  readonly version: string
  readonly installation: string
  /** Why the proxy can't set packet rules; null if they hold. */
  readonly noRules: string | null
  readonly ports: { readonly from: number; readonly to: number }
}

const proxyPath = '/pennant'
const answerWithinMs = 20_000

/** Null for a daemon. */
export const askProxy = async (address: DaemonAddress): Promise<ProxyAnswer | null> => {
  if (address.kind !== 'socket') return null
  const late = (): Error =>
    new DaemonFault(null, `The Docker proxy at ${address.shown} didn't respond in time`)
  try {
    return read(await within(answerWithinMs, get(address.path), late))
  } catch (error) {
    throw faultOf(error, address.shown)
  }
}

const get = (socketPath: string): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const options = { socketPath, path: proxyPath, agent: false, timeout: answerWithinMs }
    const asked = request(options, (answer) => {
      const isProxy = answer.statusCode === 200 || answer.statusCode === 503
      if (isProxy) return void text(answer).then(resolve, reject)
      // A daemon knows no such path.
      answer.resume()
      resolve('')
    })
    asked.on('timeout', () => asked.destroy()).on('error', reject)
    asked.end()
  })

const read = (answer: unknown): ProxyAnswer | null => {
  const { pennant, message } = parsed(answer)
  if (typeof message === 'string') throw new DaemonFault(503, message)
  if (!isRecord(pennant) || !isRecord(pennant['ports'])) return null
  const { version, installation, noRules } = pennant
  const { from, to } = pennant['ports']
  if (typeof version !== 'string' || typeof installation !== 'string') return null
  if (typeof from !== 'number' || typeof to !== 'number') return null
  return { version, installation, noRules: typeof noRules === 'string' ? noRules : null, ports: { from, to } }
}

const parsed = (answer: unknown): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(String(answer))
    return isRecord(value) ? value : {}
  } catch {
    return {}
  }
}
