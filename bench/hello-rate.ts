import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { firstAnswer, freePorts } from './server-process.ts'

const connections = 64
const request = 'GET / HTTP/1.1\r\nHost: bench\r\n\r\n'
const program = (port: number): string =>
  `require('node:http').createServer((q, s) => s.end('hello')).listen(${port}, '127.0.0.1')`

export const helloRate = async (milliseconds = 1_000): Promise<number> => {
  const [port] = await freePorts()
  const child = spawn(process.execPath, ['-e', program(port)], { stdio: 'ignore' })
  await firstAnswer(`http://127.0.0.1:${port}/`, child)
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(port)))
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
  child.kill()
  await once(child, 'exit')
  return rate
}

const open = async (port: number): Promise<Socket> => {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  return socket
}
