import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../api/context.ts'
import { formatClock } from '../../i18n/date.ts'
import { useLanguage } from '../../i18n/start.ts'
import classes from './server-clock.module.css'

const notableMs = 5_000

export const ServerClock = () => {
  const { t } = useTranslation()
  const language = useLanguage()
  const { time } = useApi()
  const [now, setNow] = useState(() => time.now())

  useEffect(() => {
    const timer = setTimeout(() => setNow(time.now()), 1000 - (time.now() % 1000))
    return () => clearTimeout(timer)
  }, [now, time])

  const offset = time.offset()
  const count = Math.round(Math.abs(offset) / 1000)
  return (
    <div className={classes.clock}>
      <span>{t('clock.server')}</span>
      <time className={classes.figures} dir="ltr" dateTime={new Date(now).toISOString()}>
        {formatClock(language, now)}
      </time>
      {Math.abs(offset) >= notableMs && (
        <span className={classes.off}>
          {offset > 0 ? t('clock.behind', { count }) : t('clock.ahead', { count })}
        </span>
      )}
    </div>
  )
}
