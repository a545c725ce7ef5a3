import { availableParallelism } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import type { RehearsalFigures, ServerFigures } from '@pennant/rules/rehearsal/figures'
import type { Site } from '../address.ts'
import type { Cast, Patience } from '../players/cast.ts'
import type { PlayJob, PlayResult } from '../players/hand.ts'
import { figuresOf } from '../players/tally.ts'
import { createTroupe } from '../players/troupe.ts'
import { spawnWorker } from '../worker.ts'
import { createLine, ownCards } from './line.ts'
import { createSampler, type SeenStatus } from './sample.ts'
import { readAssets } from './site.ts'

/** What the server has created for it. */
export type Script = {
  gameId: number
  size: { burst: number; instances: number }
  password: string
  players: readonly { userName: string; teamId: number; statement: string }[]
  challenges: readonly { id: number; flag: string; file: string | null }[]
  instanceOf: number | null
}

export type Step = 'door' | 'opening' | 'burst' | 'instances' | 'steady'

export type Hired = { do(job: PlayJob): Promise<PlayResult>; leave(): Promise<void> }

export type Performance = {
  site: Site
  /** In all; null for the usual length. */
  minutes: number | null
  status(): Promise<SeenStatus>
  onStep(step: Step): Promise<void>
  signal: AbortSignal
  hire?: () => Hired
  /** For instances. */
  patience?: Patience
  /** What the network cards tell. */
  cards?: string
}

export type Performed = { figures: Omit<RehearsalFigures, 'left'>; server: ServerFigures }

const minute = 60_000
const usualMinutes = 3.5
const burstMs = 30_000
const watching = 0.2
const graceMs = 10_000
const sampleEveryMs = 5_000
const usualPatience: Patience = { soonMs: 60_000, lateMs: 180_000 }

/** Plays an opening, and watches how the server fares. */
export const perform = async (
  script: Script,
  {
    site,
    minutes,
    status,
    onStep,
    signal,
    hire = hireProcess,
    patience = usualPatience,
    cards = ownCards,
  }: Performance,
): Promise<Performed> => {
  const { size, password, instanceOf } = script
  const pace = (minutes ?? usualMinutes) / usualMinutes
  const cast: Cast = {
    ...{ site, gameId: script.gameId, challenges: script.challenges },
    assets: await readAssets(site),
    players: script.players.map(({ userName, teamId, statement }) => ({
      ...{ userName, teamId, password },
      headers: { 'x-pennant-rehearsal': statement },
    })),
  }
  const hired: Hired[] = []
  const troupe = createTroupe(cast, availableParallelism(), () => {
    const one = hire()
    hired.push(one)
    return one.do
  })
  const begun = performance.now()
  const sampler = createSampler(begun)
  const line = createLine(cards)
  const look = async (): Promise<void> => {
    // A server that doesn't answer is seen by those who play.
    const [seen] = await Promise.all([status().catch(() => null), line.look()])
    if (seen !== null) sampler.add(seen, performance.now())
  }
  const ended = new AbortController()
  const watch = async (): Promise<void> => {
    while (!ended.signal.aborted) {
      await look()
      await wait(sampleEveryMs * Math.min(1, pace), undefined, { signal: ended.signal }).catch(
        () => undefined,
      )
    }
  }
  const leave = async (): Promise<void> => {
    await Promise.all(hired.map((one) => one.leave()))
  }
  const abort = (): void => void leave()
  signal.addEventListener('abort', abort, { once: true })

  const step = async (name: Step, play: () => Promise<void>): Promise<void> => {
    signal.throwIfAborted()
    await onStep(name)
    await play()
  }
  try {
    signal.throwIfAborted()
    await troupe.cast()
    const watched = watch()
    try {
      await step('door', () => troupe.door(minute * pace))
      await step('opening', () => troupe.opening(minute * pace))
      const burst = { perSecond: size.burst, forMs: burstMs * pace, watching, graceMs }
      await step('burst', () => troupe.burst(burst))
      if (instanceOf !== null && size.instances > 0) {
        const order = { challengeId: instanceOf, count: size.instances, withinMs: minute * pace, patience }
        await step('instances', () => troupe.instances(order))
      }
      await step('steady', () => troupe.steady(minute * pace))
      await look()
    } finally {
      ended.abort()
      await watched
    }
    const figures = figuresOf(troupe.tally())
    await troupe.leave()
    return {
      figures: { ...figures, generator: { processor: troupe.busiest(), line: line.fullest() } },
      server: sampler.figures(),
    }
  } finally {
    signal.removeEventListener('abort', abort)
    await leave()
  }
}

const hireProcess = (): Hired => spawnWorker<PlayJob, PlayResult>('play')
