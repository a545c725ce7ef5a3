import { useTranslation } from 'react-i18next'
import { useProblemText } from '../../../kit/problem-text.ts'
import { Announced } from '../../../ui/announced.tsx'
import { Button } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import type { Progress } from '../use-decisions.ts'
import classes from './decision-progress.module.css'
import { Name } from '../../../ui/name.tsx'

type Props = { progress: Progress | null; stop: () => void; forget: () => void }

export const DecisionProgress = ({ progress, stop, forget }: Props) => {
  const { t } = useTranslation('staff')
  const { t: own } = useTranslation('organise')
  const problemText = useProblemText()
  if (progress === null) return null
  const { done, total, running, refused } = progress
  if (running) {
    if (total === 1) return null
    const text = t('run.progress', { done, total })
    return (
      <div className={classes.running}>
        <ProgressBar label={text} share={done === 0 ? null : done / total} />
        <span>
          <Announced fromStart text={text} />
        </span>
        <Button size="small" onClick={stop}>
          {t('run.stop')}
        </Button>
      </div>
    )
  }
  return (
    <Callout tone="danger" title={t('run.failed', { count: refused.length })} alert>
      <ul className={classes.refused}>
        {refused.map(({ participation: { id, team }, why }) => (
          <li key={id}>
            <Name>{team.name}</Name>:{' '}
            {typeof why === 'string' ? own('review.refused', { code: why }) : problemText(why)}
          </li>
        ))}
      </ul>
      <Button size="small" onClick={forget}>
        {t('close')}
      </Button>
    </Callout>
  )
}
