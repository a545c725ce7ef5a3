import type { ChallengeSummary } from '@pennant/contract/challenge'
import type { Division } from '@pennant/contract/division'
import { limits } from '@pennant/contract/limit'
import { openDivisions } from '@pennant/rules/participation/division'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiProblem } from '../../../api/problem.ts'
import { tagOfRow } from '../../../api/versioned.ts'
import { SavedElsewhere } from '../../../kit/saved-elsewhere.tsx'
import { useForm } from '../../../kit/use-form.ts'
import { useConsent } from '../../../kit/what-if/use-consent.tsx'
import { Button } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { SelectField, TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { useToasts } from '../../../ui/toast-store.ts'
import { consequenceOf } from '../division-consequence.ts'
import {
  challengePermissions,
  usualPermissions,
  wholePermissions,
  withException,
  withPermission,
} from '../permission-mask.ts'
import { type DivisionDraft, draftOfDivision, useDivisionEditing } from '../use-division-editing.ts'
import { CodeField } from './code-field.tsx'
import { DivisionConflict } from './division-conflict.tsx'
import classes from './division-dialog.module.css'
import type { Entry } from './open-divisions.tsx'
import { PermissionBoxes } from './permission-boxes.tsx'
import { UnsavedDialog } from './unsaved-dialog.tsx'

type Props = {
  game: number
  entry: Entry
  division: Division | null
  current: Division | null
  challenges: readonly Pick<ChallengeSummary, 'id' | 'title'>[]
  onClose: () => void
}

// As strict as the game: a new division must not undo its decision.
const freshIn = (reviewed: boolean): DivisionDraft => ({
  name: '',
  inviteCode: '',
  defaultPermissions: withPermission(usualPermissions, 'RequireReview', reviewed),
  challengeConfigs: [],
})

const isOther = (one: Division, other: Division): boolean =>
  JSON.stringify(draftOfDivision(one)) !== JSON.stringify(draftOfDivision(other))

export const DivisionDialog = ({ game, entry, division, current, challenges, onClose }: Props) => {
  const { t } = useTranslation('organise')
  const { t: staff } = useTranslation('staff')
  const titleId = useId()
  const toasts = useToasts()
  const { create, update, latest } = useDivisionEditing(game)
  const [theirs, setTheirs] = useState<Division | null>(null)

  const { consent, checking, question } = useConsent(game)
  // Teams may have points from, or be playing with, what is no longer permitted.
  const isAgreed = async (draft: DivisionDraft): Promise<boolean> => {
    const consequence = division === null ? null : consequenceOf(division, draft)
    if (consequence === null) return true
    return consent({
      change: consequence.change,
      affectsPlayers: consequence.endsPlay,
      title: t('divisions.saveTitle', { name: draft.name }),
      confirm: staff('save'),
      text: consequence.endsPlay && <p>{t('divisions.closesText')}</p>,
    })
  }
  const write = async (draft: DivisionDraft, base: Division | null): Promise<void> => {
    if (base === null) await create.mutateAsync(draft)
    else await update.mutateAsync({ id: base.id, draft, version: tagOfRow(base) })
    toasts.show({ tone: 'good', title: staff('saved'), text: draft.name })
    onClose()
  }
  const [leaving, setLeaving] = useState(false)
  const [initial] = useState(() =>
    division === null ? freshIn(!entry.acceptWithoutReview) : draftOfDivision(division),
  )
  const form = useForm<DivisionDraft>({
    initial,
    check: ({ name }) => (name.trim() === '' ? { name: t('form.required') } : {}),
    async send(draft) {
      if (theirs === null && !(await isAgreed(draft))) return
      try {
        await write(draft, theirs ?? division)
      } catch (error) {
        if (division !== null && error instanceof ApiProblem && error.is('edit.conflict'))
          setTheirs(await latest(division.id))
        throw error
      }
    },
  })
  const { draft, field, change } = form
  const outdated = current !== null && division !== null && !form.pending && isOther(current, division)
  const titleOf = (id: number): string => challenges.find((one) => one.id === id)?.title ?? `#${id}`
  const open = challenges.filter(({ id }) => !draft.challengeConfigs.some((one) => one.challengeId === id))
  const setException = (id: number, permissions: number | null): void =>
    change('challengeConfigs')(withException(draft.challengeConfigs, id, permissions))

  if (theirs !== null)
    return (
      <DivisionConflict
        mine={draft}
        theirs={theirs}
        titleOf={titleOf}
        pending={form.pending}
        onKeepMine={() => void form.submit()}
        onTakeTheirs={onClose}
        onClose={() => setTheirs(null)}
      />
    )
  return (
    <Dialog
      title={
        <span id={titleId}>
          {division === null ? t('divisions.new') : t('divisions.editOf', { name: division.name })}
        </span>
      }
      close={staff('close')}
      size="wide"
      onClose={() => (JSON.stringify(draft) === JSON.stringify(initial) ? onClose() : setLeaving(true))}
    >
      <Form labelledBy={titleId} {...form.frame}>
        {outdated && <SavedElsewhere what="division" onCompare={() => setTheirs(current)} />}
        <TextField {...field('name')} label={t('divisions.name')} maxLength={limits.divisionName} />
        <CodeField
          label={t('info.field.inviteCode')}
          hint={t('divisions.codeHint')}
          {...field('inviteCode')}
        />
        {openDivisions(entry, [draft]).length > 0 && (
          <Callout tone="caution" title={t('info.openDivision')} />
        )}
        <fieldset className={classes.group}>
          <legend>{t('divisions.whole')}</legend>
          <PermissionBoxes
            explained
            names={wholePermissions}
            mask={draft.defaultPermissions}
            onChange={change('defaultPermissions')}
          />
        </fieldset>
        <fieldset className={classes.group}>
          <legend>{t('divisions.usual')}</legend>
          <PermissionBoxes
            explained
            names={challengePermissions}
            mask={draft.defaultPermissions}
            onChange={change('defaultPermissions')}
          />
        </fieldset>
        <fieldset className={classes.group}>
          <legend>{t('divisions.exceptions')}</legend>
          <p className={classes.hint}>
            {challenges.length === 0 ? t('divisions.noChallenges') : t('divisions.exceptionsHint')}
          </p>
          {draft.challengeConfigs.map(({ challengeId, permissions }) => (
            <fieldset key={challengeId} className={classes.exception}>
              <legend>{titleOf(challengeId)}</legend>
              <PermissionBoxes
                names={challengePermissions}
                mask={permissions}
                onChange={(mask) => setException(challengeId, mask)}
              />
              <Button size="small" onClick={() => setException(challengeId, null)}>
                {t('divisions.dropException')}
              </Button>
            </fieldset>
          ))}
          {open.length > 0 && (
            <SelectField
              name="challenge"
              optional
              label={t('divisions.addException')}
              value=""
              options={[
                { value: '', label: t('divisions.chooseChallenge') },
                ...open.map(({ id, title }) => ({ value: String(id), label: title })),
              ]}
              onChange={(id) => {
                if (id !== '') setException(Number(id), draft.defaultPermissions)
              }}
            />
          )}
        </fieldset>
        <Button kind="primary" submit pending={form.pending || checking}>
          {staff('save')}
        </Button>
      </Form>
      {question}
      {leaving && <UnsavedDialog name={draft.name} onDiscard={onClose} onStay={() => setLeaving(false)} />}
    </Dialog>
  )
}
