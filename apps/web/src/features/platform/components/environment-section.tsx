import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { Loaded } from '../../../kit/loaded.tsx'
import { statusQuery } from '../../../api/queries/status.ts'
import { Panel } from '../../../ui/panel.tsx'
import { PartCard } from './part-card.tsx'
import classes from './platform.module.css'

const shown = ['storage', 'provider', 'cache'] as const

export const EnvironmentSection = () => {
  const { t } = useTranslation('admin')
  const id = useId()
  const status = useQuery(statusQuery(useApi()))
  return (
    <Panel labelledBy={id}>
      <div className={classes.stack}>
        <h2 id={id} className={classes.heading}>
          {t('settings.environment')}
        </h2>
        <p className={classes.dim}>{t('settings.environmentText')}</p>
        <Loaded query={status} failed={t('status.failed')}>
          {({ parts }) => (
            <div className={classes.parts}>
              {shown.flatMap((name) => {
                const part = parts.find((one) => one.part === name)
                return part === undefined ? [] : [<PartCard key={name} status={part} level={3} />]
              })}
            </div>
          )}
        </Loaded>
      </div>
    </Panel>
  )
}
