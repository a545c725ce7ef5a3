import type { GameNotice } from '@pennant/contract/hub'
import type { NoticeToEdit } from '@pennant/contract/notice'
import { tagOf } from '../../kit/edit-tag.ts'
import type { StoredNotice } from './store.ts'

export const presentNotice = ({ id, type, values, time }: StoredNotice): GameNotice => ({
  id,
  type,
  values,
  time: time.getTime(),
})

/** What an edit can change. */
export const basisOf = ({ values }: Pick<StoredNotice, 'values'>): unknown => values

export const presentNoticeToEdit = ({ id, type, values, time }: GameNotice): NoticeToEdit => ({
  id,
  type,
  values,
  time,
  version: tagOf(basisOf({ values })),
})
