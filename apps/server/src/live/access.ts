import { hubEvents } from '@pennant/contract/hub'
import type { Admission, Admit } from './admission.ts'
import type { Connection } from './connection.ts'
import type { Fanout } from './fanout.ts'
import { invocation } from './hub-protocol.ts'
import { monitorsOf, playersOf, type Room } from './live.ts'
import { Outgoing } from './outgoing.ts'

type AccessNeeds = {
  admit: Admit
  fanout: Fanout<Connection>
  /** In milliseconds. */
  quietOf: (rooms: readonly Room[]) => number
  report: (error: unknown) => void
}

type Attempt = { stale: boolean }

const recheckWidth = 32

// Reconnecting is allowed: the session may have been renewed. If not, the next attempt is refused for good.
const lost = { allowReconnect: true }

export class Access {
  private readonly admit: Admit
  private readonly fanout: Fanout<Connection>
  private readonly quietOf: (rooms: readonly Room[]) => number
  private readonly report: (error: unknown) => void
  private readonly attempts = new Map<Connection, Attempt>()
  private readonly bySubject = new Map<string, Set<Connection>>()

  constructor({ admit, fanout, quietOf, report }: AccessNeeds) {
    this.admit = admit
    this.fanout = fanout
    this.quietOf = quietOf
    this.report = report
  }

  async seek(connection: Connection): Promise<void> {
    const pending = this.attempts.get(connection)
    if (pending !== undefined) {
      pending.stale = true
      return
    }
    const attempt: Attempt = { stale: false }
    this.attempts.set(connection, attempt)
    try {
      this.settle(connection, await this.decide(connection, attempt))
    } catch (error) {
      this.report(error)
      connection.close({ error: "The server can't admit connections now.", allowReconnect: true })
    } finally {
      this.attempts.delete(connection)
    }
  }

  leave(connection: Connection): void {
    const { admission } = connection
    if (admission === null) return
    connection.admission = null
    for (const room of admission.rooms) this.fanout.leave(room, connection)
    this.forget(admission.subject, connection)
  }

  async recheck(subject: string): Promise<void> {
    this.spoil()
    await this.seekAll([...(this.bySubject.get(subject) ?? [])])
  }

  async recheckGame(gameId: number): Promise<void> {
    this.spoil()
    const connections = [playersOf(gameId), monitorsOf(gameId)].flatMap((room) => this.fanout.members(room))
    await this.seekAll(connections)
  }

  async recheckAll(): Promise<void> {
    this.spoil()
    await this.seekAll([...this.bySubject.values()].flatMap((connections) => [...connections]))
  }

  drop(subject: string): void {
    this.spoil()
    for (const connection of this.bySubject.get(subject) ?? []) connection.close(lost)
  }

  private async decide(connection: Connection, attempt: Attempt): Promise<Admission | null> {
    for (;;) {
      attempt.stale = false
      const admission = await this.admit(connection.request)
      // A change in the meantime may have outdated the answer.
      if (!attempt.stale) return admission
    }
  }

  private settle(connection: Connection, admission: Admission | null): void {
    if (admission === null) {
      if (connection.waiting) connection.refuse()
      else connection.close(lost)
      return
    }
    const isNew = connection.waiting
    connection.welcome()
    if (!connection.open) return
    this.place(connection, admission)
    if (isNew && connection.request.query.has('welcome'))
      connection.send(
        new Outgoing(invocation(hubEvents.ReceivedWelcome, { quietMs: this.quietOf(admission.rooms) })),
      )
  }

  // Rooms of both admissions stay joined throughout, so that no message is missed.
  private place(connection: Connection, admission: Admission): void {
    const before = connection.admission ?? { rooms: [], subject: null }
    connection.admission = admission
    if (admission.holdsForMs !== undefined) connection.hold(admission.holdsForMs)
    for (const room of before.rooms) if (!admission.rooms.includes(room)) this.fanout.leave(room, connection)
    for (const room of admission.rooms) if (!before.rooms.includes(room)) this.fanout.join(room, connection)
    if (before.subject === admission.subject) return
    this.forget(before.subject, connection)
    if (admission.subject === null) return
    const connections = this.bySubject.get(admission.subject) ?? new Set()
    this.bySubject.set(admission.subject, connections.add(connection))
  }

  private forget(subject: string | null, connection: Connection): void {
    if (subject === null) return
    const connections = this.bySubject.get(subject)
    connections?.delete(connection)
    if (connections?.size === 0) this.bySubject.delete(subject)
  }

  // The subjects of pending checks are unknown, so all of them are repeated.
  private spoil(): void {
    for (const attempt of this.attempts.values()) attempt.stale = true
  }

  private async seekAll(connections: readonly Connection[]): Promise<void> {
    const queue = connections.values()
    const worker = async (): Promise<void> => {
      for (const connection of queue) await this.seek(connection)
    }
    await Promise.all(Array.from({ length: recheckWidth }, worker))
  }
}
