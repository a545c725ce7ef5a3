import type { GameJoinCheckInfo } from '@pennant/contract/participation'
import type { TeamInfo } from '@pennant/contract/team'

export type Mates = {
  team: TeamInfo
  /** Who has joined in person, and who has not; null where the server does not tell. */
  names: { joined: string[]; missing: string[] } | null
}

type Known = {
  /** Members per team; 0 for no limit. */
  limit: number
  teamName: string | null
  teams: readonly TeamInfo[]
  check: GameJoinCheckInfo
}

/** Whom somebody who has joined still has to tell that they must join, too; null when there is nobody. */
export const matesToTell = ({ limit, teamName, teams, check: { ownTeam } }: Known): Mates | null => {
  const team = teams.find(({ id, name }) => (ownTeam === undefined ? name === teamName : id === ownTeam.id))
  if (team === undefined) return null
  const members = team.members ?? []
  // Others may come as long as the team is not locked.
  if (members.length < 2) return team.locked || limit === 1 ? null : { team, names: null }
  if (ownTeam === undefined) return limit === 1 ? null : { team, names: null }
  const has = ({ id }: { id: string }): boolean => ownTeam.registeredMembers.includes(id)
  const joined = members.filter(has).map(({ userName }) => userName)
  const missing = members.filter((member) => !has(member)).map(({ userName }) => userName)
  const full = limit > 0 && joined.length >= limit
  return missing.length === 0 || full ? null : { team, names: { joined, missing } }
}
