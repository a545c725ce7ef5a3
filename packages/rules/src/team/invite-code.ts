/** `{team name}:{team id}:{token}`; the name may itself contain colons. */
export const inviteCodeOf = (team: { name: string; id: number; token: string }): string =>
  `${team.name}:${team.id}:${team.token}`

export type Invite = { teamId: number; token: string }

const shape = /:(\d{1,10}):([0-9a-f]{32})$/
const maxId = 2_147_483_647

export const parseInviteCode = (code: string): Invite | null => {
  const match = shape.exec(code)
  if (match === null) return null
  const [, id = '', token = ''] = match
  const teamId = Number(id)
  return teamId <= maxId ? { teamId, token } : null
}
