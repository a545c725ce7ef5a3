import type { GameInfo } from '@pennant/contract/game'
import { limits } from '@pennant/contract/limit'
import type { ResultsToEdit } from '@pennant/contract/results'
import { isSecret } from '@pennant/rules/game/visibility'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoment } from '../../../i18n/date.ts'
import { useLanguage } from '../../../i18n/start.ts'
import { useForm } from '../../../kit/use-form.ts'
import { Button } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextArea, TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { useToasts } from '../../../ui/toast-store.ts'
import { useResults } from '../use-results.ts'

type Props = { game: GameInfo; results: ResultsToEdit; onClose: () => void }

const most = { note: limits.resultsNote, reason: limits.resultsReason }

export const PublishDialog = ({ game, results, onClose }: Props) => {
  const { t } = useTranslation('organise')
  const { t: staff } = useTranslation('staff')
  const language = useLanguage()
  const titleId = useId()
  const toasts = useToasts()
  const { publish } = useResults(game.id)
  const [newest] = results.revisions
  const isPublished = results.publishedAt !== null
  const form = useForm({
    initial: { note: newest?.note ?? '', reason: '' },
    most,
    check: () => ({}),
    async send({ note, reason }) {
      const { revisions } = await publish.mutateAsync({ note, ...(reason === '' ? {} : { reason }) })
      const isSame = isPublished && revisions.length === results.revisions.length
      toasts.show({ tone: isSame ? 'news' : 'good', title: t(isSame ? 'results.same' : 'results.done') })
    },
    onSent: onClose,
  })
  const { freezeAt } = game
  return (
    <Dialog
      title={
        <span id={titleId}>
          {t(isPublished ? 'results.againTitle' : 'results.publishTitle', { title: game.title })}
        </span>
      }
      close={staff('close')}
      firm
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{staff('cancel')}</Button>
          <Button kind="primary" pending={form.pending} onClick={() => void form.submit()}>
            {t(isPublished ? 'results.publishAgain' : 'results.publish')}
          </Button>
        </>
      }
    >
      {isPublished ? (
        <p>{t('results.againText')}</p>
      ) : (
        <>
          <p>{t('results.publishText')}</p>
          {isSecret(game) && <p>{t('results.publishSecret')}</p>}
          {freezeAt !== undefined && (
            <p>
              {t('results.publishThaw', { time: formatMoment(language, freezeAt) })} {t('freeze.heldText')}
            </p>
          )}
        </>
      )}
      <p>{t('results.forGood')}</p>
      <Form labelledBy={titleId} pending={form.pending} refusals={form.refusals} onSubmit={form.submit}>
        {form.problem !== null && <Callout tone="danger" title={form.problem} alert />}
        <TextArea
          {...form.field('note')}
          label={t('results.note')}
          hint={t('results.noteHint')}
          rows={3}
          optional
        />
        {newest !== undefined && (
          <TextField {...form.field('reason')} label={t('results.reason')} hint={t('results.reasonHint')} />
        )}
      </Form>
    </Dialog>
  )
}
