import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../api/context.ts'
import { Loaded } from '../../kit/loaded.tsx'
import { type NoticeFilter, NoticeList } from '../../features/notice/components/notice-list.tsx'
import { noticesQuery } from '../../features/notice/queries.ts'
import { useSeenNotices } from '../../features/notice/unread.ts'
import type { LiveState } from '../../live/connection.ts'
import { CheckField } from '../../ui/fields.tsx'
import { LiveChip } from '../../ui/live-chip.tsx'
import classes from './notice-panel.module.css'
import { useSystemNotices } from './system-notice.ts'

const seenAfterMs = 3_000

type Props = {
  game: number
  live: LiveState
  filter: NoticeFilter
  untitled?: boolean
}

export const NoticePanel = ({ game, live, filter, untitled = false }: Props) => {
  const { t } = useTranslation('play')
  const query = useQuery(noticesQuery(useApi(), game, live !== 'live'))
  const [seen, see] = useSeenNotices(game)
  const latest = Math.max(0, ...(query.data ?? []).map(({ id }) => id))

  useEffect(() => {
    if (latest <= seen) return undefined
    let timer: ReturnType<typeof setTimeout>
    const look = (): void => {
      clearTimeout(timer)
      if (document.visibilityState === 'visible') timer = setTimeout(() => see(latest), seenAfterMs)
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [latest, seen, see])

  return (
    <section className={classes.panel} {...(untitled ? {} : { 'aria-labelledby': 'notices' })}>
      <header className={classes.head}>
        {!untitled && (
          <h2 id="notices" className={classes.title}>
            {t('notice.title')}
          </h2>
        )}
        <LiveChip state={live} label={t(`live.${live}`)} />
      </header>
      <Loaded query={query} failed={t('notice.failed')}>
        {(notices) => <NoticeList notices={notices} seen={seen} {...filter} />}
      </Loaded>
      <BySystem />
    </section>
  )
}

const BySystem = () => {
  const { t } = useTranslation('play')
  const [state, choose] = useSystemNotices()
  const hints = { missing: t('notice.systemMissing'), denied: t('notice.systemDenied') }
  return (
    <CheckField
      name="systemNotices"
      label={t('notice.system')}
      {...(state === 'missing' || state === 'denied' ? { hint: hints[state] } : {})}
      checked={state === 'on'}
      disabled={state === 'missing' || state === 'denied'}
      onChange={choose}
    />
  )
}
