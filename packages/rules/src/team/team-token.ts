/** What a game signs to say that somebody belongs to a team. */
export const signedTeamText = (teamId: number): string => `PENNANT_TEAM_${teamId}`

export type TeamToken = { teamId: number; signature: string }

const shape = /^\s*([+-]?\d{1,10}):(.+)$/s

/** `{teamId}:{signature}`, or null where the text is no such thing. */
export const parseTeamToken = (text: string): TeamToken | null => {
  const match = shape.exec(text)
  if (match === null) return null
  const [, id = '', signature = ''] = match
  const teamId = Number(id)
  return Math.abs(teamId) <= 2_147_483_647 ? { teamId, signature } : null
}
