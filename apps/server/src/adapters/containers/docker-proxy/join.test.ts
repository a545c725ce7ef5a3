import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { join } from './join.ts'

const pair = async (): Promise<readonly [Socket, Socket]> => {
  const server = createServer({ allowHalfOpen: true }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const outer = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  const [inner] = (await once(server, 'connection')) as [Socket]
  server.close()
  onTestFinished(() => [outer, inner].forEach((one) => one.destroy()))
  return [outer, inner]
}

it('lets go of an instance that stays silent after its client may have gone', async () => {
  const [[client, here], [instance, there]] = [await pair(), await pair()]
  join(here, there, 50)
  instance.resume()
  client.resume().end('bye')
  await Promise.all([once(here, 'close'), once(there, 'close')])
  expect([here.destroyed, there.destroyed]).toEqual([true, true])
})
