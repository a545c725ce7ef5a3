import type { ParticipationStatus } from '@pennant/contract/enums'

/** Once a team has been accepted, whoever joined with it stays. */
export const mayLeave = (status: ParticipationStatus): boolean =>
  status === 'Pending' || status === 'Rejected'

export type Left = 'removed' | 'kept'

/** What becomes of the participation when one of its members goes; the last one takes it along. */
export const leaveGame = (
  status: ParticipationStatus,
  otherMembers: number,
): Left | { refused: 'participation.decided' } => {
  if (!mayLeave(status)) return { refused: 'participation.decided' }
  return otherMembers === 0 ? 'removed' : 'kept'
}
