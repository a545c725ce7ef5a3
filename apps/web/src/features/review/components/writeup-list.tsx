import type { WriteupInfo } from '@pennant/contract/writeup'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { useAddress } from '../../../kit/use-address.ts'
import { Moment } from '../../../i18n/moment.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Announced } from '../../../ui/announced.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { CheckField, SelectField } from '../../../ui/fields.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { SearchBox } from '../../../ui/search-box.tsx'
import { markOf, type WriteupView } from '../writeup-list.ts'
import classes from './writeup-list.module.css'
import { Name } from '../../../ui/name.tsx'

type Props = {
  shown: readonly WriteupInfo[]
  total: number
  view: WriteupView
  divisions: Readonly<Record<string, string>>
  read: ReadonlySet<string>
  opened: number | null
  onMark: (mark: string, read: boolean) => void
}

export const WriteupList = ({ shown, total, view, divisions, read, opened, onMark }: Props) => {
  const { t } = useTranslation('organise')
  const { t: staff } = useTranslation('staff')
  const { set } = useAddress()
  const [search] = useSearchParams()
  const names = Object.entries(divisions)
  const addressOf = (id: number): string => {
    const next = new URLSearchParams(search)
    next.set('open', String(id))
    return `?${next}`
  }
  return (
    <div className={classes.side}>
      <SearchBox
        label={t('writeups.search')}
        clear={t('review.clearSearch')}
        value={view.text}
        onChange={(q) => set({ q })}
      />
      {names.length > 0 && (
        <SelectField
          compact
          name="division"
          label={t('review.division')}
          value={view.division === null ? '' : String(view.division)}
          options={[
            { value: '', label: t('review.allDivisions') },
            ...names.map(([id, name]) => ({ value: id, label: name })),
            { value: 'none', label: t('review.noDivision') },
          ]}
          onChange={(division) => set({ division })}
        />
      )}
      <CheckField
        name="unread"
        label={t('writeups.onlyUnread')}
        checked={view.unread}
        onChange={(unread) => set({ unread: unread ? '1' : null })}
      />
      <p className={classes.count}>
        <Announced text={staff('shownOf', { shown: shown.length, total })} />
      </p>
      {shown.length === 0 ? (
        <EmptyState icon="filter" title={staff('noneFound')}>
          <Button onClick={() => set({ q: null, division: null, unread: null })}>
            {staff('clearFilters')}
          </Button>
        </EmptyState>
      ) : (
        <ul className={classes.list} aria-label={t('writeups.title')}>
          {shown.map((one) => {
            const isRead = read.has(markOf(one))
            return (
              <li key={one.id} className={classes.item} data-unread={!isRead || undefined}>
                <Link
                  to={addressOf(one.id)}
                  className={classes.link}
                  aria-current={one.id === opened || undefined}
                  preventScrollReset
                >
                  <Avatar name={one.team.name} url={one.team.avatar} size={28} />
                  <span className={classes.words}>
                    <Name>{one.team.name}</Name>
                    <span className={classes.time}>
                      <Moment at={one.uploadTimeUtc} />
                    </span>
                  </span>
                  {one.divisionId !== null && (
                    <Badge>{divisions[String(one.divisionId)] ?? `#${one.divisionId}`}</Badge>
                  )}
                  {!isRead && <Badge tone="news">{t('writeups.unread')}</Badge>}
                </Link>
                <IconButton
                  label={t(isRead ? 'writeups.markUnread' : 'writeups.markRead', { name: one.team.name })}
                  onClick={() => onMark(markOf(one), !isRead)}
                >
                  <Icon name={isRead ? 'eye' : 'eyeOff'} />
                </IconButton>
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}
