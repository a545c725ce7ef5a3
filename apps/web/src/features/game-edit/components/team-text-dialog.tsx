import type { GameInfo } from '@pennant/contract/game'
import { limits } from '@pennant/contract/limit'
import { compatibleTeamText, defaultTeamText, isTeamText } from '@pennant/rules/team/team-token'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useForm } from '../../../kit/use-form.ts'
import { Button } from '../../../ui/button.tsx'
import { ChoiceField } from '../../../ui/choice-field.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { useToasts } from '../../../ui/toast-store.ts'
import { useGameEditing } from '../use-game-editing.ts'

type Props = { game: Pick<GameInfo, 'id' | 'signedTeamText'>; onClose: () => void }

const known = { pennant: defaultTeamText, compatible: compatibleTeamText } as const
type Choice = keyof typeof known | 'custom'

const choiceOf = (text: string): Choice =>
  text === known.pennant ? 'pennant' : text === known.compatible ? 'compatible' : 'custom'

export const TeamTextDialog = ({ game: { id, signedTeamText = defaultTeamText }, onClose }: Props) => {
  const { t } = useTranslation('organise')
  const { t: staff } = useTranslation('staff')
  const titleId = useId()
  const toasts = useToasts()
  const { change } = useGameEditing()
  const form = useForm<{ choice: Choice; signedTeamText: string }>({
    initial: { choice: choiceOf(signedTeamText), signedTeamText },
    check: (draft) => (isTeamText(draft.signedTeamText) ? {} : { signedTeamText: t('signedText.fault') }),
    send: (draft) => change.mutateAsync({ id, changes: { signedTeamText: draft.signedTeamText } }),
    onSent() {
      toasts.show({ tone: 'good', title: t('signedText.saved') })
      onClose()
    },
  })
  const choose = (choice: Choice): void => {
    form.change('choice')(choice)
    if (choice !== 'custom') form.change('signedTeamText')(known[choice])
  }
  return (
    <Dialog
      size="narrow"
      title={<span id={titleId}>{t('signedText.title')}</span>}
      close={staff('close')}
      onClose={onClose}
    >
      <Form labelledBy={titleId} {...form.frame}>
        <ChoiceField
          label={t('overview.signedText')}
          value={form.draft.choice}
          options={[
            { value: 'pennant', label: t('signedText.pennant'), hint: <code>{known.pennant}</code> },
            { value: 'compatible', label: t('signedText.compatible'), hint: <code>{known.compatible}</code> },
            { value: 'custom', label: t('signedText.custom'), hint: t('signedText.customHint') },
          ]}
          onChange={choose}
        />
        {form.draft.choice === 'custom' && (
          <TextField
            mono
            {...form.field('signedTeamText')}
            label={t('signedText.customText')}
            maxLength={limits.signedTeamText}
          />
        )}
        <p>{t('signedText.warning')}</p>
        <Button kind="primary" submit pending={form.pending}>
          {staff('save')}
        </Button>
      </Form>
    </Dialog>
  )
}
