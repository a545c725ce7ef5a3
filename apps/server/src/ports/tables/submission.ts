import type { AnswerResult } from '@pennant/contract/enums'
import type { GeneratedAlways, Insertable, Selectable } from 'kysely'
import type { Big, Moment } from './column.ts'

export type SubmissionTable = {
  /** In the order of acceptance. */
  id: GeneratedAlways<Big>
  game_id: number
  participation_id: number
  challenge_id: number
  user_id: string | null
  answer: string
  status: AnswerResult
  time: Moment
}
export type SubmissionRow = Selectable<SubmissionTable>
export type NewSubmissionRow = Insertable<SubmissionTable>

export type FirstSolveTable = {
  participation_id: number
  challenge_id: number
  game_id: number
  submission_id: Big
}

export type CheatInfoTable = {
  submission_id: Big
  game_id: number
  owner_id: number
}
