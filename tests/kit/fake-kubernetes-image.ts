import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'

export type Running = { stop(): void; readonly ended: Promise<number> }
export type ContainerContext = {
  readonly ip: string
  readonly port: number
  readonly environment: Readonly<Record<string, string>>
  write(line: string | Buffer): void
}
export type FakeImage = {
  /** Used up from the end before a pull succeeds. */
  readonly failures?: { reason: string; message: string }[]
  readonly slowMs?: number
  readonly login?: { readonly host: string; readonly username: string; readonly password: string }
  run(context: ContainerContext): Promise<Running>
}

const listening = (answer: (socket: Socket, context: ContainerContext) => void): FakeImage => ({
  async run(context) {
    const open = new Set<Socket>()
    const server: Server = createServer((socket) => {
      open.add(socket)
      socket.on('close', () => open.delete(socket)).on('error', () => undefined)
      answer(socket, context)
    })
    server.listen(context.port, context.ip)
    await once(server, 'listening')
    const ended = once(server, 'close').then(() => 137)
    return {
      ended,
      stop() {
        server.close()
        for (const socket of open) socket.destroy()
      },
    }
  },
})

const silent = (begin: (context: ContainerContext) => void): FakeImage => ({
  async run(context) {
    begin(context)
    let end = (_code: number): void => undefined
    const ended = new Promise<number>((resolve) => {
      end = resolve
    })
    return { ended, stop: () => end(137) }
  },
})

const echo = listening((socket) => void socket.pipe(socket))

export const fakeImages: Readonly<Record<string, FakeImage>> = {
  'registry.example/echo:1': echo,
  'registry.example/slow:1': { ...echo, slowMs: 700 },
  'registry.example/flag:1': listening((socket, { environment }) => {
    socket.end(environment['FLAG'] ?? '')
  }),
  'registry.example/talkative:1': silent(({ write }) => {
    for (let count = 1; count <= 20; count += 1) {
      for (const name of ['out', 'err']) write(Buffer.from(`${name} ${count}\xff`, 'latin1'))
    }
  }),
  'registry.example/flood:1': silent(({ write }) => {
    for (let count = 0; count < 40_000; count += 1) write(`${count} ${'x'.repeat(80)}`)
  }),
  'registry.example/deaf:1': { ...silent(() => undefined), slowMs: 700 },
  'registry.example/ends:1': {
    async run({ write, environment }) {
      write(`these are its last words, ${environment['FLAG'] ?? ''}`)
      return { ended: Promise.resolve(3), stop: () => undefined }
    },
  },
}
