import { limits } from '@pennant/contract/limit'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DateTimeField } from '../../../kit/date-time-field.tsx'
import { useForm } from '../../../kit/use-form.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { UnsavedDialog } from './unsaved-dialog.tsx'

type Draft = { title: string; start: number | null; end: number | null }

export type NamedTimes = { title: string; start: number; end: number }

type Props = {
  heading: string
  lead: string
  confirm: string
  initial: NamedTimes
  send: (given: NamedTimes) => Promise<unknown>
  onClose: () => void
}

export const GameTimesDialog = ({ heading, lead, confirm, initial, send, onClose }: Props) => {
  const { t } = useTranslation('organise')
  const { t: staff } = useTranslation('staff')
  const { t: p } = useTranslation('play')
  const titleId = useId()
  const [leaving, setLeaving] = useState(false)
  const [first] = useState(initial)
  const form = useForm<Draft>({
    initial: first,
    check: ({ title, start, end }) => ({
      ...(title.trim() === '' ? { title: t('form.required') } : {}),
      ...(start === null ? { start: t('form.required') } : {}),
      ...(end === null ? { end: t('form.required') } : {}),
      ...(start !== null && end !== null && end <= start ? { end: t('info.fault.endBeforeStart') } : {}),
    }),
    async send({ title, start, end }) {
      if (start !== null && end !== null) await send({ title: title.trim(), start, end })
    },
  })
  return (
    <Dialog
      title={<span id={titleId}>{heading}</span>}
      close={staff('close')}
      onClose={() => (form.draft.title === first.title ? onClose() : setLeaving(true))}
    >
      <p>{lead}</p>
      <Form labelledBy={titleId} {...form.frame}>
        <TextField {...form.field('title')} label={t('games.title')} maxLength={limits.gameTitle} />
        <DateTimeField {...form.field('start')} label={p('game.start')} />
        <DateTimeField {...form.field('end')} label={p('game.end')} />
        <Button kind="primary" submit pending={form.pending}>
          {confirm}
        </Button>
      </Form>
      {leaving && (
        <UnsavedDialog name={form.draft.title} onDiscard={onClose} onStay={() => setLeaving(false)} />
      )}
    </Dialog>
  )
}
