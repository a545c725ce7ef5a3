import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from './free-port.ts'
import { onInterrupt } from './on-interrupt.ts'
import { Missing } from './scenario.ts'

export const withRedis = async <T>(work: (url: string) => Promise<T>): Promise<T> => {
  if (spawnSync('redis-server', ['--version']).status !== 0)
    throw new Missing('redis-server is not installed')
  const port = await freePort()
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  const server = spawn('redis-server', settings, { stdio: 'ignore' })
  const callOff = onInterrupt(() => void server.kill('SIGKILL'))
  try {
    while (!(await answers(port))) {
      if (server.exitCode !== null) throw new Error(`redis-server ended with code ${server.exitCode}`)
      await wait(20)
    }
    return await work(`redis://127.0.0.1:${port}/0`)
  } finally {
    callOff()
    if (server.exitCode === null) {
      server.kill('SIGKILL')
      await once(server, 'exit')
    }
  }
}

const answers = async (port: number): Promise<boolean> => {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
