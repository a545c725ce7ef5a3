import { useTranslation } from 'react-i18next'
import { useMinute } from '../../../kit/use-now.ts'
import { formatDuration } from '../../../i18n/duration.ts'
import { useLanguage } from '../../../i18n/start.ts'
import classes from './instances.module.css'

export const TimeLeft = ({ until }: { until: number }) => {
  const { t } = useTranslation('admin')
  const language = useLanguage()
  const left = until - useMinute()
  const minutes = Math.max(0, Math.floor(left / 60_000) * 60_000)
  return (
    <span className={classes.left}>
      {left <= 0 ? t('instances.over') : t('instances.left', { time: formatDuration(language, minutes) })}
    </span>
  )
}
