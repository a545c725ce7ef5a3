import { randomUUID } from 'node:crypto'
import type { Bus } from '../ports/bus.ts'
import type { Live, LiveAccess, LiveMessage } from '../ports/live.ts'
import type { Access } from './access.ts'
import { invocation } from './hub-protocol.ts'
import { admins, monitorsOf, playersOf, type Room } from './room.ts'

type Change =
  | { kind: 'recheck'; subject: string }
  | { kind: 'recheckGame'; gameId: number }
  | { kind: 'drop'; subject: string }

type Push = { from: string; room: Room; record: string }

const pushTopic = 'live.push'
const accessTopic = 'live.access'

export type PushNeeds = {
  bus: Bus
  access: Access
  post: (room: Room, record: string) => void
  report: (error: unknown) => void
}

/** Messages and changes of access, for the connections of all processes. */
export class Pushes implements Live, LiveAccess {
  private readonly needs: PushNeeds
  private readonly self = randomUUID()
  private readonly unsubscribe: readonly (() => void)[]

  constructor(needs: PushNeeds) {
    this.needs = needs
    const { bus, access, post, report } = needs
    this.unsubscribe = [
      bus.subscribe<Push>(pushTopic, ({ from, room, record }) => {
        if (from !== this.self) post(room, record)
      }),
      // Our own too: it comes after the news it follows from, which this process may also act on only
      // when it hears it.
      bus.subscribe<Change>(accessTopic, (change) => this.change(change)),
      bus.onGap(() => void access.recheckAll().catch(report)),
    ]
  }

  toPlayers(gameId: number, event: string, payload: unknown): void {
    this.push(playersOf(gameId), { event, payload })
  }

  toPlayersHere(gameId: number, event: string, payload: unknown): void {
    this.needs.post(playersOf(gameId), invocation(event, payload))
  }

  toMonitors(gameId: number, event: string, payload: unknown): void {
    this.push(monitorsOf(gameId), { event, payload })
  }

  allToMonitors(gameId: number, messages: readonly LiveMessage[]): void {
    if (messages.length > 0) this.push(monitorsOf(gameId), ...messages)
  }

  toAdmins(event: string, payload: unknown): void {
    this.push(admins, { event, payload })
  }

  recheck(subject: string): void {
    this.announce({ kind: 'recheck', subject })
  }

  recheckGame(gameId: number): void {
    this.announce({ kind: 'recheckGame', gameId })
  }

  drop(subject: string): void {
    this.announce({ kind: 'drop', subject })
  }

  close(): void {
    for (const stop of this.unsubscribe) stop()
  }

  /** Our own clients are served without the bus, which may be cut off. */
  private push(room: Room, ...messages: readonly LiveMessage[]): void {
    const record = messages.map(({ event, payload }) => invocation(event, payload)).join('')
    this.needs.post(room, record)
    this.needs.bus.publish<Push>(pushTopic, { from: this.self, room, record })
  }

  private announce(change: Change): void {
    this.change(change)
    this.needs.bus.publish<Change>(accessTopic, change)
  }

  private change(change: Change): void {
    const { access, report } = this.needs
    switch (change.kind) {
      case 'recheck':
        return void access.recheck(change.subject).catch(report)
      case 'recheckGame':
        return void access.recheckGame(change.gameId).catch(report)
      case 'drop':
        return access.drop(change.subject)
    }
  }
}
