import { type Check, found, foundIf, type PageFinding } from './check.ts'
import { judgePlace } from './level.ts'

export type Demand = {
  /** Of the largest challenge that is enabled and has instances. */
  cpu: number
  memoryMb: number
  teams: number
}

export type Capacity = { cpu: number; memoryMb: number }

const atOnce = 0.3

/** How often the place holds what the teams are expected to run at the same time. */
export const timesOf = ({ cpu, memoryMb }: Capacity, demand: Demand): number => {
  const running = Math.ceil(demand.teams * atOnce)
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
    return foundIf(judgePlace(times), 'instances.room', Math.round(times * 100), wanted.teams)
  },
})

export const imageCheck = (missing: () => Promise<readonly string[]>): Check => ({
  id: 'instances.images',
  async run() {
    const images = await missing()
    return images.length === 0 ? [] : [found('yellow', 'instances.images', images.join(', '))]
  },
})
