import type { TeamInfo } from '@pennant/contract/team'

export const captainOf = ({ members }: TeamInfo): { id: string; userName: string } | undefined =>
  members?.find(({ captain }) => captain)

export const leads = (team: TeamInfo, userId: string): boolean => captainOf(team)?.id === userId
