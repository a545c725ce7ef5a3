import { type GameInfo, readGameToEdit } from '@pennant/contract/game'
import { type BloodBonus, packBloodBonus, unpackBloodBonus } from '@pennant/rules/scoring/blood-bonus'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { ApiProblem } from '../../../api/problem.ts'
import { readVersioned, type Versioned } from '../../../api/versioned.ts'
import { useLanguage } from '../../../i18n/start.ts'
import { ConflictDialog } from '../../../kit/conflict-dialog.tsx'
import { LeaveDialog } from '../../../kit/leave-dialog.tsx'
import { useForm } from '../../../kit/use-form.ts'
import { useConsent } from '../../../kit/what-if/use-consent.tsx'
import { BloodMark } from '../../../ui/blood-mark.tsx'
import { Button } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { NumberField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Row } from '../../../ui/row.tsx'
import { useToasts } from '../../../ui/toast-store.ts'
import { useGameEditing } from '../use-game-editing.ts'
import classes from './scoring.module.css'

const places = ['first', 'second', 'third'] as const

/** In percent; the wire has permille. */
const percentOf = (game: GameInfo): BloodBonus => {
  const { first, second, third } = unpackBloodBonus(game.bloodBonus)
  return { first: first / 10, second: second / 10, third: third / 10 }
}
const packed = ({ first, second, third }: BloodBonus): number =>
  packBloodBonus({
    first: Math.round(first * 10),
    second: Math.round(second * 10),
    third: Math.round(third * 10),
  })

export const BloodBonusForm = ({ game: { data, version } }: { game: Versioned<GameInfo> }) => {
  const { t } = useTranslation('organise')
  const { t: staff } = useTranslation('staff')
  const { t: p } = useTranslation('play')
  const api = useApi()
  const id = useId()
  const toasts = useToasts()
  const language = useLanguage()
  const { save } = useGameEditing()
  const [theirs, setTheirs] = useState<Versioned<GameInfo> | null>(null)

  const { consent, question } = useConsent(data.id)
  const form = useForm<BloodBonus>({
    initial: percentOf(data),
    check: (draft) =>
      Object.fromEntries(
        places
          .filter((place) => draft[place] < 0 || draft[place] > 100)
          .map((place) => [place, t('scoring.percentFault')]),
      ),
    async send(draft) {
      const changes = { bloodBonus: packed(draft) }
      const agreed = await consent({
        change: { kind: 'setBloodBonus', ...changes },
        title: t('scoring.saveTitle'),
        confirm: staff('save'),
      })
      if (!agreed) return
      const write = async (onto: Versioned<GameInfo>): Promise<void> => {
        await save.mutateAsync({ game: onto.data, version: onto.version, changes })
        setTheirs(null)
        toasts.show({ tone: 'good', title: staff('saved') })
      }
      try {
        await write(theirs ?? { data, version })
      } catch (error) {
        if (!(error instanceof ApiProblem && error.is('edit.conflict'))) throw error
        const latest = await readVersioned(api, readGameToEdit, { params: { id: data.id } })
        // Changes elsewhere in the game don't conflict: both are kept.
        if (latest.data.bloodBonus === data.bloodBonus) return write(latest)
        setTheirs(latest)
        throw error
      }
    },
  })
  const changed = packed(form.draft) !== data.bloodBonus
  const write = (value: number): string =>
    new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 }).format(value / 100)
  return (
    <Panel labelledBy={id}>
      <h3 id={id} className={classes.title}>
        {t('scoring.bonus')}
      </h3>
      <p className={classes.lead}>{t('scoring.bonusHint')}</p>
      <Form labelledBy={id} pending={form.pending} refusals={form.refusals} onSubmit={form.submit}>
        {form.problem !== null && theirs === null && <Callout tone="danger" title={form.problem} alert />}
        <div className={classes.fields}>
          {places.map((place, index) => (
            <div key={place} className={classes.field}>
              <BloodMark rank={index === 0 ? 1 : index === 1 ? 2 : 3} size={22} />
              <NumberField
                {...form.field(place)}
                label={p(`blood.${place}`)}
                unit="%"
                min={0}
                max={100}
                step={0.1}
              />
            </div>
          ))}
        </div>
        <Row gap="s">
          <Button kind="primary" submit pending={form.pending} disabled={!changed}>
            {staff('save')}
          </Button>
          {changed && <Button onClick={() => form.reset(percentOf(data))}>{staff('discard')}</Button>}
        </Row>
      </Form>
      {question}
      {theirs !== null && (
        <ConflictDialog
          differences={places.map((place) => ({
            name: place,
            label: p(`blood.${place}`),
            mine: write(form.draft[place]),
            theirs: write(percentOf(theirs.data)[place]),
          }))}
          pending={form.pending}
          onKeepMine={() => void form.submit()}
          onTakeTheirs={() => {
            form.reset(percentOf(theirs.data))
            setTheirs(null)
          }}
          onClose={() => setTheirs(null)}
        />
      )}
      <LeaveDialog unsaved={changed} />
    </Panel>
  )
}
