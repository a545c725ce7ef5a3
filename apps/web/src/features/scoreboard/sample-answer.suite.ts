import { gamePermissions } from '@pennant/contract/enums'
import type { ChallengeInfo, Scoreboard } from '@pennant/contract/scoreboard'
import { type BoardInput, createBoard } from '@pennant/rules/scoreboard/board'

const unrankedPermissions = gamePermissions.All - gamePermissions.RankOverall

const input: BoardInput = {
  game: { start: 0, end: 10_000, bloodBonus: 52_459_530 },
  divisions: [
    { id: 1, name: 'Students', defaultPermissions: gamePermissions.All, challengeConfigs: new Map() },
    { id: 2, name: 'Guests', defaultPermissions: unrankedPermissions, challengeConfigs: new Map() },
  ],
  challenges: (
    [
      [1, 'Berth', 'Web'],
      [2, 'Chandler', 'Pwn'],
      [3, 'Anchor', 'Web'],
    ] as const
  ).map(([id, title, category]) => ({
    ...{ id, title, category, originalScore: 100, minScoreRate: 1, difficulty: 5 },
    ...{ deadline: null, disableBloodBonus: false },
  })),
  teams: (
    [
      [11, 'Gulls', 1],
      [12, 'Terns', null],
      [13, 'Ärger', 2],
      [14, 'Kelp', 1],
    ] as const
  ).map(([teamId, name, divisionId]) => ({
    ...{ participationId: teamId, teamId, name, divisionId, bio: null, avatar: null },
  })),
  solves: (
    [
      [11, 1, 1_000, 'ann'],
      [11, 2, 2_000, 'bob'],
      [12, 1, 1_500, 'cem'],
      [13, 3, 3_000, 'dee'],
      [13, 1, 3_500, 'dee'],
      [13, 2, 4_000, null],
    ] as const
  ).map(([participationId, challengeId, time, userName], at) => ({
    ...{ participationId, challengeId, time, userName, submissionId: at + 1 },
  })),
  adjustments: [],
  until: null,
}

export const sampleAnswer = (): Scoreboard => {
  const board = createBoard(input)
  const challenges: Record<string, ChallengeInfo[]> = {}
  for (const info of board.challenges()) (challenges[info.category] ??= []).push(info)
  return {
    updateTimeUtc: 5_000,
    bloodBonus: input.game.bloodBonus,
    timelines: [...board.timelines()],
    items: [...board.items()],
    divisions: [...board.divisions()],
    challenges,
    challengeCount: input.challenges.length,
    version: 1,
  }
}
