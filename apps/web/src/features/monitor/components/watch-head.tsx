import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { LiveState } from '../../../live/connection.ts'
import { Button } from '../../../ui/button.tsx'
import { LiveChip } from '../../../ui/live-chip.tsx'
import classes from './watch-head.module.css'

type Props = {
  title: string
  main?: boolean
  /** Null once nothing happens anymore. */
  live: LiveState | null
  count?: ReactNode
  children?: ReactNode
}

export const WatchHead = ({ title, main = false, live, count, children }: Props) => {
  const { t } = useTranslation('play')
  const Heading = main ? 'h1' : 'h2'
  return (
    <div className={classes.head}>
      <Heading className={classes.title}>{title}</Heading>
      {live !== null && <LiveChip state={live} label={t(`live.${live}`)} />}
      {count}
      {children !== undefined && <div className={classes.actions}>{children}</div>}
    </div>
  )
}

type CountProps = {
  text: string
  news: number
  paused: boolean
  onPause: (paused: boolean) => void
  onShow: () => void
}

export const LiveCount = ({ text, news, paused, onPause, onShow }: CountProps) => {
  const { t } = useTranslation('staff')
  return (
    <>
      <span className={classes.count}>{text}</span>
      <Button
        size="small"
        onClick={() => {
          onPause(!paused)
          if (paused) onShow()
        }}
      >
        {paused ? t('live.resume') : t('live.pause')}
      </Button>
      {news > 0 && (
        <Button size="small" kind="primary" onClick={onShow}>
          {t('live.news', { count: news })}
        </Button>
      )}
    </>
  )
}
