import { Outgoing } from './outgoing.ts'
import type { Room } from './live.ts'

export type Member = { send(message: Outgoing): void }

type Batch = { room: Room; records: string[]; length: number; turn: number }
type Delivery<M> = { message: Outgoing; turn: number; members: Iterator<[M, number]> }

const sendsPerSlice = 256
const batchLength = 64 * 1024

// In slices, because thousands of socket writes in one go would block the process.
export class Fanout<M extends Member> {
  private readonly rooms = new Map<Room, Map<M, number>>()
  private queue: Batch[] = []
  private readonly filling = new Map<Room, Batch>()
  private delivery: Delivery<M> | null = null
  private turn = 0
  private scheduled = false

  join(room: Room, member: M): void {
    const members = this.rooms.get(room) ?? new Map<M, number>()
    this.rooms.set(room, members)
    members.set(member, ++this.turn)
    // Earlier messages are not for the new member.
    this.filling.delete(room)
  }

  leave(room: Room, member: M): void {
    const members = this.rooms.get(room)
    members?.delete(member)
    if (members?.size === 0) this.rooms.delete(room)
  }

  members(room: Room): M[] {
    return [...(this.rooms.get(room)?.keys() ?? [])]
  }

  size(room: Room): number {
    return this.rooms.get(room)?.size ?? 0
  }

  isFilled(room: Room): boolean {
    return this.rooms.has(room)
  }

  post(room: Room, record: string): void {
    if (!this.rooms.has(room)) return
    const batch = this.filling.get(room)
    if (batch !== undefined && batch.length + record.length <= batchLength) {
      batch.records.push(record)
      batch.length += record.length
      return
    }
    const next: Batch = { room, records: [record], length: record.length, turn: ++this.turn }
    this.queue.push(next)
    this.filling.set(room, next)
    this.schedule()
  }

  flush(): void {
    this.deliver(Number.POSITIVE_INFINITY)
  }

  private schedule(): void {
    if (this.scheduled) return
    this.scheduled = true
    setImmediate(() => {
      this.scheduled = false
      this.deliver(sendsPerSlice)
    })
  }

  private deliver(sends: number): void {
    for (let left = sends; left > 0; ) {
      this.delivery ??= this.begin()
      if (this.delivery === null) return
      const { message, turn, members } = this.delivery
      const step = members.next()
      if (step.done === true) {
        this.delivery = null
      } else if (step.value[1] < turn) {
        step.value[0].send(message)
        left--
      }
    }
    this.schedule()
  }

  private begin(): Delivery<M> | null {
    const batch = this.queue.shift()
    if (batch === undefined) return null
    if (this.filling.get(batch.room) === batch) this.filling.delete(batch.room)
    const members = this.rooms.get(batch.room) ?? new Map<M, number>()
    return { message: new Outgoing(...batch.records), turn: batch.turn, members: members.entries() }
  }
}
