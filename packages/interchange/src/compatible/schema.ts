/** Of the newest migration that is known here. Its table lists them by name, which begins with a time. */
export const newestMigration = '20251203143253_AddNetworkMode'

/** The tables whose rows are carried. */
export const tables: readonly string[] = [
  ...['AspNetUsers', 'Teams', 'TeamUserInfo', 'Posts', 'Files', 'Configs'],
  ...['Games', 'Divisions', 'GameChallenges', 'DivisionChallengeConfig', 'FlagContexts', 'Attachments'],
  ...['Participations', 'UserParticipations', 'GameInstances', 'Submissions', 'FirstSolves', 'CheatInfo'],
  ...['GameEvents', 'GameNotices'],
]

export const leftBehind: readonly { table: string; why: string }[] = [
  { table: 'ApiTokens', why: 'API tokens are signed by the other platform. Create new ones' },
  { table: 'Logs', why: 'The log holds flags and addresses, and nothing refers to it' },
  { table: 'Containers', why: 'Running instances stay behind' },
  { table: 'DataProtectionKeys', why: 'Keys of cookies and email links are of no use here' },
  ...['ExerciseChallenges', 'ExerciseDependencies', 'ExerciseInstances'].map((table) => ({
    table,
    why: 'Exercises are a feature that version does not have yet',
  })),
  ...['RoleClaims', 'Roles', 'UserClaims', 'UserLogins', 'UserRoles', 'UserTokens'].map((name) => ({
    table: `AspNet${name}`,
    why: 'Roles are a column of the users',
  })),
]

const own = ['__EFMigrationsHistory']

export const unknownTables = (names: readonly string[]): string[] => {
  const known = new Set([...own, ...tables, ...leftBehind.map(({ table }) => table)])
  return names.filter((name) => !known.has(name))
}
