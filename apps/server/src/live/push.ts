import { randomUUID } from 'node:crypto'
import type { Bus } from '../ports/bus.ts'
import {
  type Live,
  type LiveAccess,
  type LiveMessage,
  admins,
  monitorsOf,
  playersOf,
  teamOf,
  type Room,
} from './live.ts'
import type { Access } from './access.ts'
import type { Connection } from './connection.ts'
import type { Fanout } from './fanout.ts'
import { invocation } from './hub-protocol.ts'
import type { Quiet } from './quiet.ts'

type Change =
  | { kind: 'recheck'; subject: string }
  | { kind: 'recheckGame'; gameId: number }
  | { kind: 'drop'; subject: string }

type PushNeeds = {
  bus: Bus
  access: Access
  fanout: Fanout<Connection>
  quiet: Quiet
  report: (error: unknown) => void
}

type Push = { room: Room; record: string }
type Pushed = { from: string; pushes: readonly Push[] }

const pushTopic = 'live.push'
const accessTopic = 'live.access'
// How long pushes gather: under load, one bus message each would be too expensive.
const gatherMs = 10

export class Pushes implements Live, LiveAccess {
  private readonly bus: Bus
  private readonly access: Access
  private readonly fanout: Fanout<Connection>
  private readonly quiet: Quiet
  private readonly report: (error: unknown) => void
  private readonly self = randomUUID()
  private readonly unsubscribe: readonly (() => void)[]
  private gathered: Push[] = []
  private timer: NodeJS.Timeout | undefined

  constructor({ bus, access, fanout, quiet, report }: PushNeeds) {
    this.bus = bus
    this.access = access
    this.fanout = fanout
    this.quiet = quiet
    this.report = report
    this.unsubscribe = [
      bus.subscribe<Pushed>(pushTopic, ({ from, pushes }) => {
        if (from !== this.self) for (const { room, record } of pushes) this.post(room, record)
      }),
      // Includes this process: the change arrives after the news that caused it.
      bus.subscribe<Change>(accessTopic, (change) => this.change(change)),
      bus.onGap(() => {
        quiet.interrupt()
        void access.recheckAll().catch(report)
      }),
    ]
  }

  toPlayers(gameId: number, event: string, payload: unknown): void {
    this.push(playersOf(gameId), { event, payload })
  }

  toPlayersHere(gameId: number, event: string, payload: unknown, isNews = true): void {
    const room = playersOf(gameId)
    if (isNews) this.quiet.note(room)
    this.fanout.post(room, invocation(event, payload))
  }

  playersHere(gameId: number): number {
    return this.fanout.size(playersOf(gameId))
  }

  toTeam(gameId: number, participationId: number, event: string, payload: unknown): void {
    this.push(teamOf(gameId, participationId), { event, payload })
  }

  toTeamHere(gameId: number, participationId: number, event: string, payload: () => unknown): void {
    this.pushHere(teamOf(gameId, participationId), () => [{ event, payload: payload() }])
  }

  toMonitors(gameId: number, event: string, payload: unknown): void {
    this.push(monitorsOf(gameId), { event, payload })
  }

  toMonitorsHere(gameId: number, event: string, payload: unknown): void {
    this.post(monitorsOf(gameId), invocation(event, payload))
  }

  allToMonitorsHere(gameId: number, messages: () => readonly LiveMessage[]): void {
    this.pushHere(monitorsOf(gameId), messages)
  }

  toAdmins(event: string, payload: unknown): void {
    this.push(admins, { event, payload })
  }

  allToAdminsHere(messages: () => readonly LiveMessage[]): void {
    this.pushHere(admins, messages)
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
    this.hurry()
    for (const stop of this.unsubscribe) stop()
  }

  // Local clients don't depend on the bus, which may be down.
  private push(room: Room, { event, payload }: LiveMessage): void {
    // One of the listeners is this process.
    const others = this.bus.audience(pushTopic) > 1
    if (!others && !this.fanout.isFilled(room)) return this.quiet.note(room)
    const record = invocation(event, payload)
    this.post(room, record)
    if (!others) return
    this.gathered.push({ room, record })
    this.timer ??= setTimeout(() => this.hurry(), gatherMs)
  }

  private pushHere(room: Room, messages: () => readonly LiveMessage[]): void {
    this.quiet.note(room)
    if (!this.fanout.isFilled(room)) return
    for (const { event, payload } of messages()) this.fanout.post(room, invocation(event, payload))
  }

  private post(room: Room, record: string): void {
    this.quiet.note(room)
    this.fanout.post(room, record)
  }

  private hurry(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    const pushes = this.gathered
    this.gathered = []
    if (pushes.length > 0) this.bus.publish<Pushed>(pushTopic, { from: this.self, pushes })
  }

  private announce(change: Change): void {
    this.hurry()
    this.change(change)
    this.bus.publish<Change>(accessTopic, change)
  }

  private change(change: Change): void {
    const { access, report } = this
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
