import { request } from 'node:http'
import { json } from 'node:stream/consumers'
import { Socket } from 'node:net'

/** A gate is a Unix socket whose listener opens connections for others: an HTTP upgrade each. */
export const gateProtocol = 'pennant'
const gatePath = '/pennant/dial'

type Endpoint = { readonly host: string; readonly port: number }

/** The connection is paused. Fails as `connect` would, with the code of the gate's own attempt. */
export const openThrough = (gate: string, { host, port }: Endpoint, signal: AbortSignal): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const asked = request({
      path: `${gatePath}/${host}:${port}`,
      headers: { connection: 'upgrade', upgrade: gateProtocol },
      signal,
      createConnection: () => new Passage({ allowHalfOpen: true }).connect(gate),
    })
    asked.on('upgrade', (_answer, socket: Socket, head) => {
      socket.pause()
      if (head.length > 0) socket.unshift(head)
      resolve(socket)
    })
    asked.on('response', (answer) => {
      json(answer).then((why) => reject(refusedAs(why)), reject)
    })
    asked.on('error', reject)
    asked.end()
  })

class Passage extends Socket {
  // Unix sockets know no reset.
  override resetAndDestroy(): this {
    return this.destroy()
  }
}

const refusedAs = (why: unknown): Error => {
  const { code, message } = why as { code?: string; message?: string }
  return Object.assign(new Error(message ?? 'the gate refuses'), code === undefined ? {} : { code })
}
