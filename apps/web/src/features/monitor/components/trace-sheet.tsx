import type { Trace } from '@pennant/contract/watch'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { withTexts } from '../../../i18n/start.ts'
import { Loaded } from '../../../kit/loaded.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { SelectField } from '../../../ui/fields.tsx'
import { SideSheet } from '../../../ui/side-sheet.tsx'
import { tracesQuery } from '../queries.ts'
import { TraceList } from './trace-list.tsx'

const ScoreHistory = lazy(async () => ({
  default: (await withTexts('record', import('../../../kit/score-history/score-history.tsx'))).ScoreHistory,
}))

type Props = { game: number; participation: number; onClose: () => void }

export const TraceSheet = ({ game, participation, onClose }: Props) => {
  const { t } = useTranslation('monitor')
  const { t: staff } = useTranslation('staff')
  const query = useQuery(tracesQuery(useApi(), game, participation))
  return (
    <SideSheet title={t('watch.traces.title')} close={staff('close')} onClose={onClose}>
      <Suspense>
        <ScoreHistory game={game} of={{ participation }} />
      </Suspense>
      <Loaded query={query} failed={t('watch.traces.failed')}>
        {(traces) => <Traces traces={traces} />}
      </Loaded>
    </SideSheet>
  )
}

const Traces = ({ traces }: { traces: readonly Trace[] }) => {
  const { t } = useTranslation('monitor')
  const { t: staff } = useTranslation('staff')
  const [challenge, setChallenge] = useState('')
  const titles = [...new Set(traces.flatMap(({ challenge: title }) => title ?? []))].toSorted()
  const shown = traces.filter((trace) => challenge === '' || trace.challenge === challenge)
  if (traces.length === 0) return <EmptyState icon="eye" title={t('watch.traces.none')} />
  return (
    <>
      <SelectField
        name="challenge"
        label={t('watch.challenge')}
        value={challenge}
        options={[
          { value: '', label: staff('all') },
          ...titles.map((title) => ({ value: title, label: title })),
        ]}
        onChange={setChallenge}
      />
      <TraceList
        label={t('watch.traces.title')}
        lines={shown.map((trace, index) => ({ ...trace, key: String(index), copied: false, by: null }))}
      />
    </>
  )
}
