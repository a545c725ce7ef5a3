import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useProfile } from '../../api/queries/session.ts'
import { formatMoment } from '../../i18n/date.ts'
import { useLanguage } from '../../i18n/start.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import classes from './layout.module.css'

export const StaffFrame = ({ side, children }: { side: ReactNode; children: ReactNode }) => {
  const by = useProfile()?.secondFactorBy
  return (
    <div className={classes.frame} data-wide-frame="">
      <div className={classes.side}>{side}</div>
      <div className={classes.page}>
        {by !== undefined && <FactorDue by={by} />}
        {children}
      </div>
    </div>
  )
}

const FactorDue = ({ by }: { by: number }) => {
  const { t } = useTranslation('staff')
  return (
    <Callout tone="caution" title={t('factor.due', { time: formatMoment(useLanguage(), by) })}>
      <LinkButton size="small" to="/account/profile">
        {t('factor.setUp')}
      </LinkButton>
    </Callout>
  )
}
