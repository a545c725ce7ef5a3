import { avatarUrl } from '@pennant/contract/file'
import type { ParticipationInfo } from '@pennant/contract/participation'
import type { ListedMember, ListedParticipation } from './store-list.ts'

type People = { members: readonly ListedMember[]; registered: readonly string[] }

/** For administrators only: includes the members' personal data. */
export const presentParticipation = (
  row: ListedParticipation,
  { members, registered }: People,
): ParticipationInfo => ({
  id: row.id,
  team: {
    id: row.team_id,
    locked: row.team_locked,
    captainId: row.captain_id,
    name: row.team_name,
    bio: row.team_bio,
    avatar: avatarUrl(row.team_avatar),
    members: members.map((member) => ({
      userId: member.id,
      role: member.role,
      userName: member.name,
      email: member.email,
      bio: member.bio,
      phone: member.phone,
      realName: member.real_name,
      stdNumber: member.std_number,
      avatar: avatarUrl(member.avatar_hash),
    })),
  },
  registeredMembers: [...registered],
  divisionId: row.division_id,
  status: row.status,
})
