/** Null where all teams have the same flag. */
export type EnvironmentFacts = {
  flag: string | null
  /** The team's id, or `admin` for a test. */
  team: string
  userId: string
  gameId: number
  challengeId: number
}

const ownPrefix = 'PENNANT_'

/** Our names and those of existing images: one that ends in _ is a prefix for all, others hold the flag. */
export const environmentOf = (
  { flag, team, userId, gameId, challengeId }: EnvironmentFacts,
  aliases: readonly string[],
): Record<string, string> => {
  const variables: readonly (readonly [string, string])[] = [
    ...(flag === null ? [] : [['FLAG', flag] as const]),
    ['TEAM_ID', team],
    ['USER_ID', userId],
    ['CHALLENGE_ID', String(challengeId)],
    ['GAME_ID', String(gameId)],
  ]
  const prefixed = (prefix: string) => variables.map(([name, value]) => [prefix + name, value] as const)
  return Object.fromEntries([
    ...aliases.flatMap((alias) => {
      if (alias.endsWith('_')) return prefixed(alias)
      return flag === null ? [] : [[alias, flag] as const]
    }),
    ...prefixed(ownPrefix),
  ])
}
