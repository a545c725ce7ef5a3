import type { ChallengeSummary, ChallengeUpdate } from '@pennant/contract/challenge'
import type { ChallengeCategory } from '@pennant/contract/enums'
import { limits } from '@pennant/contract/limit'
import { runsContainers } from '@pennant/rules/challenge/container'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDebounced } from '../../../kit/use-debounced.ts'
import { WhatIfSection } from '../../../kit/what-if/preview.tsx'
import type { Impact } from '../../../kit/what-if/use-impact.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { NumberField, SelectField } from '../../../ui/fields.tsx'
import { type BulkAction, boardChangeOf } from '../bulk-action.ts'
import { isLacking } from '../challenge-list.ts'
import { categories } from '../use-list-address.ts'
import classes from '../pages/challenges-page.module.css'
import { EnableDialog } from './enable-dialog.tsx'
import { LabelsDialog } from './labels-dialog.tsx'
import { Name } from '../../../ui/name.tsx'

type Props = {
  game: number
  action: BulkAction
  impact: Impact
  onChange: (
    challenges: readonly ChallengeSummary[],
    bodyOf: (challenge: ChallengeSummary) => ChallengeUpdate,
  ) => void
  onDelete: (challenges: readonly ChallengeSummary[]) => void
  onClose: () => void
}

export const BulkDialog = ({ game, action, impact, onChange, onDelete, onClose }: Props) => {
  const { kind, challenges } = action
  const { t } = useTranslation('organise')
  const { t: staff } = useTranslation('staff')
  const [category, setCategory] = useState<ChallengeCategory>(challenges[0]?.category ?? 'Misc')
  const [points, setPoints] = useState(challenges[0]?.originalScore ?? 0)
  const debounced = Number(useDebounced(String(points)))
  const count = challenges.length
  const change = boardChangeOf(action, debounced)
  const names = (
    <ul className={classes.names}>
      {challenges.map(({ id, title }) => (
        <li key={id}>
          <Name>{title}</Name>
        </li>
      ))}
    </ul>
  )
  // The effect of new points is computed while they are typed.
  const matters = impact.board || kind === 'points' || kind === 'delete'
  const preview = matters && change !== null && <WhatIfSection game={game} change={change} />
  const frame = { decline: staff('cancel'), onDecline: onClose }

  switch (kind) {
    case 'enable':
      return challenges.some(isLacking) ? (
        <EnableDialog
          game={game}
          challenges={challenges}
          onEnable={(some) => onChange(some, () => ({ isEnabled: true }))}
          onClose={onClose}
        >
          {preview}
        </EnableDialog>
      ) : (
        <ConfirmDialog
          {...frame}
          title={t('challenges.enableTitle', { count })}
          confirm={t('challenges.bulk.enable')}
          onConfirm={() => onChange(challenges, () => ({ isEnabled: true }))}
        >
          {names}
          <p>{t('challenges.enableText')}</p>
          {preview}
        </ConfirmDialog>
      )
    case 'disable':
      return (
        <ConfirmDialog
          {...frame}
          danger
          title={t('challenges.disableTitle', { count })}
          confirm={t('challenges.disable')}
          onConfirm={() => onChange(challenges, () => ({ isEnabled: false }))}
        >
          {names}
          <p>{t('challenges.disableAll')}</p>
          {challenges.some(({ type }) => runsContainers(type)) && <p>{t('challenges.disableText')}</p>}
          {preview}
        </ConfirmDialog>
      )
    case 'category':
      return (
        <ConfirmDialog
          {...frame}
          title={t('challenges.categoryTitle', { count })}
          confirm={staff('save')}
          onConfirm={() => onChange(challenges, () => ({ category }))}
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
    case 'labels':
      return (
        <LabelsDialog {...frame} challenges={challenges} onChange={onChange}>
          {names}
        </LabelsDialog>
      )
    case 'points':
      return (
        <ConfirmDialog
          {...frame}
          title={t('challenges.pointsTitle', { count })}
          confirm={staff('save')}
          disabled={!Number.isInteger(points) || points < 0 || points > limits.challengeScore}
          onConfirm={() => onChange(challenges, () => ({ originalScore: points }))}
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
          {preview}
        </ConfirmDialog>
      )
    case 'delete':
      return (
        <ConfirmDialog
          {...frame}
          danger
          title={t('challenges.deleteTitle', { count })}
          confirm={staff('delete')}
          onConfirm={() => onDelete(challenges)}
        >
          {names}
          <p>{t('challenges.deleteText')}</p>
          {preview}
        </ConfirmDialog>
      )
  }
}
