import type { GameNotice } from '@pennant/contract/hub'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Moment } from '../../../i18n/moment.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import { Markdown } from '../../../ui/markdown/markdown.tsx'
import { counts } from '../unread.ts'
import classes from './notice-list.module.css'
import { useNoticeText } from './notice-text.ts'

type Props = {
  notices: readonly GameNotice[]
  /** Up to this ID, notices have been seen. */
  seen: number
}

/** What organizers say, hints, and new challenges. */
export const NoticeList = ({ notices, seen }: Props) => {
  const { t } = useTranslation('play')
  const textOf = useNoticeText()
  // Notices that were new on opening must not move while they are read.
  const [before] = useState(seen)
  const first = ({ id, type }: GameNotice): number => Number(type === 'Normal' && id > before)
  const shown = notices
    .filter(({ type }) => counts(type))
    .toSorted((one, other) => first(other) - first(one) || other.time - one.time || other.id - one.id)
  if (shown.length === 0) return <EmptyState icon="bell" title={t('notice.none')} />
  return (
    <ul className={classes.list} data-notices="">
      {shown.map((notice) => {
        const { id, type, values, time } = notice
        return (
          <li key={id} className={classes.item} data-new={id > seen || undefined}>
            <Icon name={signs[type] ?? 'bell'} />
            <div className={classes.words}>
              {type === 'Normal' ? (
                <Markdown source={values[0] ?? ''} extent="line" />
              ) : (
                <span>{textOf(notice)}</span>
              )}
              <span className={classes.time}>
                <Moment at={time} />
              </span>
            </div>
          </li>
        )
      })}
    </ul>
  )
}

const signs: Readonly<Partial<Record<GameNotice['type'], IconName>>> = {
  NewHint: 'bulb',
  NewChallenge: 'flag',
}
