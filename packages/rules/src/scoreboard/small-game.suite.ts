import {
  type Board,
  type BoardChallenge,
  type BoardDivision,
  type BoardInput,
  type BoardTeam,
  createBoard,
  type Solve,
} from './board.ts'

export const game = { start: 1000, end: 2000, bloodBonus: 52_459_530 }

export const challenge = (id: number, change: Partial<BoardChallenge> = {}): BoardChallenge => ({
  id,
  title: `Challenge ${id}`,
  category: 'Misc',
  originalScore: 1000,
  minScoreRate: 1,
  difficulty: 5,
  deadline: null,
  disableBloodBonus: false,
  ...change,
})
export const team = (number: number, divisionId: number | null = null): BoardTeam => ({
  participationId: number,
  teamId: 100 + number,
  name: `Team ${number}`,
  bio: null,
  avatar: null,
  divisionId,
})
export const division = (
  id: number,
  defaultPermissions: number,
  configs: [number, number][] = [],
): BoardDivision => ({
  id,
  name: `Division ${id}`,
  defaultPermissions,
  challengeConfigs: new Map(configs),
})
export const solve = (
  participationId: number,
  challengeId: number,
  time: number,
  submissionId = time,
): Solve => ({
  participationId,
  challengeId,
  submissionId,
  time,
  userName: `player${participationId}`,
})
export const boardOf = (change: Partial<BoardInput>): Board =>
  createBoard({
    game,
    divisions: [],
    challenges: [challenge(1), challenge(2)],
    teams: [1, 2, 3, 4, 5].map((number) => team(number)),
    solves: [],
    adjustments: [],
    until: null,
    ...change,
  })
