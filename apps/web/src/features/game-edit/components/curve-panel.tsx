import type { ChallengeSummary } from '@pennant/contract/challenge'
import { readChallengeToEdit } from '@pennant/contract/challenge-edit'
import { limits } from '@pennant/contract/limit'
import type { ScoreCurve as Curve } from '@pennant/rules/scoring/dynamic-score'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { useProblemText } from '../../../kit/problem-text.ts'
import { NumberField, SelectField } from '../../../ui/fields.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { ScoreCurve } from '../../../ui/score-curve/score-curve.tsx'
import classes from './curve-panel.module.css'

type Props = {
  game: number
  challenges: readonly Pick<ChallengeSummary, 'id' | 'title'>[]
  curve: Curve
  onChange: (curve: Curve) => void
}

export const CurvePanel = ({ game, challenges, curve, onChange }: Props) => {
  const { t } = useTranslation('organise')
  const id = useId()
  const api = useApi()
  const problemText = useProblemText()
  const [from, setFrom] = useState('')
  const [solves, setSolves] = useState<number | null>(null)
  const [fault, setFault] = useState<string>()

  const load = async (chosen: string): Promise<void> => {
    setFrom(chosen)
    setFault(undefined)
    setSolves(null)
    if (chosen === '') return
    try {
      const challenge = await api.call(readChallengeToEdit, { params: { id: game, cid: Number(chosen) } })
      setSolves(challenge.acceptedCount)
      onChange({
        originalScore: challenge.originalScore,
        minScoreRate: challenge.minScoreRate,
        difficulty: challenge.difficulty,
      })
    } catch (error) {
      setFault(problemText(error))
    }
  }
  const minimum = Math.round(curve.minScoreRate * 1000) / 10
  const bounded = (value: number, most: number): number => Math.min(most, Math.max(0, value))
  return (
    <Panel labelledBy={id}>
      <h3 id={id} className={classes.title}>
        {t('scoring.curve')}
      </h3>
      <p className={classes.lead}>{t('scoring.curveHint')}</p>
      <div className={classes.fields}>
        <SelectField
          name="from"
          optional
          label={t('scoring.from')}
          value={from}
          fault={fault}
          options={[
            { value: '', label: t('scoring.fromNone') },
            ...challenges.map((one) => ({ value: String(one.id), label: one.title })),
          ]}
          onChange={(chosen) => void load(chosen)}
        />
        <NumberField
          name="originalScore"
          label={t('scoring.original')}
          min={0}
          max={limits.challengeScore}
          value={curve.originalScore}
          onChange={(value) =>
            onChange({ ...curve, originalScore: Math.round(bounded(value, limits.challengeScore)) })
          }
        />
        <NumberField
          name="minScoreRate"
          label={t('scoring.minimum')}
          unit="%"
          min={0}
          max={100}
          step={0.1}
          value={minimum}
          onChange={(value) => onChange({ ...curve, minScoreRate: bounded(value, 100) / 100 })}
        />
        <NumberField
          name="difficulty"
          label={t('scoring.difficulty')}
          hint={t('scoring.difficultyHint')}
          min={0}
          step={0.1}
          value={curve.difficulty}
          onChange={(value) => onChange({ ...curve, difficulty: bounded(value, limits.challengeScore) })}
        />
      </div>
      <ScoreCurve
        curve={curve}
        solves={solves}
        label={t('scoring.curveLabel', {
          original: curve.originalScore,
          minimum: Math.floor(curve.originalScore * curve.minScoreRate),
        })}
        labels={{ solves: t('overview.column.solves'), points: t('challenges.points') }}
      />
    </Panel>
  )
}
