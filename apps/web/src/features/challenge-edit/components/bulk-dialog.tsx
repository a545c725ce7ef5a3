import type { ChallengeSummary, ChallengeUpdate } from '@pennant/contract/challenge'
import type { ChallengeCategory } from '@pennant/contract/enums'
import { limits } from '@pennant/contract/limit'
import { runsContainers } from '@pennant/rules/challenge/kind'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { NumberField, SelectField } from '../../../ui/fields.tsx'
import { categories } from '../use-list-address.ts'
import classes from './bulk-dialog.module.css'
import { EnableDialog } from './enable-dialog.tsx'

export type BulkKind = 'enable' | 'disable' | 'category' | 'points' | 'delete'
export type Wish = { kind: BulkKind; challenges: readonly ChallengeSummary[] }

type Props = {
  game: number
  wish: Wish
  onChange: (challenges: readonly ChallengeSummary[], body: ChallengeUpdate) => void
  onDelete: (challenges: readonly ChallengeSummary[]) => void
  onClose: () => void
}

/** Whether there is anything to ask before it is done. */
export const asks = ({ kind, challenges }: Wish): boolean => {
  if (kind === 'enable') return challenges.some(({ lacks = [] }) => lacks.length > 0)
  if (kind === 'disable') return challenges.some(({ type, isEnabled }) => isEnabled && runsContainers(type))
  return true
}

export const BulkDialog = ({ game, wish: { kind, challenges }, onChange, onDelete, onClose }: Props) => {
  const { t } = useTranslation('organise')
  const { t: d } = useTranslation('desk')
  const [category, setCategory] = useState<ChallengeCategory>(challenges[0]?.category ?? 'Misc')
  const [points, setPoints] = useState(challenges[0]?.originalScore ?? 0)
  const count = challenges.length
  const names = (
    <ul className={classes.names}>
      {challenges.map(({ id, title }) => (
        <li key={id}>{title}</li>
      ))}
    </ul>
  )
  const frame = { decline: d('cancel'), onDecline: onClose }

  switch (kind) {
    case 'enable':
      return (
        <EnableDialog
          game={game}
          challenges={challenges}
          onEnable={(some) => onChange(some, { isEnabled: true })}
          onClose={onClose}
        />
      )
    case 'disable':
      return (
        <ConfirmDialog
          {...frame}
          danger
          title={t('challenges.disableTitle', { count })}
          confirm={t('challenges.disable')}
          onConfirm={() => onChange(challenges, { isEnabled: false })}
        >
          {names}
          <p>{t('challenges.disableText')}</p>
        </ConfirmDialog>
      )
    case 'category':
      return (
        <ConfirmDialog
          {...frame}
          title={t('challenges.categoryTitle', { count })}
          confirm={d('save')}
          onConfirm={() => onChange(challenges, { category })}
        >
          {names}
          <SelectField<ChallengeCategory>
            name="category"
            label={t('challenge.field.category')}
            value={category}
            options={categories.map((value) => ({ value, label: value }))}
            onChange={setCategory}
          />
        </ConfirmDialog>
      )
    case 'points':
      return (
        <ConfirmDialog
          {...frame}
          title={t('challenges.pointsTitle', { count })}
          confirm={d('save')}
          disabled={!Number.isInteger(points) || points < 0 || points > limits.challengeScore}
          onConfirm={() => onChange(challenges, { originalScore: points })}
        >
          {names}
          <NumberField
            name="points"
            label={t('challenge.field.originalScore')}
            hint={t('challenges.pointsText')}
            value={points}
            min={0}
            max={limits.challengeScore}
            onChange={setPoints}
          />
        </ConfirmDialog>
      )
    case 'delete':
      return (
        <ConfirmDialog
          {...frame}
          danger
          title={t('challenges.deleteTitle', { count })}
          confirm={d('delete')}
          onConfirm={() => onDelete(challenges)}
        >
          {names}
          <p>{t('challenges.deleteText')}</p>
        </ConfirmDialog>
      )
  }
}
