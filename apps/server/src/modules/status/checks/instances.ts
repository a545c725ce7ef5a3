import { type Check, found, foundIf, type PageFinding } from './check.ts'
import type { Capacity } from '../../../ports/containers.ts'
import { judgePlace } from './level.ts'

export type Demand = {
  /** Of the largest challenge that is enabled and has instances. */
  cpu: number
  memoryMb: number
  teams: number
}

const atOnce = 0.3

const runningOf = ({ teams }: Demand): number => Math.ceil(teams * atOnce)

/** How often the place holds what the teams are expected to run at the same time. */
export const timesOf = ({ cpu, memoryMb }: Pick<Capacity, 'cpu' | 'memoryMb'>, demand: Demand): number => {
  const running = runningOf(demand)
  if (running === 0) return Infinity
  const times = [
    demand.cpu === 0 ? Infinity : cpu / (demand.cpu * running),
    demand.memoryMb === 0 ? Infinity : memoryMb / (demand.memoryMb * running),
  ]
  return Math.min(...times)
}

type Needs = {
  /** Null where the provider can't tell. */
  capacity(): Promise<Capacity | null>
  demand(): Promise<Demand | null>
}

export const roomCheck = ({ capacity, demand }: Needs): Check<PageFinding> => ({
  id: 'instances.room',
  async run() {
    const wanted = await demand()
    const place = wanted === null ? null : await capacity()
    if (wanted === null || place === null) return []
    const times = timesOf(place, wanted)
    const running = runningOf(wanted)
    const { addresses } = place
    if (place.isQuota === true) {
      const most = Math.min(times, addresses / running)
      return foundIf(judgePlace(most), 'instances.quota', Math.round(most * 100), wanted.teams)
    }
    return [
      ...foundIf(judgePlace(times), 'instances.room', Math.round(times * 100), wanted.teams),
      ...foundIf(judgePlace(addresses / running), 'instances.network', addresses, running),
    ]
  },
})

export const imageCheck = (missing: () => Promise<readonly string[]>): Check => ({
  id: 'instances.images',
  async run() {
    const images = await missing()
    return images.length === 0 ? [] : [found('yellow', 'instances.images', images.join(', '))]
  },
})

/** Afterwards, they are there, and so is the way to the registry. */
export const pullCheck = (
  missing: () => Promise<readonly string[]>,
  pull: (image: string, signal: AbortSignal) => Promise<void>,
  redact: (error: unknown) => string,
): Check => ({
  id: 'instances.pull',
  limitMs: 900_000,
  async run(signal) {
    const all = []
    for (const image of await missing())
      try {
        await pull(image, signal)
      } catch (error) {
        all.push(found('red', 'instances.pull', image, redact(error)))
      }
    return all
  },
})
