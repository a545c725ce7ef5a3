import { expect, it } from 'vitest'
import type { Cast } from './cast.ts'
import type { PlayJob } from './hand.ts'
import { createTally } from './tally.ts'
import { createTroupe, partsOf } from './troupe.ts'

const player = (teamId: number, userName: string) => ({ userName, password: 'p', teamId, headers: {} })
const cast: Cast = {
  site: { port: 1, secure: false },
  gameId: 1,
  challenges: [],
  assets: [],
  players: [player(7, 'a'), player(9, 'b'), player(7, 'c'), player(4, 'd')],
}
const names = (parts: readonly Cast[]) => parts.map(({ players }) => players.map(({ userName }) => userName))

it('is split by whole teams, into no more parts than there are teams', () => {
  expect(names(partsOf(cast, 1))).toEqual([['a', 'b', 'c', 'd']])
  expect(names(partsOf(cast, 2))).toEqual([['a', 'c', 'd'], ['b']])
  expect(names(partsOf(cast, 9))).toEqual([['a', 'c'], ['b'], ['d']])
  expect(partsOf({ ...cast, players: [] }, 2)).toEqual([])
})

it('shares the submissions, adds up what all saw, and keeps the busiest step', async () => {
  const jobs: PlayJob[] = []
  const troupe = createTroupe(cast, 2, (index) => async (job) => {
    jobs.push(job)
    const tally = createTally()
    tally.pages.push(index)
    return { tally, live: 2, busy: job.step === 'burst' ? 0.5 + index / 10 : 1 }
  })
  await troupe.cast()
  expect(troupe.busiest()).toBe(0)
  const burst = { perSecond: 20, forMs: 1, watching: 0.2, graceMs: 1 }
  await troupe.burst(burst)
  await troupe.leave()
  const sent = jobs.flatMap((job) => (job.step === 'burst' ? [job.burst] : []))
  expect(sent).toEqual([
    { ...burst, perSecond: 10 },
    { ...burst, perSecond: 10 },
  ])
  expect([troupe.tally().pages, troupe.live(), troupe.busiest()]).toEqual([[0, 1], 4, 0.6])
})
