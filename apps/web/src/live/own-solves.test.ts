import type { ChallengeInfo, GameDetail } from '@pennant/contract/scoreboard'
import { expect, it } from 'vitest'
import { ownSolvesIn } from './own-solves.ts'

const challenge = (id: number, title: string) => ({ id, title }) as ChallengeInfo

it('names what the own team has solved, but nothing that it may not see', () => {
  const detail = {
    challenges: { Web: [challenge(1, 'Buoy')], Misc: [challenge(2, 'Fog Signal')] },
    rank: {
      name: 'Nova Quay',
      solvedChallenges: [
        { id: 2, score: 1, type: 'SecondBlood', userName: 'kai', time: 10 },
        { id: 1, score: 1, type: 'Normal', userName: null, time: 20 },
        { id: 9, score: 1, type: 'Normal', userName: 'mo', time: 30 },
      ],
    },
    // Nothing else is read.
  } as unknown as GameDetail
  const own = { team: 'Nova Quay', isOwn: true }
  expect(ownSolvesIn(detail)).toEqual([
    { ...own, challenge: 'Fog Signal', challengeId: 2, place: 2, time: 10, user: 'kai' },
    { ...own, challenge: 'Buoy', challengeId: 1, place: 0, time: 20 },
  ])
  expect(ownSolvesIn(undefined)).toEqual([])
})
