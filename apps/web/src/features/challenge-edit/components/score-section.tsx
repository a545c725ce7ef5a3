import { useTranslation } from 'react-i18next'
import { CheckField, NumberField } from '../../../ui/fields.tsx'
import { ScoreCurve } from '../../../ui/score-curve/score-curve.tsx'
import { bounds } from '../draft.ts'
import type { ChallengeEditor } from '../use-challenge-draft.ts'
import { useMember } from '../use-member.ts'
import { Columns, Section } from './section.tsx'

export const ScoreSection = ({ editor, solved }: { editor: ChallengeEditor; solved: number }) => {
  const { t } = useTranslation('organise')
  const { field } = useMember(editor)
  const { originalScore, minScoreRate, difficulty, disableBloodBonus } = editor.draft
  const rate = field('minScoreRate')
  const curve = {
    originalScore,
    minScoreRate: Math.min(1, Math.max(0, minScoreRate)),
    difficulty: Math.max(0, difficulty),
  }
  return (
    <Section id="points" title={t('challenge.score')} lead={t('challenge.scoreText')}>
      <Columns>
        <NumberField {...field('originalScore')} {...bounds.originalScore} />
        <NumberField
          {...rate}
          value={inPercent(rate.value)}
          min={0}
          max={100}
          step={0.1}
          unit="%"
          onChange={(percent) => rate.onChange(ofPercent(percent))}
        />
        <NumberField {...field('difficulty')} hint={t('challenge.difficultyText')} min={0} step={0.1} />
      </Columns>
      <ScoreCurve
        curve={curve}
        solves={solved}
        label={t('scoring.curveLabel', {
          original: curve.originalScore,
          minimum: Math.floor(curve.originalScore * curve.minScoreRate),
        })}
        labels={{ solves: t('overview.column.solves'), points: t('challenges.points') }}
      />
      <CheckField
        name="disableBloodBonus"
        label={t('challenge.field.disableBloodBonus')}
        hint={t('challenge.bloodText')}
        checked={disableBloodBonus}
        onChange={(checked) => editor.set('disableBloodBonus', checked)}
      />
    </Section>
  )
}

// Rounded, because floating-point math leaves a remainder.
const inPercent = (rate: number): number => Math.round(rate * 10_000) / 100
const ofPercent = (percent: number): number => Math.round(percent * 100) / 10_000
