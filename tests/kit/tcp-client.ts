import { connect, type Socket } from 'node:net'

export type TcpClient = {
  socket: Socket
  got(): Buffer
  until(bytes: number): Promise<Buffer>
  end(): Promise<'finished' | 'broken off'>
}

export const openTcp = async (local: string): Promise<TcpClient> => {
  const { hostname, port } = new URL(`tcp://${local}`)
  const socket = connect({
    host: hostname === '0.0.0.0' ? '127.0.0.1' : hostname.replace(/[[\]]/g, ''),
    port: Number(port),
    allowHalfOpen: true,
  })
  const chunks: Buffer[] = []
  let length = 0
  let outcome: 'finished' | 'broken off' | null = null
  let stir = (): void => {}
  const change = (): void => stir()
  socket.on('data', (chunk) => {
    chunks.push(chunk)
    length += chunk.length
    change()
  })
  socket.on('error', () => {
    outcome ??= 'broken off'
  })
  socket.on('end', () => {
    outcome ??= 'finished'
    change()
  })
  socket.on('close', () => {
    outcome ??= 'finished'
    change()
  })
  const waitFor = async (holds: () => boolean): Promise<void> => {
    while (!holds())
      await new Promise<void>((resolve) => {
        stir = resolve
      })
  }
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('error', reject)
  })
  return {
    socket,
    got: () => Buffer.concat(chunks),
    async until(bytes) {
      await waitFor(() => length >= bytes || outcome !== null)
      return Buffer.concat(chunks)
    },
    async end() {
      await waitFor(() => outcome !== null)
      return outcome ?? 'finished'
    },
  }
}
