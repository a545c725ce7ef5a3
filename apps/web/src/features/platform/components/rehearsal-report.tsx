import type { RehearsalReport } from '@pennant/contract/rehearsal'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Moment } from '../../../i18n/moment.tsx'
import { useLanguage } from '../../../i18n/start.ts'
import { Callout } from '../../../ui/callout.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { WithCode } from '../../../ui/with-code.tsx'
import { formatFigure } from '../figure.ts'
import { placeOf } from '../rehearsal-queries.ts'

type Fact = { name: string; value: ReactNode }

const tones = { green: 'good', yellow: 'caution', red: 'danger', inconclusive: 'neutral' } as const

export const ReportOfRehearsal = ({ report }: { report: RehearsalReport }) => {
  const { t } = useTranslation('admin')
  const { verdict, bottleneck } = report
  const facts = useFacts(report)
  const place = bottleneck === null ? null : placeOf(bottleneck.cause)
  return (
    <>
      <Callout tone={tones[verdict]} title={t(`rehearsal.verdict.${verdict}`)}>
        {place !== null && (
          <p>
            {t('rehearsal.bottleneck', { name: t(`rehearsal.cause.${place}`) })}
            <br />
            <WithCode text={t(`rehearsal.todo.${place}`)} />
          </p>
        )}
      </Callout>
      <Facts facts={facts} />
    </>
  )
}

const useFacts = ({ startedAt, size, figures, bottleneck }: RehearsalReport): Fact[] => {
  const { t } = useTranslation('admin')
  const language = useLanguage()
  const count = (value: number): string => formatFigure(language, 'queued', value)
  const slowest = (name: string, latency: { p99Ms: number } | null): Fact[] =>
    latency === null
      ? []
      : [{ name, value: formatFigure(language, 'milliseconds', Math.round(latency.p99Ms)) }]
  const { answers, instances, left } = figures
  const wrong: readonly (readonly [string, number])[] = [
    [t('rehearsal.errors'), answers.failed],
    [t('rehearsal.lost'), answers.lost],
    [t('rehearsal.refused'), answers.refused],
    [t('rehearsal.unexpected'), answers.unexpected],
    [t('rehearsal.missed'), figures.news?.missed ?? 0],
  ]
  return [
    { name: t('rehearsal.at'), value: <Moment at={startedAt} /> },
    { name: t('rehearsal.teams'), value: count(size.teams) },
    { name: t('rehearsal.players'), value: count(size.players) },
    ...slowest(t('rehearsal.pages'), figures.pages),
    ...slowest(t('rehearsal.submissions'), figures.submissions),
    ...slowest(t('rehearsal.news'), figures.news),
    ...(instances === null
      ? []
      : [
          { name: t('rehearsal.inTime'), value: `${count(instances.within60s)} / ${count(instances.asked)}` },
        ]),
    ...wrong.flatMap(([name, value]) => (value === 0 ? [] : [{ name, value: count(value) }])),
    ...(left.length === 0 ? [] : [{ name: t('rehearsal.left'), value: left.join(', ') }]),
    ...(bottleneck === null ? [] : [{ name: t('rehearsal.guess'), value: count(bottleneck.teams) }]),
  ]
}
