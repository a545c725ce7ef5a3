import { connect, type Socket } from 'node:net'
import type { DaemonPaths } from '../paths.ts'
import type { Permissions } from './permissions.ts'
import { readLine, type Reply, type Request } from './message.ts'

/** Null when no tunnel runs. */
export const connectPermissions = async (paths: DaemonPaths): Promise<Permissions | null> => {
  if (!(await isRunning(paths))) return null
  const ask = async (request: Request): Promise<Exclude<Reply, { fault: string }>> => {
    const socket = await open(paths)
    if (socket === null) throw new Error('the running tunnel has just ended')
    socket.write(`${JSON.stringify(request)}\n`)
    const line = await readLine(socket)
    socket.destroy()
    if (line === null) throw new Error('the running tunnel gives no answer')
    const reply = JSON.parse(line) as Reply // from the player's own program
    if ('fault' in reply) throw new Error(reply.fault)
    return reply
  }
  const outcome = async <T extends string>(request: Request): Promise<T> => {
    const reply = await ask(request)
    return ('outcome' in reply ? reply.outcome : '') as T // as in the request
  }
  return {
    allow: (host) => outcome({ act: 'allow', host }),
    revoke: (host) => outcome({ act: 'revoke', host }),
    async report() {
      const reply = await ask({ act: 'report' })
      return 'report' in reply ? reply.report : { scopes: [], running: null }
    },
  }
}

export const isRunning = async (paths: DaemonPaths): Promise<boolean> => {
  const socket = await open(paths)
  socket?.destroy()
  return socket !== null
}

const open = ({ control }: DaemonPaths): Promise<Socket | null> =>
  new Promise((resolve, reject) => {
    const socket = connect(control)
    socket.on('connect', () => resolve(socket))
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') resolve(null)
      else reject(error)
    })
  })
