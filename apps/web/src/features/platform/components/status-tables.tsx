import type { SystemStatus } from '@pennant/contract/status'
import { useTranslation } from 'react-i18next'
import { Moment } from '../../../i18n/moment.tsx'
import { useLanguage } from '../../../i18n/start.ts'
import { Badge } from '../../../ui/badge.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { formatFigure } from '../figure.ts'

type Process = SystemStatus['processes'][number]
type Job = SystemStatus['jobs'][number]

export const ProcessTable = ({ processes }: { processes: readonly Process[] }) => {
  const { t } = useTranslation('admin')
  const columns = useProcessColumns()
  return (
    <DataTable
      fitting
      label={t('status.processes')}
      columns={columns}
      rows={processes}
      keyOf={({ id }) => id}
    />
  )
}

export const JobTable = ({ jobs }: { jobs: readonly Job[] }) => {
  const { t } = useTranslation('admin')
  const columns = useJobColumns()
  return (
    <DataTable
      fitting
      label={t('status.part.jobs')}
      columns={columns}
      rows={jobs}
      keyOf={({ name }) => name}
      toneOf={({ failed }) => (failed === null ? undefined : 'danger')}
    />
  )
}

const useProcessColumns = (): Column<Process>[] => {
  const { t } = useTranslation('admin')
  const language = useLanguage()
  return [
    {
      id: 'id',
      header: t('status.process'),
      width: 'minmax(12rem, 1fr)',
      narrow: 'title',
      cell: ({ id, elected }) => (
        <>
          {id} {elected && <Badge tone="good">{t('status.elected')}</Badge>}
        </>
      ),
    },
    {
      id: 'started',
      header: t('status.started'),
      width: '12rem',
      cell: ({ startedAt }) => <Moment at={startedAt} />,
    },
    {
      id: 'memory',
      header: t('status.memory'),
      width: '8rem',
      align: 'end',
      cell: ({ memoryMb }) => formatFigure(language, 'bytes', memoryMb * 1_000_000),
    },
    {
      id: 'delay',
      header: t('status.figure.loopDelayMs'),
      width: '10rem',
      align: 'end',
      cell: ({ loopDelayMs }) => formatFigure(language, 'loopDelayMs', loopDelayMs),
    },
    {
      id: 'clients',
      header: t('status.figure.hubClients'),
      width: '10rem',
      align: 'end',
      cell: ({ hubClients }) => formatFigure(language, 'hubClients', hubClients),
    },
  ]
}

const useJobColumns = (): Column<Job>[] => {
  const { t } = useTranslation('admin')
  const language = useLanguage()
  return [
    {
      id: 'name',
      header: t('status.job'),
      width: 'minmax(10rem, 1fr)',
      narrow: 'title',
      cell: ({ name }) => name,
    },
    {
      id: 'run',
      header: t('status.lastRun'),
      width: '12rem',
      cell: ({ lastRun }) => (lastRun === null ? t('status.notRun') : <Moment at={lastRun} />),
    },
    {
      id: 'took',
      header: t('status.took'),
      width: '8rem',
      align: 'end',
      cell: ({ milliseconds }) =>
        milliseconds === null ? '–' : formatFigure(language, 'milliseconds', milliseconds),
    },
    {
      id: 'outcome',
      header: t('status.outcome'),
      width: 'minmax(12rem, 1.5fr)',
      cell: ({ failed, lastRun }) =>
        failed === null ? (
          lastRun === null ? (
            '–'
          ) : (
            <Badge tone="good">{t('status.state.well')}</Badge>
          )
        ) : (
          failed
        ),
    },
  ]
}
