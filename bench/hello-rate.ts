import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { startBareServer } from './bare-server.ts'

const connections = 64
const request = 'GET / HTTP/1.1\r\nHost: bench\r\n\r\n'
/** Budgets in requests per second are for a machine with this rate, and scale with it. */
export const usualRate = 45_000
/** A slower machine is mostly busy with other work, and a budget stretched that far means nothing. */
export const leastRate = usualRate / 3

export const helloRate = async (milliseconds = 1_000): Promise<number> => {
  const server = await startBareServer('hello')
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(server.port)))
  let answers = 0
  for (const socket of sockets) {
    // An answer this small comes in one piece.
    socket.on('data', () => {
      answers++
      socket.write(request)
    })
    socket.write(request)
  }
  await wait(milliseconds / 3)
  const [before, began] = [answers, performance.now()]
  await wait(milliseconds)
  const rate = ((answers - before) * 1000) / (performance.now() - began)
  for (const socket of sockets) socket.destroy()
  await server.stop()
  return rate
}

const open = async (port: number): Promise<Socket> => {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  return socket
}
