import type { NoticeType } from '@pennant/contract/enums'
import type { Generated } from 'kysely'
import type { Moment } from './column.ts'

export type NoticeTable = {
  id: Generated<number>
  game_id: number
  type: NoticeType
  values: string[]
  time: Moment
  /** A blood since the freeze: nobody is shown it. Its id is negative. */
  held: Generated<boolean>
}
