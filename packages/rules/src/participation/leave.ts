import type { ParticipationStatus } from '@pennant/contract/enums'

export const mayLeave = (status: ParticipationStatus): boolean =>
  status === 'Pending' || status === 'Rejected'

export type Left = 'removed' | 'kept'

export const leaveGame = (
  status: ParticipationStatus,
  otherMembers: number,
): Left | { refused: 'participation.decided' } => {
  if (!mayLeave(status)) return { refused: 'participation.decided' }
  return otherMembers === 0 ? 'removed' : 'kept'
}
