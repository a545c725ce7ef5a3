import { createBoard } from '@pennant/rules/scoreboard/board'
import { checksumOf } from '@pennant/rules/scoreboard/checksum'
import { describe, expect, it } from 'vitest'
import { settledBoard } from './settled-board.ts'

const [teamCount, challengeCount] = [400, 50]

const challenges = Array.from({ length: challengeCount }, (_, at) => ({
  ...{ id: at + 1, title: `Challenge ${at}`, category: 'Web' as const, position: null, deadline: null },
  ...{ originalScore: 500, minScoreRate: 0.25, difficulty: 5, disableBloodBonus: false },
}))
const teams = Array.from({ length: teamCount }, (_, at) => ({
  ...{ participationId: at + 1, teamId: at + 1, name: `Team ${at}`, bio: null, avatar: null },
  divisionId: null,
}))
const solves = challenges.flatMap(({ id: challengeId }) =>
  teams.map(({ participationId }) => {
    const submissionId = challengeId * teamCount + participationId
    return { participationId, challengeId, submissionId, time: 1_000 + submissionId, userName: null }
  }),
)
const input = {
  ...{ game: { start: 0, end: 1_000_000, bloodBonus: 52_459_530 }, until: null },
  ...{ divisions: [], adjustments: [], challenges, teams, solves },
}

describe('the board of a big game', () => {
  it('is that of one piece, and others get their turn while it counts and while it settles', async () => {
    let turns = 0
    const board = await settledBoard(input, async () => {
      turns += 1
    })
    expect(checksumOf(board)).toBe(checksumOf(createBoard(input)))
    // 20,000 solves are counted, then shown.
    expect(turns).toBe(8)
  })
})
