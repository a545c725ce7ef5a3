import { type TriedPart, triedParts, tryPart } from '@pennant/contract/status'
import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { useProblemText } from '../../../kit/problem-text.ts'
import type { PartStatus } from '../../../api/queries/status.ts'
import { useLanguage } from '../../../i18n/start.ts'
import { Button } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { figureNames, formatFigure } from '../figure.ts'
import { BackUpNow } from './back-up-now.tsx'
import { NoteBackup } from './note-backup.tsx'
import classes from './platform.module.css'

const signs = { well: 'check', off: 'dash', warning: 'warning', broken: 'cross' } as const

type Props = { status: PartStatus; level: 2 | 3 }

export const PartCard = ({ status: { part, state, kind, message, figures }, level }: Props) => {
  const { t } = useTranslation('admin')
  const language = useLanguage()
  const id = useId()
  const Heading = `h${level}` as const
  const tried = isTried(part) ? part : null
  const facts = figureNames.flatMap((name) => {
    const figure = figures.find((one) => one.name === name)
    return figure === undefined
      ? []
      : [{ name: t(`status.figure.${name}`), value: formatFigure(language, name, figure.value) }]
  })
  return (
    <section className={classes.part} aria-labelledby={id}>
      <div className={classes.head}>
        <Heading id={id} className={classes.heading}>
          {t(`status.part.${part}`)}
        </Heading>
        <span className={classes.state} data-state={state}>
          <Icon name={signs[state]} size={16} />
          {t(`status.state.${state}`)}
        </span>
      </div>
      {kind !== '' && <p className={classes.dim}>{kind}</p>}
      {message !== null && message !== '' && <p className={classes.message}>{message}</p>}
      {facts.length > 0 && <Facts facts={facts} />}
      {tried !== null && <Try part={tried} />}
      {part === 'backup' && <BackUpNow />}
      {part === 'backup' && <NoteBackup />}
    </section>
  )
}

const isTried = (part: string): part is TriedPart => Object.hasOwn(triedParts, part)

const Try = ({ part }: { part: TriedPart }) => {
  const { t } = useTranslation('admin')
  const api = useApi()
  const problemText = useProblemText()
  const trial = useMutation({ mutationFn: () => api.call(tryPart, { body: { part }, patient: true }) })
  return (
    <>
      <div>
        <Button size="small" pending={trial.isPending} onClick={() => trial.mutate()}>
          {t(`status.try.${part}`)}
        </Button>
      </div>
      {trial.isError && <Callout tone="danger" title={problemText(trial.error)} alert />}
      {trial.data !== undefined && (
        <Callout
          tone={trial.data.ok ? 'good' : 'danger'}
          title={
            trial.data.ok
              ? t('status.tried', { milliseconds: String(trial.data.milliseconds) })
              : t('status.triedBadly')
          }
          alert
        >
          {trial.data.message !== null && <p>{trial.data.message}</p>}
        </Callout>
      )}
    </>
  )
}
