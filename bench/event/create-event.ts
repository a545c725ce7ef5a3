import { defaultBloodBonus } from '@pennant/contract/game'
import type { BenchEvent } from './event.ts'
import { createChallenges, createDivisions, createTeams, createUsers } from './people.ts'
import { createRandom } from './random.ts'
import type { EventSize } from './size.ts'
import { createSubmissions } from './submissions.ts'

const day = 86_400_000

export type EventOptions = {
  size: EventSize
  seed?: number
  start?: number
}

export const createEvent = ({
  size,
  seed = 1,
  start = Date.UTC(2026, 4, 9, 8),
}: EventOptions): BenchEvent => {
  const random = createRandom(seed)
  const end = start + day
  const challenges = createChallenges(size, random, start)
  const users = createUsers(size)
  const teams = createTeams(size, random)
  return {
    game: { title: `Benchmark ${size.teams}`, start, end, bloodBonus: defaultBloodBonus },
    divisions: createDivisions(challenges.length),
    challenges,
    users,
    teams,
    submissions: createSubmissions({ size, random, start, end, teams, challenges }),
  }
}
