import type { ParticipationStatus } from '@pennant/contract/enums'

export type Standing = { status: ParticipationStatus; divisionId: number | null }

export type ReviewEdit = {
  status?: ParticipationStatus | null | undefined
  divisionId?: number | null | undefined
}

/** The division is applied first and always: left out, it is removed; an unknown one changes nothing. */
export const review = (
  present: Standing,
  edit: ReviewEdit,
  divisionIds: readonly number[],
): Standing & { acceptedNow: boolean } => {
  const wanted = edit.divisionId ?? null
  const divisionId = wanted === null || divisionIds.includes(wanted) ? wanted : present.divisionId
  const status = edit.status ?? present.status
  return {
    status,
    divisionId: edit.status === 'Rejected' ? null : divisionId,
    acceptedNow: status === 'Accepted' && present.status !== 'Accepted',
  }
}
