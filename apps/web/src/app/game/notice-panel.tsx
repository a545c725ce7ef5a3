import type { DetailedGameInfo } from '@pennant/contract/game'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../api/context.ts'
import { NoticeList } from '../../features/notice/components/notice-list.tsx'
import { noticesQuery } from '../../features/notice/queries.ts'
import { useSeenNotices, useUnread } from '../../features/notice/unread.ts'
import { withTexts } from '../../i18n/start.ts'
import { Loaded } from '../../kit/loaded.tsx'
import { CheckField } from '../../ui/fields.tsx'
import { LiveChip } from '../../ui/live-chip.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import type { GameLive } from './live.ts'
import classes from './aside.module.css'
import { useSystemNotices } from './system-notice.ts'

const LiveList = lazy(async () => ({
  default: (await withTexts('live', import('./live-list.tsx'))).GameLiveList,
}))

const seenAfterMs = 3_000

export type PanelList = 'live' | 'notices'

type Props = {
  game: DetailedGameInfo
  live: GameLive
  list: PanelList
  onList: (list: PanelList) => void
  untitled?: boolean
}

/** Solves are many and notices few, so neither list is in the way of the other. */
export const NoticePanel = ({ game, live, list, onList, untitled = false }: Props) => {
  const { t } = useTranslation('play')
  const unread = useUnread(game.id, true, live.state !== 'live')
  return (
    <section className={classes.panel} {...(untitled ? {} : { 'aria-label': t('notice.title') })}>
      <header className={classes.head}>
        <Segmented<PanelList>
          size="small"
          label={t('notice.lists')}
          value={list}
          options={[
            { value: 'live', label: t('live.list') },
            {
              value: 'notices',
              label: t('notice.title'),
              ...(unread > 0 && list === 'live' ? { count: unread } : {}),
            },
          ]}
          onChange={onList}
        />
        <LiveChip state={live.state} label={t(`live.${live.state}`)} />
      </header>
      {list === 'live' ? (
        <Suspense>
          <LiveList game={game} store={live.store} />
        </Suspense>
      ) : (
        <Notices game={game.id} polled={live.state !== 'live'} />
      )}
    </section>
  )
}

const Notices = ({ game, polled }: { game: number; polled: boolean }) => {
  const { t } = useTranslation('play')
  const query = useQuery(noticesQuery(useApi(), game, polled))
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
    <>
      <Loaded query={query} failed={t('notice.failed')}>
        {(notices) => <NoticeList notices={notices} seen={seen} />}
      </Loaded>
      <BySystem />
    </>
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
