import { type KeyboardEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoment } from '../../../i18n/date.ts'
import { useLanguage } from '../../../i18n/start.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import classes from './moment.module.css'

type Props = {
  start: number
  latest: number
  /** Null: now. */
  moment: number | null
  isOver: boolean
  onMove: (moment: number) => void
  onLeave: () => void
}

const minuteMs = 60_000
const hourMs = 3_600_000
// An hour a second.
const stepMs = 250
const step = hourMs / 4

export const MomentBar = ({ start, latest, moment, isOver, onMove, onLeave }: Props) => {
  const { t } = useTranslation('record')
  const language = useLanguage()
  const [playing, setPlaying] = useState(false)
  const at = moment ?? latest

  useEffect(() => {
    if (!playing) return undefined
    if (moment === null) {
      setPlaying(false)
      return undefined
    }
    const timer = setTimeout(() => onMove(moment + step), stepMs)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a step for each moment that was shown
  }, [playing, moment])

  const play = (): void => {
    if (!playing && moment === null) onMove(start)
    setPlaying(!playing)
  }
  // Browsers page by a tenth.
  const page = (event: KeyboardEvent): void => {
    const by = { PageUp: hourMs, PageDown: -hourMs }[event.key]
    if (by === undefined) return
    event.preventDefault()
    onMove(at + by)
  }
  return (
    <div className={classes.bar}>
      <IconButton label={t(playing ? 'moment.pause' : 'moment.play')} onClick={play}>
        <Icon name={playing ? 'pause' : 'play'} size={16} />
      </IconButton>
      <input
        type="range"
        className={classes.slider}
        aria-label={t('moment.label')}
        aria-valuetext={formatMoment(language, at)}
        min={start}
        max={latest}
        step={minuteMs}
        value={at}
        onKeyDown={page}
        onChange={({ currentTarget }) => {
          setPlaying(false)
          onMove(Number(currentTarget.value))
        }}
      />
      {moment !== null && (
        <span className={classes.stamp}>
          <time dateTime={new Date(at).toISOString()}>
            {t('moment.asOf', { time: formatMoment(language, at) })}
          </time>
          <Button
            size="small"
            onClick={() => {
              setPlaying(false)
              onLeave()
            }}
          >
            {t(isOver ? 'moment.backToFinal' : 'moment.backToLive')}
          </Button>
        </span>
      )}
    </div>
  )
}
