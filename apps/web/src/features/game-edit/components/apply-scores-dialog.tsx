import type { ChallengeSummary } from '@pennant/contract/challenge'
import { updateChallenge } from '@pennant/contract/challenge-edit'
import type { ScoreCurve } from '@pennant/rules/scoring/dynamic-score'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { useProblemText } from '../../../kit/problem-text.ts'
import { useRunAll } from '../../../kit/use-run-all.ts'
import { WhatIfSection } from '../../../kit/what-if/preview.tsx'
import { useLanguage } from '../../../i18n/start.ts'
import { Announced } from '../../../ui/announced.tsx'
import { Button } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { CheckField, SelectField } from '../../../ui/fields.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { useToasts } from '../../../ui/toast-store.ts'
import { challengesToEditQuery } from '../queries.ts'
import { Name } from '../../../ui/name.tsx'

type Challenge = Pick<ChallengeSummary, 'id' | 'title'>

type Props = {
  game: number
  curve: ScoreCurve
  challenges: readonly Challenge[]
  onClose: () => void
  onDone: () => void
}

export const ApplyScoresDialog = ({ game, curve, challenges, onClose, onDone }: Props) => {
  const { t } = useTranslation('organise')
  const { t: staff } = useTranslation('staff')
  const api = useApi()
  const queries = useQueryClient()
  const toasts = useToasts()
  const problemText = useProblemText()
  const language = useLanguage()
  const { run, start, stop } = useRunAll<Challenge>()
  const [parts, setParts] = useState({ originalScore: true, minScoreRate: true, difficulty: true })
  const [bonus, setBonus] = useState<'keep' | 'on' | 'off'>('keep')

  const body = {
    ...(parts.originalScore ? { originalScore: curve.originalScore } : {}),
    ...(parts.minScoreRate ? { minScoreRate: curve.minScoreRate } : {}),
    ...(parts.difficulty ? { difficulty: curve.difficulty } : {}),
    ...(bonus === 'keep' ? {} : { disableBloodBonus: bonus === 'off' }),
  }
  const begin = async (): Promise<void> => {
    const failures = await start(challenges, ({ id }) =>
      api.call(updateChallenge, { params: { id: game, cid: id }, body }),
    )
    await queries.invalidateQueries({ queryKey: challengesToEditQuery(api, game).queryKey })
    if (failures.length > 0) return
    toasts.show({ tone: 'good', title: t('scoring.applied', { count: challenges.length }) })
    onDone()
  }
  const write = (value: number): string =>
    new Intl.NumberFormat(language, { maximumFractionDigits: 2 }).format(value)
  const box = (name: keyof typeof parts, label: string) => (
    <CheckField
      name={name}
      label={label}
      checked={parts[name]}
      onChange={(on) => setParts({ ...parts, [name]: on })}
    />
  )
  const running = run?.running === true
  return (
    <ConfirmDialog
      title={t('scoring.applyTo', { count: challenges.length })}
      confirm={t('scoring.apply')}
      decline={staff('cancel')}
      pending={running}
      disabled={Object.keys(body).length === 0}
      onConfirm={() => void begin()}
      onDecline={() => {
        stop()
        onClose()
      }}
    >
      <p>{t('scoring.applyText')}</p>
      {box('originalScore', `${t('scoring.original')}: ${write(curve.originalScore)}`)}
      {box('minScoreRate', `${t('scoring.minimum')}: ${write(curve.minScoreRate * 100)} %`)}
      {box('difficulty', `${t('scoring.difficulty')}: ${write(curve.difficulty)}`)}
      <SelectField
        name="bonus"
        label={t('scoring.bonus')}
        value={bonus}
        options={[
          { value: 'keep', label: t('scoring.bonusKeep') },
          { value: 'on', label: t('scoring.bonusOn') },
          { value: 'off', label: t('scoring.bonusOff') },
        ]}
        onChange={setBonus}
      />
      {Object.keys(body).length > 0 && run === null && (
        <WhatIfSection
          game={game}
          change={{ kind: 'scoreChallenges', challengeIds: challenges.map(({ id }) => id), scoring: body }}
        />
      )}
      {run !== null && running && (
        <>
          <p>
            <Announced fromStart text={staff('run.progress', { done: run.done, total: run.total })} />
          </p>
          <ProgressBar label={t('scoring.apply')} share={run.done / run.total} />
          <Button size="small" onClick={stop}>
            {staff('run.stop')}
          </Button>
        </>
      )}
      {run !== null && !running && run.failures.length > 0 && (
        <Callout tone="danger" title={staff('run.failed', { count: run.failures.length })} alert>
          <ul>
            {run.failures.map(({ item, error }) => (
              <li key={item.id}>
                <Name>{item.title}</Name>: {problemText(error)}
              </li>
            ))}
          </ul>
        </Callout>
      )}
    </ConfirmDialog>
  )
}
