import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { orderBytes, readOrder } from './stream-order.ts'
import { sendAgain } from './send.ts'
import { serve } from '@pennant/load/worker'

const server = createServer((socket) => {
  let order: ReturnType<typeof readOrder> | undefined
  let left = 0
  socket.on('error', () => undefined)
  socket.on('data', (chunk: Buffer) => {
    let rest = chunk.length
    if (order === undefined) {
      order = readOrder(chunk)
      left = order.totalBytes
      rest -= orderBytes
      const { towards, messageBytes, totalBytes } = order
      if (towards === 'client') sendAgain(socket, Buffer.alloc(messageBytes, 'x'), totalBytes / messageBytes)
    }
    left -= rest
    if (left === 0 && order.towards === 'container') socket.write('.')
  })
})

serve(async (): Promise<number> => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
})
