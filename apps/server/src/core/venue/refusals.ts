import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from '../../ports/clock.ts'
import type { SettingStore } from '../setting/store.ts'

/** `network`: an address, or the network that counts as one. `last` in milliseconds. */
export type Refusal = { network: string; times: number; last: number }

type Needs = {
  store: Pick<SettingStore, 'edit' | 'find'>
  clock: Clock
  networkOf: (address: string) => string
  onFault: (error: unknown) => void
}

const key = 'RefusedAddresses'
const writeEveryMs = 30_000
const keptMs = 86_400_000
const kept = 50

/** Which addresses were refused within a day, in all processes: one row, written every half minute at most. */
export const createRefusals = ({ store, clock, networkOf, onFault }: Needs) => {
  let unwritten = new Map<string, Refusal>()

  const recent = (refusals: Iterable<Refusal>): Refusal[] =>
    [...refusals]
      .filter(({ last }) => last > clock.now() - keptMs)
      .toSorted((a, b) => b.last - a.last)
      .slice(0, kept)

  const write = async (): Promise<void> => {
    if (unwritten.size === 0) return
    const noted = unwritten
    unwritten = new Map()
    await store.edit(key, new Date(clock.now()), (stored) => recent(together(stored, noted)))
  }

  return {
    note(address: string | null): void {
      if (address === null || address === '') return
      const network = networkOf(address)
      const before = unwritten.get(network)
      // A flood from many addresses can't be helped by a venue.
      if (before === undefined && unwritten.size >= kept) return
      unwritten.set(network, { network, times: (before?.times ?? 0) + 1, last: clock.now() })
    },

    async recent(): Promise<Refusal[]> {
      return recent(together(await store.find(key), unwritten))
    },

    write,

    /** Until `signal` aborts. What can't be written is lost. */
    async run(signal: AbortSignal): Promise<void> {
      while (!signal.aborted) {
        await wait(writeEveryMs, undefined, { signal, ref: false }).catch(() => undefined)
        await write().catch(onFault)
      }
    },
  }
}

const together = (stored: unknown, noted: ReadonlyMap<string, Refusal>): Iterable<Refusal> => {
  // Written by `write`.
  const all = new Map(((stored ?? []) as Refusal[]).map((one) => [one.network, one]))
  for (const [network, { times, last }] of noted)
    all.set(network, { network, times: times + (all.get(network)?.times ?? 0), last })
  return all.values()
}
