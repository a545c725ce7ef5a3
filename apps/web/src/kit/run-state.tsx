import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Announced } from '../ui/announced.tsx'
import { Button } from '../ui/button.tsx'
import { Callout } from '../ui/callout.tsx'
import { ProgressBar } from '../ui/progress-bar.tsx'
import { useProblemText } from './problem-text.ts'
import classes from './sticky.module.css'
import type { Run } from './use-run-all.ts'

type Props<Item> = {
  run: Run<Item> | null
  nameOf: (item: Item) => string
  onStop: () => void
  onForget: () => void
}

export const RunState = <Item,>({ run, nameOf, onStop, onForget }: Props<Item>): ReactNode => {
  const { t } = useTranslation('staff')
  const problemText = useProblemText()
  if (run === null) return null
  const { done, total, failures, running } = run
  const progress = t('run.progress', { done, total })
  if (running)
    return (
      <div className={classes.running}>
        <Callout tone="neutral" title={<Announced fromStart text={progress} />}>
          <ProgressBar label={progress} share={done / Math.max(1, total)} />
          <Button size="small" onClick={onStop}>
            {t('run.stop')}
          </Button>
        </Callout>
      </div>
    )
  if (failures.length === 0) return null
  return (
    <Callout tone="danger" title={t('run.failed', { count: failures.length })} alert>
      <ul>
        {failures.map(({ item, error }) => (
          <li key={nameOf(item)}>
            <strong>{nameOf(item)}</strong>
            {': '}
            {problemText(error)}
          </li>
        ))}
      </ul>
      <Button size="small" onClick={onForget}>
        {t('close')}
      </Button>
    </Callout>
  )
}
