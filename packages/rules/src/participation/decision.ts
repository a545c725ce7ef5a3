import type { ParticipationStatus } from '@pennant/contract/enums'

/**
 * What an organiser is offered to make of a participation. The wire takes any status; these are the steps that
 * mean something, and each can be taken back.
 */
export const decisionsFrom = (status: ParticipationStatus): readonly ParticipationStatus[] => steps[status]

const steps: Readonly<Record<ParticipationStatus, readonly ParticipationStatus[]>> = {
  Pending: ['Accepted', 'Rejected'],
  Accepted: ['Suspended', 'Rejected'],
  Suspended: ['Accepted', 'Rejected'],
  Rejected: ['Accepted', 'Pending'],
  Unsubmitted: [],
}
