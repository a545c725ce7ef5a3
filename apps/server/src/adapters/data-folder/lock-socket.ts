import { open } from 'node:fs/promises'
import { createConnection, createServer, type Server } from 'node:net'
import { platform } from 'node:os'
import { join } from 'node:path'
import { StartFault } from '../../kit/start-fault.ts'

// The kernel limits a socket's path to 108 bytes (104 on some systems).
const LONGEST_PATH = 100
const ANSWER_WITHIN_MS = 1000

export type SocketFolder = { pathOf(name: string): string; close(): Promise<void> }

export async function openSocketFolder(folder: string, longestName: number): Promise<SocketFolder> {
  if (Buffer.byteLength(folder) + 1 + longestName <= LONGEST_PATH) {
    return { pathOf: (name) => join(folder, name), close: async () => {} }
  }
  if (platform() !== 'linux') {
    throw new StartFault(
      `The path of the data folder "${folder}" is too long to hold a lock. Set PENNANT_DATA_DIR to a shorter one.`,
    )
  }
  const handle = await open(folder, 'r')
  return { pathOf: (name) => `/proc/self/fd/${handle.fd}/${name}`, close: () => handle.close() }
}

export function answerOn(path: string, text: () => string): Promise<Server> {
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    socket.end(text(), () => socket.destroy())
  })
  // The lock must not keep the process alive.
  server.unref()
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    // Open to every account that gets this far, which the folder decides.
    server.listen({ path, readableAll: true, writableAll: true }, () => {
      server.off('error', reject)
      resolve(server)
    })
  })
}

export type Reply =
  | { kind: 'dead' }
  | { kind: 'broken' }
  | { kind: 'silent' }
  | { kind: 'answer'; text: string }

/** `dead`: no process listens. `broken`: it went away while asked. `silent`: it lives but is busy or stopped. */
export function ask(path: string): Promise<Reply> {
  return new Promise((resolve) => {
    let text = ''
    const socket = createConnection({ path })
    const finish = (reply: Reply): void => {
      clearTimeout(patience)
      socket.destroy()
      resolve(reply)
    }
    const patience = setTimeout(() => finish({ kind: 'silent' }), ANSWER_WITHIN_MS)
    socket.setEncoding('utf8')
    socket.on('data', (chunk: string) => {
      text += chunk
    })
    socket.on('end', () => finish(text === '' ? { kind: 'broken' } : { kind: 'answer', text }))
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED' || error.code === 'ENOENT') finish({ kind: 'dead' })
      else if (error.code === 'ECONNRESET' || error.code === 'EPIPE') finish({ kind: 'broken' })
      else finish({ kind: 'silent' })
    })
  })
}
