import { useTranslation } from 'react-i18next'
import { formatCountdown } from '../../../i18n/duration.ts'
import { Moment } from '../../../i18n/moment.tsx'
import { useHasPassed, useNow } from '../../../kit/use-now.ts'
import { Icon } from '../../../ui/icon.tsx'
import classes from './challenge-panel.module.css'

export const Deadline = ({ at }: { at: number }) => {
  const { t } = useTranslation('play')
  const come = useHasPassed(at)
  return (
    <p className={classes.deadline}>
      <Icon name="clock" /> {t('challenge.deadline')} <Moment at={at} />
      {!come && <Left until={at} />}
    </p>
  )
}

const Left = ({ until }: { until: number }) => {
  const { t } = useTranslation('play')
  return (
    <span>
      {t('challenge.left')}{' '}
      <bdi className={classes.figures} dir="ltr">
        {formatCountdown(until - useNow())}
      </bdi>
    </span>
  )
}
