import type { TeamChange } from '@pennant/contract/hub'
import type { ChallengeItem, GameDetail } from '@pennant/contract/scoreboard'
import { describe, expect, it } from 'vitest'
import { teamNewsOf } from './team-news.ts'

const solve = (id: number, userName: string | null, time: number): ChallengeItem => ({
  ...{ id, score: 100, type: 'Normal' as const, userName, time },
})
// Nothing else of a rank is read.
const detail = (...solvedChallenges: ChallengeItem[]) =>
  ({ rank: { solvedChallenges } }) as unknown as Pick<GameDetail, 'rank'>
const tried = (user: string, time: number) => ({ answer: 'x', status: 'WrongAnswer' as const, user, time })
const change = (what: TeamChange['what'], time: number, more: Partial<TeamChange> = {}): TeamChange => ({
  ...{ gameId: 1, what, time, user: 'kai' },
  ...more,
})

describe('what a team reads about itself', () => {
  it('is who solved and who tried what, newest first', () => {
    expect(
      teamNewsOf({
        detail: detail(solve(1, 'kai', 10), solve(2, 'mo', 30)),
        attempts: { challengeId: 3, list: [tried('nova', 40), tried('nova', 20), tried('mo', 35)] },
        heard: [change('Joined', 50, { user: 'ada' })],
      }),
    ).toEqual([
      { kind: 'Joined', user: 'ada', challengeId: null, time: 50 },
      { kind: 'Tried', user: 'nova', challengeId: 3, time: 40 },
      { kind: 'Tried', user: 'mo', challengeId: 3, time: 35 },
      { kind: 'Solved', user: 'mo', challengeId: 2, time: 30 },
      { kind: 'Solved', user: 'kai', challengeId: 1, time: 10 },
    ])
  })

  it('tells nothing twice, and nothing of which nobody is known', () => {
    const known = teamNewsOf({
      detail: detail(solve(1, null, 10)),
      attempts: { challengeId: 3, list: [{ ...tried('kai', 20), status: 'Accepted' }, tried('kai', 21)] },
      heard: [
        change('Tried', 21, { challengeId: 3 }),
        change('Solved', 10, { challengeId: 1 }),
        { gameId: 1, what: 'Tried', challengeId: 4 },
        change('Hint', 22, { challengeId: 3 }),
      ],
    })
    expect(known.map(({ kind, time }) => `${kind} ${time}`)).toEqual(['Tried 21', 'Solved 10'])
  })
})
