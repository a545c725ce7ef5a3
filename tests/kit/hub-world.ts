import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { memoryBus } from '../../apps/server/src/adapters/bus/memory.ts'
import type { Admission, AdmissionRequest } from '../../apps/server/src/live/admission.ts'
import { createHubs, type Hubs } from '../../apps/server/src/live/hubs.ts'
import { admins, monitorsOf, playersOf } from '../../apps/server/src/live/live.ts'
import type { HubsOptions } from '../../apps/server/src/live/options.ts'
import type { Schedule } from '../../apps/server/src/live/timer-wheel.ts'
import type { Bus } from '../../apps/server/src/ports/bus.ts'

type Role = 'user' | 'monitor' | 'admin'

export class People {
  readonly roles = new Map<string, Role>()
  readonly tokens = new Set<string>()
  readonly hiddenGames = new Set<number>()
  readonly asked: AdmissionRequest[] = []
  before: () => Promise<void> = () => Promise.resolve()

  readonly admit = async (request: AdmissionRequest): Promise<Admission | null> => {
    this.asked.push(request)
    const answer = this.judge(request)
    await this.before()
    return answer
  }

  private judge({ hub, game, cookie, bearer }: AdmissionRequest): Admission | null {
    const who = /(?:^|; )who=(\w+)/.exec(cookie ?? '')?.[1] ?? null
    const role = who === null ? undefined : this.roles.get(who)
    const monitors = role === 'monitor' || role === 'admin'
    const subject = role === undefined ? null : who
    if (hub === 'admin') return role === 'admin' ? { rooms: [admins], subject } : null
    if (game === null) return null
    if (hub === 'user') {
      return this.hiddenGames.has(game) && !monitors ? null : { rooms: [playersOf(game)], subject }
    }
    if (bearer !== null && this.tokens.has(bearer)) return { rooms: [monitorsOf(game)], subject: bearer }
    return monitors ? { rooms: [monitorsOf(game)], subject } : null
  }
}

export class ManualClock {
  time = 1_700_000_000_000
  readonly works: { work: () => void; everyMs: number }[] = []

  readonly clock = { now: (): number => this.time }

  readonly schedule: Schedule = (work, everyMs) => {
    const entry = { work, everyMs }
    this.works.push(entry)
    return () => {
      this.works.splice(this.works.indexOf(entry), 1)
    }
  }

  /** In steps of a second, which leave time for the network. */
  async pass(seconds: number): Promise<void> {
    for (let second = 0; second < seconds; second++) {
      this.time += 1_000
      for (const { work } of [...this.works]) work()
      await turn()
    }
  }
}

export type HubProcess = {
  hubs: Hubs
  requests: number
  hungUp: number
  address: string
  replace(options?: Partial<HubsOptions>): Hubs
  cut(): void
}

export type HubWorld = {
  people: People
  time: ManualClock
  bus: Bus
  reported: unknown[]
  start(options?: Partial<HubsOptions>): Promise<HubProcess>
  close(): Promise<void>
}

export function createHubWorld(): HubWorld {
  const people = new People()
  const time = new ManualClock()
  const bus = memoryBus()
  const reported: unknown[] = []
  const closing: (() => Promise<void>)[] = []

  const create = (options: Partial<HubsOptions>): Hubs => {
    const hubs = createHubs({
      bus,
      clock: time.clock,
      schedule: time.schedule,
      admit: people.admit,
      report: (error) => reported.push(error),
      ...options,
    })
    closing.push(() => hubs.close(50))
    return hubs
  }

  return {
    people,
    time,
    bus,
    reported,
    async start(options = {}) {
      let hubs = create(options)
      let requests = 0
      let hungUp = 0
      const server = createServer((req, res) => {
        // After this turn, in which the hubs accept a request without a body.
        setImmediate(() => requests++)
        res.on('close', () => {
          if (!res.writableFinished) hungUp++
        })
        void hubs.handle(req, res).then((handled) => {
          if (!handled) res.writeHead(404).end('none of the hubs')
        })
      })
      server.on('upgrade', (req: IncomingMessage, socket: Socket, head: Buffer) => {
        if (!hubs.upgrade(req, socket, head)) socket.destroy()
      })
      const { port, cut } = await listen(server)
      closing.push(async () => {
        cut()
        await new Promise((resolve) => server.close(resolve))
      })
      return {
        get hubs() {
          return hubs
        },
        get requests() {
          return requests
        },
        get hungUp() {
          return hungUp
        },
        address: `http://127.0.0.1:${port}`,
        replace(changed = {}) {
          hubs = create({ ...options, ...changed })
          return hubs
        },
        cut,
      }
    },
    async close() {
      for (const close of closing) await close()
      await bus.close()
    },
  }
}

async function listen(server: Server): Promise<{ port: number; cut(): void }> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    // A server that listens on a port has such an address.
    port: (server.address() as AddressInfo).port,
    cut: () => {
      for (const socket of sockets) socket.destroy()
    },
  }
}
