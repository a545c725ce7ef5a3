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
import { WithCode } from '../../../ui/with-code.tsx'
import { PartCard } from '../components/part-card.tsx'
import classes from '../components/platform.module.css'
import { RehearsalPanel } from '../components/rehearsal-panel.tsx'
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
      <Findings status={status} />
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
      <RehearsalPanel />
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

const tones = { red: 'danger', yellow: 'caution', note: 'neutral' } as const

const Findings = ({ status }: { status: SystemStatus }) => {
  const { t } = useTranslation('admin')
  const language = useLanguage()
  const findings = findingsOf(status)
  const alarms = findings.filter(({ level }) => level !== 'note')
  return (
    <>
      {alarms.length === 0 && <Callout tone="good" title={t('status.allWell')} />}
      {alarms.length > 0 && (
        <h2 className={classes.heading}>{t('status.warnings', { count: alarms.length })}</h2>
      )}
      {findings.map((finding) => (
        <Callout
          key={`${finding.code} ${finding.values.join(' ')}`}
          tone={tones[finding.level]}
          title={t(`status.warning.${finding.code}`, valuesOf(language, finding))}
        >
          <p>
            <WithCode text={t(`status.todo.${finding.code}`)} />
          </p>
        </Callout>
      ))}
    </>
  )
}

/** Servers of earlier versions tell no levels. */
const findingsOf = ({ findings, warnings, parts }: SystemStatus): NonNullable<SystemStatus['findings']> => {
  if (findings !== undefined) return findings
  const isBroken = (code: string): boolean =>
    parts.some(({ part, state }) => state === 'broken' && code.startsWith(`${part}.`))
  return warnings.map((warning) => ({ ...warning, level: isBroken(warning.code) ? 'red' : 'yellow' }))
}
