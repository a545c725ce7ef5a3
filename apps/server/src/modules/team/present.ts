import { avatarUrl } from '@pennant/contract/file'
import type { TeamInfo } from '@pennant/contract/team'
import type { TeamWithMembers } from './store.ts'

export const presentTeam = (team: TeamWithMembers): TeamInfo => ({
  id: team.id,
  name: team.name,
  bio: team.bio,
  avatar: avatarUrl(team.avatar_hash),
  locked: team.locked,
  members: team.members.map((member) => ({
    id: member.id,
    userName: member.name,
    bio: member.bio,
    avatar: avatarUrl(member.avatar_hash),
    captain: member.id === team.captain_id,
  })),
})
