import type { ParticipationStatus } from '@pennant/contract/enums'

export type Standing = { status: ParticipationStatus; divisionId: number | null }

export type ReviewEdit = {
  status?: ParticipationStatus | null | undefined
  divisionId?: number | null | undefined
}

/**
 * What an administrator makes of a participation. The division comes first and always: left out, it is
 * taken away; one that the game does not have changes nothing.
 */
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
