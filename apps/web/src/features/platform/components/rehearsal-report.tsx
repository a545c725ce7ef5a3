import type { RehearsalReport } from '@pennant/contract/rehearsal'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Moment } from '../../../i18n/moment.tsx'
import { formatPercent } from '../../../i18n/number.ts'
import { useLanguage } from '../../../i18n/start.ts'
import { Callout } from '../../../ui/callout.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { WithCode } from '../../../ui/with-code.tsx'
import { formatFigure } from '../figure.ts'
import { placeOf } from '../rehearsal-queries.ts'

type Compared = NonNullable<RehearsalReport['before']>['figures'][number]
type Measure = Compared['measure']
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

const useFacts = ({ startedAt, size, figures, bottleneck, before }: RehearsalReport): Fact[] => {
  const { t } = useTranslation('admin')
  const language = useLanguage()
  const count = (value: number): string => formatFigure(language, 'queued', value)
  const duration = (ms: number): string => formatFigure(language, 'milliseconds', Math.round(ms))
  const comparedBy = (measure: Measure | undefined): Compared | undefined =>
    before?.figures.find((one) => one.measure === measure)
  const since = (measure: Measure | undefined, value: string, worded: (before: number) => string): string => {
    const known = comparedBy(measure)
    return known === undefined
      ? value
      : t(`rehearsal.since.${known.change}`, { value, before: worded(known.before) })
  }
  const slowest = (
    measure: 'news' | 'pages' | 'submissions',
    name: string,
    latency: { p99Ms: number } | null,
  ): Fact[] => (latency === null ? [] : [{ name, value: since(measure, duration(latency.p99Ms), duration) }])
  const { answers, instances, left } = figures
  const wrong: readonly (readonly [string, number, Measure?])[] = [
    [t('rehearsal.errors'), answers.failed, 'failed'],
    [t('rehearsal.lost'), answers.lost],
    [t('rehearsal.refused'), answers.refused, 'refused'],
    [t('rehearsal.unexpected'), answers.unexpected],
    [t('rehearsal.missed'), figures.news?.missed ?? 0],
  ]
  return [
    { name: t('rehearsal.at'), value: <Moment at={startedAt} /> },
    { name: t('rehearsal.teams'), value: count(size.teams) },
    { name: t('rehearsal.players'), value: count(size.players) },
    ...slowest('pages', t('rehearsal.pages'), figures.pages),
    ...slowest('submissions', t('rehearsal.submissions'), figures.submissions),
    ...slowest('news', t('rehearsal.news'), figures.news),
    ...(instances === null
      ? []
      : [
          {
            name: t('rehearsal.inTime'),
            value: since('instances', `${count(instances.within60s)} / ${count(instances.asked)}`, (late) =>
              formatPercent(language, 1 - late),
            ),
          },
        ]),
    ...wrong.flatMap(([name, value, measure]) => {
      const { before: had = 0 } = comparedBy(measure) ?? {}
      return value === 0 && had === 0 ? [] : [{ name, value: since(measure, count(value), count) }]
    }),
    ...(left.length === 0 ? [] : [{ name: t('rehearsal.left'), value: left.join(', ') }]),
    ...(bottleneck === null ? [] : [{ name: t('rehearsal.guess'), value: count(bottleneck.teams) }]),
    ...(before === null
      ? []
      : [
          {
            name: t(before.sameSize ? 'rehearsal.before' : 'rehearsal.beforeOther'),
            value: <Moment at={before.startedAt} />,
          },
        ]),
  ]
}
