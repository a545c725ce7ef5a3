import type { SystemStatus } from '@pennant/contract/status'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { statusQuery } from '../../../api/queries/status.ts'
import { Moment } from '../../../i18n/moment.tsx'
import { useLanguage } from '../../../i18n/start.ts'
import { Loaded } from '../../../kit/loaded.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { PageHead } from '../../../ui/page-head.tsx'
import { PartCard } from '../components/part-card.tsx'
import classes from '../components/platform.module.css'
import { JobTable, ProcessTable } from '../components/status-tables.tsx'
import { valuesOf } from '../warning-values.ts'

export const StatusPage = () => {
  const { t } = useTranslation('admin')
  const { t: staff } = useTranslation('staff')
  const api = useApi()
  const status = useQuery(statusQuery(api))
  return (
    <>
      <PageHead title={staff('admin.status')} />
      {api.extensions.supported ? (
        <Loaded query={status} failed={t('status.failed')}>
          {(answer) => <Whole status={answer} />}
        </Loaded>
      ) : (
        <EmptyState icon="info" title={t('status.unknown')} />
      )}
    </>
  )
}

const Whole = ({ status }: { status: SystemStatus }) => {
  const { t } = useTranslation('admin')
  return (
    <div className={classes.stack}>
      <Warnings status={status} />
      <Facts
        facts={[
          { name: t('status.version'), value: status.version },
          { name: 'Node.js', value: status.node },
          { name: t('status.part.database'), value: status.database },
          { name: t('status.started'), value: <Moment at={status.startedAt} /> },
          {
            name: t('status.lastBackup'),
            value: status.lastBackup === null ? t('status.noBackup') : <Moment at={status.lastBackup} />,
          },
        ]}
      />
      <h2 className={classes.heading}>{t('status.parts')}</h2>
      <div className={classes.parts}>
        {status.parts.map((part) => (
          <PartCard key={part.part} status={part} level={3} />
        ))}
      </div>
      <h2 className={classes.heading}>{t('status.processes')}</h2>
      <ProcessTable processes={status.processes} />
      <h2 className={classes.heading}>{t('status.part.jobs')}</h2>
      <JobTable jobs={status.jobs} />
    </div>
  )
}

const Warnings = ({ status: { warnings, parts } }: { status: SystemStatus }) => {
  const { t } = useTranslation('admin')
  const language = useLanguage()
  if (warnings.length === 0) return <Callout tone="good" title={t('status.allWell')} />
  const isBroken = (code: string): boolean =>
    parts.some(({ part, state }) => state === 'broken' && code.startsWith(`${part}.`))
  return (
    <>
      <h2 className={classes.heading}>{t('status.warnings', { count: warnings.length })}</h2>
      {warnings.map((warning) => (
        <Callout
          key={`${warning.code} ${warning.values.join(' ')}`}
          tone={isBroken(warning.code) ? 'danger' : 'caution'}
          title={t(`status.warning.${warning.code}`, valuesOf(language, warning))}
        >
          <p>{t(`status.todo.${warning.code}`)}</p>
        </Callout>
      ))}
    </>
  )
}
