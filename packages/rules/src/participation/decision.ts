import type { ParticipationStatus } from '@pennant/contract/enums'

/** The wire takes any status; these are the steps that make sense, and each can be undone. */
export const decisionsFrom = (status: ParticipationStatus): readonly ParticipationStatus[] => steps[status]

const steps: Readonly<Record<ParticipationStatus, readonly ParticipationStatus[]>> = {
  Pending: ['Accepted', 'Rejected'],
  Accepted: ['Suspended', 'Rejected'],
  Suspended: ['Accepted', 'Rejected'],
  Rejected: ['Accepted', 'Pending'],
  Unsubmitted: [],
}
