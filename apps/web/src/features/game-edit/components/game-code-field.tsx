import { joinableDivisions } from '@pennant/rules/participation/division'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import type { GameDraft } from '../game-draft.ts'
import { divisionsToEditQuery } from '../queries.ts'
import { CodeField } from './code-field.tsx'
import { OpenDivisions } from './open-divisions.tsx'

type Props = {
  game: number
  draft: Pick<GameDraft, 'inviteCode' | 'acceptWithoutReview'>
  fault?: string | undefined
  onChange: (value: string) => void
}

/** The invite code of a game; it counts only where teams choose no division. */
export const GameCodeField = ({ game, draft, fault, onChange }: Props) => {
  const { t } = useTranslation('organise')
  const { data: divisions = [] } = useQuery(divisionsToEditQuery(useApi(), game))
  const { acceptWithoutReview } = draft
  const inviteCode = draft.inviteCode.trim() === '' ? null : draft.inviteCode.trim()
  return (
    <>
      <CodeField
        label={t('info.field.inviteCode')}
        hint={t(joinableDivisions(divisions).length > 0 ? 'info.inviteCodeDivisions' : 'info.inviteCodeHint')}
        value={draft.inviteCode}
        fault={fault}
        onChange={onChange}
      />
      <OpenDivisions entry={{ inviteCode, acceptWithoutReview }} divisions={divisions} />
    </>
  )
}
