import { type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../api/context.ts'
import { formatClock, formatMoment } from '../../i18n/date.ts'
import { useLanguage } from '../../i18n/start.ts'
import { announce } from '../../ui/announce.ts'
import { Button } from '../../ui/button.tsx'
import { LiveChip } from '../../ui/live-chip.tsx'
import type { Freshness } from '../freshness/freshness.ts'
import type { Overlay, ShowOverlay } from '../overlay.ts'
import classes from './background.module.css'
import { Overlays } from './overlays.tsx'
import { useFetchAhead } from './use-fetch-ahead.ts'
import { useFreshness } from './use-freshness.ts'
import { usePersistQueries } from './use-persist-queries.ts'
import { useKeys } from './use-keys.ts'
import { useFailureToasts } from './use-failure-toasts.ts'

type Props = {
  overlay: Overlay | null
  early: RefObject<KeyboardEvent[]>
  onShow: ShowOverlay
  onReady: () => void
}

const longAgoMs = 12 * 3_600_000

const signs = { offline: 'offline', unanswered: 'offline', stored: 'connecting' } as const satisfies Record<
  Exclude<Freshness, 'fresh'>,
  'offline' | 'connecting'
>

export const Background = ({ overlay, early, onShow, onReady }: Props) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const { time } = useApi()
  const { freshness, goodAt, otherBuild } = useFreshness()
  const [declined, setDeclined] = useState(false)
  const [wasBad, setWasBad] = useState(false)
  usePersistQueries()
  useFetchAhead()
  const failureToasts = useFailureToasts()
  const typed = useRef<KeyboardEvent[]>([])
  useKeys(onShow, { early, typed })
  useEffect(onReady, [onReady])
  if (freshness !== 'fresh' && !wasBad) setWasBad(true)

  const good = goodAt === null ? null : goodAt + time.offset()
  const format = good !== null && time.now() - good > longAgoMs ? formatMoment : formatClock
  const detail = good === null ? null : t('fresh.asOf', { time: format(language, good) })
  const word = freshness === 'fresh' ? (wasBad ? t('fresh.back') : '') : t(`fresh.${freshness}`)
  useEffect(() => announce(word), [word])
  useEffect(() => announce(otherBuild ? t('build.stale') : ''), [otherBuild, t])
  return (
    <>
      {(freshness !== 'fresh' || (otherBuild && !declined)) && (
        <div className={classes.bar}>
          {freshness !== 'fresh' && (
            <LiveChip quiet state={signs[freshness]} label={word} {...(detail === null ? {} : { detail })} />
          )}
          {otherBuild && !declined && freshness === 'fresh' && (
            <>
              <span>{t('build.stale')}</span>
              <span className={classes.buttons}>
                <Button size="small" kind="primary" onClick={() => location.reload()}>
                  {t('build.reload')}
                </Button>
                <Button size="small" onClick={() => setDeclined(true)}>
                  {t('build.later')}
                </Button>
              </span>
            </>
          )}
        </div>
      )}
      <Overlays overlay={overlay} early={early} typed={typed} onShow={onShow} />
      {failureToasts}
    </>
  )
}
