import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { LiveState } from '../../../live/state.ts'
import { Button } from '../../../ui/button.tsx'
import { LiveChip } from '../../../ui/live-chip.tsx'
import classes from './watch-head.module.css'

type Props = {
  title: string
  /** Null where nothing happens any more. */
  live: LiveState | null
  children?: ReactNode
}

/** What a screen of the monitor shows, whether it is as it is now, and what one can do with all of it. */
export const WatchHead = ({ title, live, children }: Props) => {
  const { t } = useTranslation('play')
  return (
    <div className={classes.head}>
      <h2 className={classes.title}>{title}</h2>
      {live !== null && <LiveChip state={live} label={t(`live.${live}`)} />}
      {children !== undefined && <div className={classes.actions}>{children}</div>}
    </div>
  )
}

type LineProps = {
  text: string
  news: number
  paused: boolean
  onPause: (paused: boolean) => void
  onShow: () => void
  children?: ReactNode
}

/** How many there are, and what has come meanwhile. */
export const LiveLine = ({ text, news, paused, onPause, onShow, children }: LineProps) => {
  const { t } = useTranslation('desk')
  return (
    <div className={classes.line}>
      <span aria-live="polite">{text}</span>
      {children}
      {news > 0 && (
        <Button size="small" kind="primary" onClick={onShow}>
          {t('live.news', { count: news })}
        </Button>
      )}
      <Button
        size="small"
        onClick={() => {
          onPause(!paused)
          if (paused) onShow()
        }}
      >
        {paused ? t('live.resume') : t('live.pause')}
      </Button>
    </div>
  )
}
