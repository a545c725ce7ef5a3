import type { Adjustment } from '@pennant/contract/adjustment'
import { limits } from '@pennant/contract/limit'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useSignedNumber } from '../../../i18n/number.ts'
import { useForm } from '../../../kit/use-form.ts'
import { WhatIfSection } from '../../../kit/what-if/preview.tsx'
import { Button } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { useToasts } from '../../../ui/toast-store.ts'
import { useAdjusting } from '../use-adjusting.ts'

type Props = { game: number; adjustment: Adjustment; onClose: () => void }

export const RevokeDialog = ({ game, adjustment, onClose }: Props) => {
  const { t } = useTranslation('organise')
  const { t: staff } = useTranslation('staff')
  const titleId = useId()
  const signed = useSignedNumber()
  const toasts = useToasts()
  const { revoke } = useAdjusting(game)
  const { id, team, teamId, points, reason } = adjustment
  const form = useForm({
    initial: { reason: '' },
    most: { reason: limits.adjustmentReason },
    check: (draft) => (draft.reason.trim() === '' ? { reason: t('byHand.reasonMissing') } : {}),
    send: (draft) => revoke.mutateAsync({ id, reason: draft.reason }),
    onSent() {
      toasts.show({ tone: 'good', title: t('byHand.done', { count: 1 }) })
      onClose()
    },
  })
  return (
    <Dialog
      title={<span id={titleId}>{t('byHand.revokeTitle', { points: signed(points), team })}</span>}
      close={staff('close')}
      firm
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{staff('cancel')}</Button>
          <Button kind="primary" pending={form.pending} onClick={() => void form.submit()}>
            {t('byHand.revoke')}
          </Button>
        </>
      }
    >
      <p>
        {t('byHand.givenFor')} <bdi>{reason}</bdi>
      </p>
      <Form labelledBy={titleId} pending={form.pending} refusals={form.refusals} onSubmit={form.submit}>
        {form.problem !== null && <Callout tone="danger" title={form.problem} alert />}
        <TextField {...form.field('reason')} label={t('byHand.revokeReason')} hint={t('byHand.revokeHint')} />
      </Form>
      <WhatIfSection game={game} change={{ kind: 'adjustTeams', teamIds: [teamId], points: -points }} />
    </Dialog>
  )
}
