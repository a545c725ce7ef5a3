import type { ChallengeSummary, ChallengeUpdate } from '@pennant/contract/challenge'
import type { ChallengeLevel } from '@pennant/contract/enums'
import { labelsIn } from '@pennant/rules/challenge/labels'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { SelectField, TextField } from '../../../ui/fields.tsx'
import { relabeled } from '../bulk-action.ts'
import { levels, useLevelText } from '../level-text.ts'

type Props = {
  challenges: readonly ChallengeSummary[]
  decline: string
  onDecline: () => void
  onChange: (
    challenges: readonly ChallengeSummary[],
    bodyOf: (challenge: ChallengeSummary) => ChallengeUpdate,
  ) => void
  children: ReactNode
}

const texts = ['addTags', 'removeTags', 'addAuthors', 'removeAuthors'] as const
const nothing = { addTags: '', removeTags: '', addAuthors: '', removeAuthors: '' }

export const LabelsDialog = ({ challenges, decline, onDecline, onChange, children }: Props) => {
  const { t } = useTranslation('organise')
  const { t: staff } = useTranslation('staff')
  const levelText = useLevelText()
  const [level, setLevel] = useState<ChallengeLevel | ''>('')
  const [typed, setTyped] = useState(nothing)
  const edit = {
    level: level === '' ? null : level,
    addTags: labelsIn(typed.addTags),
    removeTags: labelsIn(typed.removeTags),
    addAuthors: labelsIn(typed.addAuthors),
    removeAuthors: labelsIn(typed.removeAuthors),
  }
  const changed = challenges.filter((one) => Object.keys(relabeled(one, edit)).length > 0)
  return (
    <ConfirmDialog
      title={t('challenges.labelsTitle', { count: challenges.length })}
      confirm={staff('save')}
      decline={decline}
      disabled={changed.length === 0}
      onDecline={onDecline}
      onConfirm={() => onChange(changed, (challenge) => relabeled(challenge, edit))}
    >
      {children}
      <SelectField<ChallengeLevel | ''>
        name="level"
        label={t('challenge.field.level')}
        value={level}
        options={[
          { value: '', label: t('challenges.keepLevel') },
          ...levels.map((value) => ({ value, label: levelText(value) })),
        ]}
        onChange={setLevel}
      />
      {texts.map((name) => (
        <TextField
          key={name}
          optional
          name={name}
          label={t(`challenges.${name}`)}
          hint={t('challenges.commas')}
          value={typed[name]}
          onChange={(text) => setTyped((old) => ({ ...old, [name]: text }))}
        />
      ))}
    </ConfirmDialog>
  )
}
