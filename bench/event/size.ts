export type EventSize = {
  teams: number
  membersPerTeam: number
  challenges: number
  solves: number
  wrong: number
}

export const sizes = {
  M: { teams: 500, membersPerTeam: 3, challenges: 50, solves: 10_000, wrong: 30_000 },
  L: { teams: 2_000, membersPerTeam: 3, challenges: 100, solves: 100_000, wrong: 0 },
  LPlus: { teams: 5_000, membersPerTeam: 3, challenges: 100, solves: 250_000, wrong: 0 },
  XL: { teams: 15_000, membersPerTeam: 3, challenges: 100, solves: 750_000, wrong: 0 },
} as const satisfies Record<string, EventSize>
