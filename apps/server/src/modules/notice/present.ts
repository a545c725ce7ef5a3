import type { GameNotice } from '@pennant/contract/hub'
import type { NoticeToEdit } from '@pennant/contract/notice'
import { tagOf } from '../../kit/edit-tag.ts'

export const basisOf = ({ values }: Pick<GameNotice, 'values'>): unknown => values

export const presentNoticeToEdit = ({ id, type, values, time }: GameNotice): NoticeToEdit => ({
  id,
  type,
  values,
  time,
  version: tagOf(basisOf({ values })),
})
