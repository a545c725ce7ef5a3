import { createEvent } from '../../bench/event/create-event.ts'
import type { BenchEvent, EventSubmission } from '../../bench/event/event.ts'
import { type EventSize, sizes } from '../../bench/event/size.ts'
import { byBreadth } from '../kit/breadth.ts'

const minute = 60_000

export type Day = {
  seed: number
  size: EventSize
  watchers: number
  /** How long it takes to play it. */
  forMs: number
  sampleMs: number
  /** So long it is quiet at a measurement. */
  quietMs: number
  event: BenchEvent
  /** From the beginning of the day, as it is played. */
  submissions: readonly (EventSubmission & { at: number })[]
}

/** Parts of the day and of what is submitted in them: the opening, the day, the night, the morning, the last hour. */
const phases = [
  { until: 1 / 24, share: 0.12 },
  { until: 10 / 24, share: 0.43 },
  { until: 18 / 24, share: 0.12 },
  { until: 23 / 24, share: 0.22 },
  { until: 1, share: 0.11 },
]

/** When in the day, from 0 to 1, so much of it has been submitted. */
export const momentOf = (submitted: number): number => {
  let [before, began] = [0, 0]
  for (const { until, share } of phases) {
    if (submitted <= before + share) return began + ((submitted - before) / share) * (until - began)
    before += share
    began = until
  }
  return 1
}

/** In the shorter form, a part of the event in a part of its time, at the same pace. */
const short: EventSize = { teams: 100, membersPerTeam: 3, challenges: 20, solves: 700, wrong: 2_000 }

const numberOf = (name: string): number | null => {
  const given = process.env[name]
  return given === undefined || given === '' ? null : Number(given)
}

/** `PENNANT_SOAK_MINUTES` and `PENNANT_SOAK_SEED` say otherwise. */
export const createDay = (): Day => {
  const isWhole = byBreadth(false, false, true)
  const seed = numberOf('PENNANT_SOAK_SEED') ?? 1
  const minutes = numberOf('PENNANT_SOAK_MINUTES') ?? (isWhole ? 60 : 3)
  const size = isWhole ? sizes.M : short
  const forMs = minutes * minute
  const { submissions, challenges, ...event } = createEvent({ size, seed, start: Date.now() })
  return {
    seed,
    size,
    watchers: isWhole ? 2_000 : 200,
    forMs,
    sampleMs: Math.max(5_000, forMs / 60),
    quietMs: isWhole ? 20_000 : 8_000,
    // Nobody is refused for being late: what is submitted is what is stored.
    event: {
      ...event,
      submissions: [],
      challenges: challenges.map((challenge) => ({ ...challenge, deadline: null })),
    },
    submissions: submissions.map((submission, index) => ({
      ...submission,
      at: forMs * momentOf((index + 0.5) / submissions.length),
    })),
  }
}
