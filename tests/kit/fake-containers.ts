import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import type {
  ContainerEnd,
  ContainerOrder,
  Containers,
  InstanceLimits,
  Remark,
  StartOptions,
  StartOutcome,
  StartRefusal,
} from '../../apps/server/src/ports/containers.ts'

type Running = {
  id: string | null
  runtimeId: string
  running: boolean
  end?: ContainerEnd
  server: Server | null
}
type Act = (order: ContainerOrder, options: StartOptions) => Promise<StartRefusal | null>

/** Each "container" is a TCP server on the loopback interface that echoes. Several worlds can share one. */
export type FakeContainers = Containers & {
  readonly orders: ContainerOrder[]
  readonly containers: ReadonlyMap<string, Running>
  readonly mostAtOnce: number
  readonly guards: number
  readonly lists: number
  onStart(act: Act): void
  hold(): () => void
  put(id: string | null): Promise<string>
  vanish(runtimeId: string, options?: { removed?: boolean; told?: boolean; end?: ContainerEnd }): void
  onList(acts: { before?: () => Promise<unknown>; after?: () => Promise<unknown> }): void
  showing(remarks: readonly Remark[]): void
  down(): void
  up(): void
  readonly stuck: Set<string>
  end(): Promise<void>
}

const gone: ContainerEnd = { reason: 'Removed', exitCode: null }

type FakeContainersOptions = {
  startsAtOnce?: number
  networks?: readonly string[]
  limits?: Partial<InstanceLimits>
}

export const createFakeContainers = ({
  startsAtOnce = 4,
  networks = [],
  limits = {},
}: FakeContainersOptions = {}): FakeContainers => {
  const containers = new Map<string, Running>()
  const orders: ContainerOrder[] = []
  const watchers = new Set<(runtimeId: string, end: ContainerEnd) => void>()
  const stuck = new Set<string>()
  let act: Act = async () => null
  let held: Promise<void> = Promise.resolve()
  let away = false
  let atOnce = 0
  let guards = 0
  let mostAtOnce = 0
  let lists = 0
  let remarks: readonly Remark[] = []
  let listing: Parameters<FakeContainers['onList']>[0] = {}

  const answer = (): void => {
    if (away) throw new Error('nobody answers')
  }

  const put = async (id: string | null): Promise<string> => {
    const sockets = new Set<Socket>()
    const server = createServer((socket) => {
      sockets.add(socket)
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
      socket.pipe(socket)
    })
    server.on('close', () => sockets.forEach((socket) => socket.destroy()))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const runtimeId = randomBytes(32).toString('hex')
    containers.set(runtimeId, { id, runtimeId, running: true, server })
    return runtimeId
  }

  const remove = (runtimeId: string): void => {
    containers.get(runtimeId)?.server?.close()
    containers.delete(runtimeId)
  }

  const started = (runtimeId: string, { published, isTest }: ContainerOrder): StartOutcome => {
    const address = containers.get(runtimeId)?.server?.address()
    // The client has gone, so there is no one to answer.
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0
    const at = { ip: '127.0.0.1', port }
    return {
      started: {
        runtimeId,
        ...at,
        publicIp: published ? at.ip : null,
        publicPort: published ? port : null,
        ...(isTest ? { remarks } : {}),
      },
    }
  }

  const run = async (order: ContainerOrder, options: StartOptions): Promise<StartOutcome> => {
    answer()
    const refused = (await act(order, options)) ?? (await held.then(() => null))
    if (refused !== null) return { refused, detail: 'as the test wants it' }
    options.signal.throwIfAborted()
    const runtimeId = await put(order.id)
    if (options.signal.aborted) remove(runtimeId)
    return started(runtimeId, order)
  }

  return {
    kind: 'docker',
    startsAtOnce,
    orders,
    containers,
    stuck,
    put,
    get mostAtOnce() {
      return mostAtOnce
    },
    get guards() {
      return guards
    },
    get lists() {
      return lists
    },
    onStart: (next) => void (act = next),
    onList: (acts) => void (listing = acts),
    hold() {
      let letGo = (): void => undefined
      held = new Promise((resolve) => (letGo = resolve))
      return letGo
    },
    showing: (next) => void (remarks = next),
    down: () => void (away = true),
    up: () => void (away = false),
    vanish(runtimeId, { removed = true, told = true, end = gone } = {}) {
      const container = containers.get(runtimeId)
      if (removed) remove(runtimeId)
      else if (container !== undefined) {
        container.server?.close()
        container.running = false
        container.end = end
      }
      if (told) for (const watcher of watchers) watcher(runtimeId, end)
    },

    async start(order, options) {
      orders.push(order)
      mostAtOnce = Math.max(mostAtOnce, ++atOnce)
      const { signal } = options
      let abort = (): void => undefined
      const aborted = new Promise<never>((_resolve, reject) => {
        abort = () => reject(signal.reason)
        signal.addEventListener('abort', abort, { once: true })
        if (signal.aborted) abort()
      })
      try {
        return await Promise.race([run(order, options), aborted])
      } finally {
        signal.removeEventListener('abort', abort)
        atOnce--
      }
    },
    async destroy(runtimeId) {
      await new Promise((resolve) => setImmediate(resolve))
      answer()
      if (stuck.has(runtimeId)) throw new Error('it does not stop')
      remove(runtimeId)
    },
    async list() {
      lists++
      answer()
      const { before, after } = listing
      listing = {}
      await before?.()
      const found = [...containers.values()].map(({ server: _server, ...one }) => ({ ...one }))
      await after?.()
      return found
    },
    async log(runtimeId, lines) {
      answer()
      return containers.has(runtimeId) ? `the last ${lines} lines of ${runtimeId}` : null
    },
    watch: (onGone, signal) =>
      new Promise((resolve) => {
        watchers.add(onGone)
        const stop = (): void => {
          watchers.delete(onGone)
          resolve()
        }
        signal.addEventListener('abort', stop, { once: true })
        if (signal.aborted) stop()
      }),
    gate: async () => null,
    networks: async () => {
      answer()
      return networks
    },
    async guard(signal) {
      guards++
      signal.addEventListener('abort', () => guards--, { once: true })
    },
    async limits() {
      answer()
      return { isolated: null, open: null, unreachable: null, unguarded: null, ...limits }
    },

    async check() {
      answer()
    },
    // Other worlds that share it may go on.
    close: async () => undefined,
    async end() {
      for (const runtimeId of [...containers.keys()]) remove(runtimeId)
    },
  }
}
