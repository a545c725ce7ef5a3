import { limits } from '@pennant/contract/limit'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConflictDialog } from '../../../kit/conflict-dialog.tsx'
import { LeaveDialog } from '../../../kit/leave-dialog.tsx'
import { ApiProblem } from '../../../api/problem.ts'
import { useProblemText } from '../../../kit/problem-text.ts'
import { SavedElsewhere } from '../../../kit/saved-elsewhere.tsx'
import { useDraft } from '../../../kit/use-draft.ts'
import { Button } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { TextField } from '../../../ui/fields.tsx'
import { useToasts } from '../../../ui/toast-store.ts'
import { sampleFlags, strengthOf } from '../template-sample.ts'
import classes from './flags.module.css'
import { Section } from './section.tsx'

type Saved = { template: string; version: string | null }

type Props = {
  name: string
  saved: Saved
  onSave: (template: string, version: string | null) => Promise<Saved>
  onRead: () => Promise<Saved>
}

const teams = 3
const environmentVariable = 'PENNANT_FLAG'

export const TemplateSection = ({ name, saved, onSave, onRead }: Props) => {
  const { t } = useTranslation('organise')
  const { t: staff } = useTranslation('staff')
  const toasts = useToasts()
  const problemText = useProblemText()
  const editor = useDraft({ name, saved: saved.template, version: saved.version })
  const { draft, changed } = editor
  const [pending, setPending] = useState(false)
  const [fault, setFault] = useState<string | undefined>(undefined)
  const [theirs, setTheirs] = useState<Saved | null>(null)
  const samples = useMemo(() => sampleFlags(draft, pickByChance, teams), [draft])

  const save = async (version: string | null): Promise<void> => {
    setPending(true)
    setFault(undefined)
    try {
      const now = await onSave(draft, version)
      editor.reset(now.template, now.version)
      setTheirs(null)
      toasts.show({ tone: 'good', title: staff('saved') })
    } catch (error) {
      if (error instanceof ApiProblem && error.is('edit.conflict'))
        await onRead().then(setTheirs, () => setFault(problemText(error)))
      else setFault(problemText(error))
    } finally {
      setPending(false)
    }
  }
  return (
    <Section
      title={t('flags.template')}
      lead={
        <>
          {t('flags.templateText')} {t('flags.environment', { name: environmentVariable })}
        </>
      }
    >
      {editor.restored && changed && <Callout tone="caution" title={staff('draft.restored')} />}
      {changed && !pending && editor.base !== saved.version && (
        <SavedElsewhere what="challenge" onCompare={() => setTheirs(saved)} />
      )}
      <TextField
        mono
        optional
        name="flagTemplate"
        label={t('flags.template')}
        maxLength={limits.flagTemplate}
        value={draft}
        fault={fault}
        onChange={(text) => {
          editor.setDraft(text)
          setFault(undefined)
        }}
      />
      <Strength template={draft} />
      <dl className={classes.samples} aria-label={t('flags.samples')}>
        {samples.map((flag, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- made-up teams have nothing but a number
          <div key={at} className={classes.sample}>
            <dt>{t('flags.team', { number: at + 1 })}</dt>
            <dd>{flag}</dd>
          </div>
        ))}
      </dl>
      <ul className={classes.help}>
        <li>{t('flags.help.empty')}</li>
        <li>{t('flags.help.guid')}</li>
        <li>{t('flags.help.hash')}</li>
        <li>{t('flags.help.leet')}</li>
        <li>{t('flags.help.cleet')}</li>
      </ul>
      <div className={classes.buttons}>
        <Button kind="primary" pending={pending} disabled={!changed} onClick={() => void save(editor.base)}>
          {staff('save')}
        </Button>
        {changed && (
          <Button onClick={() => editor.reset(saved.template, saved.version)}>{staff('discard')}</Button>
        )}
      </div>
      <LeaveDialog unsaved={changed} />
      {theirs !== null && (
        <ConflictDialog
          differences={[
            { name: 'flagTemplate', label: t('flags.template'), mine: draft, theirs: theirs.template },
          ]}
          pending={pending}
          onKeepMine={() => void save(theirs.version)}
          onTakeTheirs={() => {
            editor.reset(theirs.template, theirs.version)
            setTheirs(null)
          }}
          onClose={() => setTheirs(null)}
        />
      )}
    </Section>
  )
}

const Strength = ({ template }: { template: string }) => {
  const { t } = useTranslation('organise')
  const strength = strengthOf(template)
  if (strength.kind === 'certain') return <Callout tone="good" title={t('flags.strengthCertain')} />
  return (
    <Callout
      tone={strength.kind === 'enough' ? 'good' : 'danger'}
      title={t('flags.strengthBits', { bits: String(strength.bits) })}
    >
      <p>{t(strength.kind === 'enough' ? 'flags.strengthEnough' : 'flags.strengthWeak')}</p>
    </Callout>
  )
}

// Good enough for samples; the server makes the real flags.
const pickByChance = (count: number): number => {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1))
  return random % count
}
