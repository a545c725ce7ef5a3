import type { GameJoinCheckInfo } from '@pennant/contract/participation'
import type { TeamInfo } from '@pennant/contract/team'

export type Teammates = {
  team: TeamInfo
  /** Null if the server doesn't tell. */
  names: { joined: string[]; missing: string[] } | null
}

type Known = {
  /** 0: no limit. */
  limit: number
  teamName: string | null
  teams: readonly TeamInfo[]
  check: GameJoinCheckInfo
}

export const teammatesToShow = ({ limit, teamName, teams, check: { ownTeam } }: Known): Teammates | null => {
  const team = teams.find(({ id, name }) => (ownTeam === undefined ? name === teamName : id === ownTeam.id))
  if (team === undefined) return null
  const members = team.members ?? []
  // Others may still join a team that isn't locked.
  if (members.length < 2) return team.locked || limit === 1 ? null : { team, names: null }
  if (ownTeam === undefined) return limit === 1 ? null : { team, names: null }
  const has = ({ id }: { id: string }): boolean => ownTeam.registeredMembers.includes(id)
  const joined = members.filter(has).map(({ userName }) => userName)
  const missing = members.filter((member) => !has(member)).map(({ userName }) => userName)
  const full = limit > 0 && joined.length >= limit
  return missing.length === 0 || full ? null : { team, names: { joined, missing } }
}
