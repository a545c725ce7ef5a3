import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { Moment } from '../../../i18n/moment.tsx'
import type { LiveSolve } from '../../../live/live-solve.ts'
import { BloodMark } from '../../../ui/blood-mark.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { SelectField } from '../../../ui/fields.tsx'
import { type LineChoice, lineChoice, lineChoices, useLineChoice } from '../line-choice.ts'
import type { SolveSource } from '../solve-source.ts'
import { useLiveSolves } from '../use-live-solves.ts'
import classes from './live-list.module.css'
import { Sentence } from './sentence.tsx'

type Props = { source: SolveSource; plays: boolean }

export const LiveList = ({ source, plays }: Props) => {
  const { t } = useTranslation('live')
  const choice = useLineChoice()
  const solves = useLiveSolves(source)
  return (
    <div className={classes.frame}>
      <SelectField<LineChoice>
        name="liveLine"
        label={t('line.setting')}
        value={choice}
        options={lineChoices
          .filter((value) => value !== 'team' || plays)
          .map((value) => ({ value, label: t(`line.choice.${value}`) }))}
        onChange={lineChoice.set}
      />
      {solves.length === 0 ? (
        <EmptyState icon="flag" title={t('live.none')} />
      ) : (
        <ol className={classes.list}>
          {solves.map((solve) => (
            <Row key={`${solve.team}\n${solve.challenge}`} {...solve} />
          ))}
        </ol>
      )}
    </div>
  )
}

// Each solve that is heard makes a list of a hundred, in which the others stay as they are.
const Row = memo((solve: LiveSolve) => (
  <li className={classes.item} data-own={solve.isOwn || undefined}>
    <BloodMark rank={solve.place} size={16} />
    <div className={classes.words}>
      <Sentence solve={solve} />
      <span className={classes.time}>
        <Moment at={solve.time} />
      </span>
    </div>
  </li>
))
