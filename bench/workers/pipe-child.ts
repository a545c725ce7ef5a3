import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { serve } from '@pennant/load/worker'

serve(async (port: number): Promise<number> => {
  const server = createServer((client) => {
    const target = connect(port, '127.0.0.1')
    client.setNoDelay(true).on('error', () => target.destroy())
    target.setNoDelay(true).on('error', () => client.destroy())
    client.pipe(target).pipe(client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
})
