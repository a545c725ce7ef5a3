import { chmod, rm } from 'node:fs/promises'
import { createServer, type Server, type Socket } from 'node:net'
import type { DaemonPaths } from '../paths.ts'
import { makeOwnFolder } from './own-folder.ts'
import { isRunning } from './control-client.ts'
import type { Permissions } from './permissions.ts'
import { readLine, type Reply, type Request } from './message.ts'

export type ControlServer = { close(): Promise<void> }

/** Pages can't enter the player's own folder. Null when another tunnel of the player has the socket. */
export const openControl = async (
  paths: DaemonPaths,
  permissions: Permissions,
): Promise<ControlServer | null> => {
  if (paths.controlFolder !== null) await makeOwnFolder(paths.controlFolder)
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    void answer(socket, permissions)
  })
  if (!(await listen(server, paths.control))) {
    if (await isRunning(paths)) return null
    // Left behind by a tunnel that was killed.
    await rm(paths.control, { force: true })
    if (!(await listen(server, paths.control))) return null
  }
  if (paths.controlFolder !== null) await chmod(paths.control, 0o600)
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

/** False when the name is taken. */
const listen = (server: Server, address: string): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const failed = (error: NodeJS.ErrnoException): void => {
      if (error.code === 'EADDRINUSE') resolve(false)
      else reject(error)
    }
    server.once('error', failed)
    server.listen(address, () => {
      server.off('error', failed)
      resolve(true)
    })
  })

const answer = async (socket: Socket, permissions: Permissions): Promise<void> => {
  const line = await readLine(socket)
  if (line === null) return
  const reply = await act(line, permissions).catch(
    (error: unknown): Reply => ({ fault: error instanceof Error ? error.message : String(error) }),
  )
  socket.end(`${JSON.stringify(reply)}\n`)
}

const act = async (line: string, permissions: Permissions): Promise<Reply> => {
  const request = JSON.parse(line) as Request // only the player's own program can connect
  if (request.act === 'allow') return { outcome: await permissions.allow(request.host) }
  if (request.act === 'revoke') return { outcome: await permissions.revoke(request.host) }
  if (request.act === 'report') return { report: await permissions.report() }
  return { fault: 'a tunnel of another version is running; stop it and start it again' }
}
