import type { Clock } from '../ports/clock.ts'

export type TimerTarget = {
  /** Returns when to look again, in the wheel's time. */
  onTimer(now: number): number
}

export type Schedule = (work: () => void, everyMs: number) => () => void

export const byInterval: Schedule = (work, everyMs) => {
  const timer = setInterval(work, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}

const stepMs = 1_000
const slotCount = 128
const longestTickMs = 5 * stepMs
const visitsPerSlice = 256

type Round = { slot: Set<TimerTarget>; items: Iterator<TimerTarget> }

// The wheel's time never runs back, and a process that was suspended doesn't count that time against its clients.
export class TimerWheel {
  /** Milliseconds, to the last tick. */
  time = 0
  private readonly clock: Clock
  private readonly slots: Set<TimerTarget>[] = Array.from({ length: slotCount }, () => new Set())
  private readonly places = new Map<TimerTarget, Set<TimerTarget>>()
  private readonly stopTicking: () => void
  private lastTick: number
  private turned = 0
  private rounds: Round[] = []
  private scheduled = false

  constructor(clock: Clock, schedule: Schedule) {
    this.clock = clock
    this.lastTick = clock.now()
    this.stopTicking = schedule(() => this.tick(), stepMs)
  }

  /** May call earlier when `at` is far away. Replaces an earlier appointment. */
  put(item: TimerTarget, at: number): void {
    this.remove(item)
    const due = Math.ceil(Math.min(at, this.time + (slotCount - 1) * stepMs) / stepMs)
    const slot = this.slots[Math.max(due, this.turned + 1) % slotCount]
    if (slot === undefined) return
    slot.add(item)
    this.places.set(item, slot)
  }

  remove(item: TimerTarget): void {
    this.places.get(item)?.delete(item)
    this.places.delete(item)
  }

  stop(): void {
    this.stopTicking()
  }

  private tick(): void {
    const now = this.clock.now()
    this.time += Math.min(Math.max(now - this.lastTick, 0), longestTickMs)
    this.lastTick = now
    while ((this.turned + 1) * stepMs <= this.time) {
      this.turned++
      const slot = this.slots[this.turned % slotCount]
      if (slot === undefined || slot.size === 0) continue
      this.slots[this.turned % slotCount] = new Set()
      this.rounds.push({ slot, items: slot.values() })
    }
    this.visit()
  }

  private visit(): void {
    for (let left = visitsPerSlice; left > 0; left--) {
      const [round] = this.rounds
      if (round === undefined) return
      const step = round.items.next()
      if (step.done === true) {
        this.rounds.shift()
        continue
      }
      const next = step.value.onTimer(this.time)
      if (this.places.get(step.value) === round.slot) this.put(step.value, next)
    }
    if (this.scheduled) return
    this.scheduled = true
    setImmediate(() => {
      this.scheduled = false
      this.visit()
    })
  }
}
