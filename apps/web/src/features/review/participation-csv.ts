import type { ParticipationInfo } from '@pennant/contract/participation'
import type { Cell } from '../../kit/csv.ts'

export const csvHeader: readonly string[] = [
  ...['participation', 'team id', 'team', 'status', 'division', 'captain', 'joined'],
  ...['user', 'name', 'email', 'student number', 'phone'],
]

export const csvRows = (
  participations: readonly ParticipationInfo[],
  divisions: ReadonlyMap<number, string>,
): Cell[][] =>
  participations.flatMap(({ id, team, status, divisionId, registeredMembers }) =>
    team.members.map((member): Cell[] => [
      id,
      team.id,
      team.name,
      status,
      divisionId === null ? null : (divisions.get(divisionId) ?? String(divisionId)),
      member.userId === team.captainId ? 'yes' : 'no',
      registeredMembers.includes(member.userId) ? 'yes' : 'no',
      member.userName,
      member.realName,
      member.email,
      member.stdNumber,
      member.phone,
    ]),
  )
