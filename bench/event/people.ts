import { type ChallengeCategory, challengeCategories, gamePermissions } from '@pennant/contract/enums'
import type { EventChallenge, EventDivision, EventTeam, EventUser } from './event.ts'
import type { Random } from './random.ts'
import type { EventSize } from './size.ts'

const hour = 3_600_000
const categories = Object.keys(challengeCategories) as ChallengeCategory[]
const asGuest = gamePermissions.JoinGame | gamePermissions.ViewChallenge | gamePermissions.SubmitFlags
const withoutScore = gamePermissions.All & ~gamePermissions.GetScore

export const createDivisions = (challenges: number): EventDivision[] => [
  { name: 'Open', defaultPermissions: gamePermissions.All, challengeConfigs: new Map() },
  {
    name: 'Students',
    defaultPermissions: gamePermissions.All,
    challengeConfigs: new Map(challenges > 0 ? [[0, withoutScore]] : []),
  },
  {
    name: 'Guests',
    defaultPermissions: asGuest | gamePermissions.GetScore,
    challengeConfigs: new Map(),
  },
]

const divisionOf = (draw: number): number | null =>
  draw < 0.65 ? 0 : draw < 0.9 ? 1 : draw < 0.95 ? 2 : null

export const createChallenges = (size: EventSize, random: Random, start: number): EventChallenge[] =>
  Array.from({ length: size.challenges }, (_, index) => ({
    title: `Challenge ${index + 1}`,
    category: categories[index % categories.length] ?? 'Misc',
    originalScore: 500 + 100 * random.below(6),
    minScoreRate: 0.1 + 0.05 * random.below(5),
    // In proportion to the teams, so that scores fall until late in the day.
    difficulty: Math.round(size.teams * (0.02 + 0.2 * random.next())),
    deadline: index % 25 === 24 ? start + 18 * hour : null,
    disableBloodBonus: index % 20 === 0,
    flag: `flag{${index + 1}_${random.below(0x7fffffff).toString(16)}}`,
  }))

export const createUsers = (size: EventSize): EventUser[] =>
  Array.from({ length: size.teams * size.membersPerTeam }, (_, index) => ({
    userName: `player${index + 1}`,
    email: `player${index + 1}@players.example`,
  }))

export const createTeams = (size: EventSize, random: Random): EventTeam[] =>
  Array.from({ length: size.teams }, (_, index) => ({
    name: `Team ${index + 1}`,
    bio: random.next() < 0.5 ? `We are number ${index + 1}` : null,
    division: divisionOf(random.next()),
    members: Array.from(
      { length: size.membersPerTeam },
      (__, member) => index * size.membersPerTeam + member,
    ),
  }))
