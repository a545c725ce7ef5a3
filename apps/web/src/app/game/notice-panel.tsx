import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../api/context.ts'
import { Loaded } from '../../api/loaded.tsx'
import { NoticeList } from '../../features/notice/components/notice-list.tsx'
import { noticesQuery } from '../../features/notice/queries.ts'
import { useSeenNotices } from '../../features/notice/unread.ts'
import type { LiveState } from '../../live/state.ts'
import { LiveChip } from '../../ui/live-chip.tsx'
import classes from './notice-panel.module.css'

/** What is looked at this long has been seen. */
const seenAfterMs = 3_000

export const NoticePanel = ({ game, live }: { game: number; live: LiveState }) => {
  const { t } = useTranslation('play')
  const query = useQuery(noticesQuery(useApi(), game))
  const [seen, see] = useSeenNotices(game)
  const latest = Math.max(0, ...(query.data ?? []).map(({ id }) => id))

  useEffect(() => {
    if (latest <= seen) return undefined
    const timer = setTimeout(() => {
      if (document.visibilityState === 'visible') see(latest)
    }, seenAfterMs)
    return () => clearTimeout(timer)
  }, [latest, seen, see])

  return (
    <section className={classes.panel} aria-labelledby="notices">
      <header className={classes.head}>
        <h2 id="notices" className={classes.title}>
          {t('notice.title')}
        </h2>
        <LiveChip state={live} label={t(`live.${live}`)} />
      </header>
      <Loaded query={query} failed={t('notice.failed')}>
        {(notices) => <NoticeList notices={notices} seen={seen} />}
      </Loaded>
    </section>
  )
}
