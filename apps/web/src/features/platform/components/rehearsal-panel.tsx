import { limits } from '@pennant/contract/limit'
import { type Rehearsals, type RehearsalState, rehearsalSteps } from '@pennant/contract/rehearsal'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { Loaded } from '../../../kit/loaded.tsx'
import { useAct } from '../../../kit/use-act.ts'
import { useForm } from '../../../kit/use-form.ts'
import { Button } from '../../../ui/button.tsx'
import { CheckField, NumberField, TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { useToasts } from '../../../ui/toast-store.ts'
import { WithCode } from '../../../ui/with-code.tsx'
import { rehearsalQuery, useRehearsalActions } from '../rehearsal-queries.ts'
import classes from './platform.module.css'
import { ReportOfRehearsal } from './rehearsal-report.tsx'

const mostTeams = 20_000

export const RehearsalPanel = () => {
  const { t } = useTranslation('admin')
  const id = useId()
  const query = useQuery(rehearsalQuery(useApi()))
  return (
    <Panel labelledBy={id}>
      <div className={classes.stack}>
        <h2 id={id} className={classes.heading}>
          {t('rehearsal.title')}
        </h2>
        <p className={classes.dim}>{t('rehearsal.text')}</p>
        <p className={classes.dim}>
          <WithCode text={t('rehearsal.here')} />
        </p>
        <Loaded query={query} failed={t('rehearsal.failed')}>
          {(known) => (
            <>
              {known.running === null ? (
                <StartForm labelledBy={id} known={known} />
              ) : (
                <Progress running={known.running} />
              )}
              {known.report !== null && <ReportOfRehearsal report={known.report} />}
            </>
          )}
        </Loaded>
      </div>
    </Panel>
  )
}

const Progress = ({ running: { id, step } }: { running: RehearsalState }) => {
  const { t } = useTranslation('admin')
  const actions = useRehearsalActions()
  const { act, isPending } = useAct()
  const label = t(`rehearsal.step.${step}`)
  return (
    <>
      <p>{label}</p>
      <ProgressBar label={label} share={rehearsalSteps[step] / rehearsalSteps.clean} />
      <div className={classes.buttons}>
        <Button
          pending={isPending('end')}
          onClick={() => void act('end', () => actions.end(id), t('rehearsal.stopped'))}
        >
          {t('rehearsal.stop')}
        </Button>
      </div>
    </>
  )
}

const StartForm = ({ labelledBy, known }: { labelledBy: string; known: Rehearsals }) => {
  const { t } = useTranslation('admin')
  const toasts = useToasts()
  const actions = useRehearsalActions()
  const [near] = known.near
  const form = useForm({
    initial: { teams: known.suggestedTeams, oneAddress: false, duringGame: '' },
    check: ({ duringGame }) =>
      near !== undefined && duringGame.trim() === '' ? { duringGame: t('form.required') } : {},
    async send({ duringGame, ...draft }) {
      await actions.run({ ...draft, duringGame: duringGame.trim() === '' ? null : duringGame.trim() })
      toasts.show({ tone: 'good', title: t('rehearsal.started') })
    },
  })
  return (
    <Form labelledBy={labelledBy} {...form.frame}>
      <NumberField {...form.field('teams')} label={t('rehearsal.teams')} min={1} max={mostTeams} />
      <CheckField
        {...form.checkbox('oneAddress')}
        label={t('rehearsal.oneAddress')}
        hint={t('rehearsal.oneAddressHint')}
      />
      {near !== undefined && (
        <TextField
          {...form.field('duringGame')}
          label={t('rehearsal.game')}
          hint={t('rehearsal.gameHint', { name: near })}
          maxLength={limits.gameTitle}
        />
      )}
      <div className={classes.buttons}>
        <Button submit pending={form.pending}>
          {t('rehearsal.start')}
        </Button>
      </div>
    </Form>
  )
}
