import type { GameNotice } from '@pennant/contract/hub'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Moment } from '../../../i18n/moment.tsx'
import { BloodMark } from '../../../ui/blood-mark.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Markdown } from '../../../ui/markdown/markdown.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { counts } from '../unread.ts'
import classes from './notice-list.module.css'
import { useNoticeText } from './notice-text.ts'

const kinds = ['all', 'notices', 'bloods', 'challenges'] as const
export type NoticeKind = (typeof kinds)[number]

const kindOf = ({ type }: GameNotice): Exclude<NoticeKind, 'all'> => {
  if (type === 'Normal') return 'notices'
  return type === 'NewHint' || type === 'NewChallenge' ? 'challenges' : 'bloods'
}

export type NoticeFilter = { kind: NoticeKind; onKind: (kind: NoticeKind) => void }

type Props = NoticeFilter & {
  notices: readonly GameNotice[]
  /** Up to this ID, notices have been seen. */
  seen: number
}

export const NoticeList = ({ notices, seen, kind, onKind }: Props) => {
  const { t } = useTranslation('play')
  // Notices that were new on opening must not move while they are read.
  const [before] = useState(seen)
  const first = ({ id, type }: GameNotice): number => Number(type === 'Normal' && id > before)
  const shown = notices
    .filter((notice) => kind === 'all' || kindOf(notice) === kind)
    .toSorted((one, other) => first(other) - first(one) || other.time - one.time || other.id - one.id)
  return (
    <div className={classes.frame}>
      <Segmented<NoticeKind>
        size="small"
        label={t('notice.filter')}
        value={kind}
        options={kinds.map((value) => ({ value, label: t(`notice.${value}`) }))}
        onChange={onKind}
      />
      {shown.length === 0 ? (
        <EmptyState icon="bell" title={t('notice.none')} />
      ) : (
        <ul className={classes.list}>
          {shown.map((notice) => (
            <li
              key={notice.id}
              className={classes.item}
              data-new={(notice.id > seen && counts(notice.type)) || undefined}
            >
              <Sign notice={notice} />
              <div className={classes.words}>
                <Text notice={notice} />
                <span className={classes.time}>
                  <Moment at={notice.time} />
                </span>
              </div>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const ranks = { FirstBlood: 1, SecondBlood: 2, ThirdBlood: 3 } as const

const Sign = ({ notice: { type } }: { notice: GameNotice }) => {
  switch (type) {
    case 'FirstBlood':
    case 'SecondBlood':
    case 'ThirdBlood':
      return <BloodMark rank={ranks[type]} />
    case 'NewHint':
      return <Icon name="bulb" />
    case 'NewChallenge':
      return <Icon name="flag" />
    case 'Normal':
      return <Icon name="bell" />
  }
}

const Text = ({ notice }: { notice: GameNotice }) => {
  const textOf = useNoticeText()
  return notice.type === 'Normal' ? (
    <Markdown source={notice.values[0] ?? ''} extent="line" />
  ) : (
    <span>{textOf(notice)}</span>
  )
}
