import type { BoardInput } from '@pennant/rules/scoreboard/board'
import type { BenchEvent } from './event.ts'

export const boardInputOf = ({
  game,
  divisions,
  challenges,
  users,
  teams,
  submissions,
}: BenchEvent): BoardInput => ({
  game,
  divisions: divisions.map((division, index) => ({
    id: index + 1,
    name: division.name,
    defaultPermissions: division.defaultPermissions,
    challengeConfigs: new Map(
      [...division.challengeConfigs].map(([challenge, mask]) => [challenge + 1, mask]),
    ),
  })),
  challenges: challenges.map((challenge, index) => ({
    id: index + 1,
    title: challenge.title,
    category: challenge.category,
    originalScore: challenge.originalScore,
    minScoreRate: challenge.minScoreRate,
    difficulty: challenge.difficulty,
    deadline: challenge.deadline,
    disableBloodBonus: challenge.disableBloodBonus,
  })),
  teams: teams.map((team, index) => ({
    participationId: index + 1,
    teamId: index + 1,
    name: team.name,
    bio: team.bio,
    avatar: null,
    divisionId: team.division === null ? null : team.division + 1,
  })),
  solves: submissions.flatMap(({ right, time, team, user, challenge }, index) =>
    right
      ? {
          participationId: team + 1,
          challengeId: challenge + 1,
          submissionId: index + 1,
          time,
          userName: users[user]?.userName ?? null,
        }
      : [],
  ),
  adjustments: [],
  until: null,
})
