import type { AnswerResult } from '@pennant/contract/enums'
import type { GeneratedAlways, Insertable, Selectable } from 'kysely'
import type { Big, Moment } from './column.ts'

export type SubmissionTable = {
  /** The order of acceptance. */
  id: GeneratedAlways<Big>
  game_id: number
  participation_id: number
  challenge_id: number
  user_id: string | null
  answer: string
  status: AnswerResult
  /** Arrival of the request. */
  time: Moment
}
export type SubmissionRow = Selectable<SubmissionTable>
export type NewSubmissionRow = Insertable<SubmissionTable>

/** The one right answer that counts, of a participation to a challenge. */
export type FirstSolveTable = {
  participation_id: number
  challenge_id: number
  game_id: number
  submission_id: Big
}

/** A submission that held the flag of another team. */
export type CheatInfoTable = {
  submission_id: Big
  game_id: number
  /** The participation whose flag it was. */
  owner_id: number
}
