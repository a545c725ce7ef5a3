import { joinableDivisions } from '@pennant/rules/participation/division'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import type { Field } from '../../../kit/use-form.ts'
import { divisionsToEditQuery } from '../queries.ts'
import { CodeField } from './code-field.tsx'
import { OpenDivisions } from './open-divisions.tsx'

type Props = {
  game: number
  acceptWithoutReview: boolean
  field: Field<string>
}

/** Counts only where teams choose no division. */
export const GameCodeField = ({ game, acceptWithoutReview, field }: Props) => {
  const { t } = useTranslation('organise')
  const { data: divisions = [] } = useQuery(divisionsToEditQuery(useApi(), game))
  const inviteCode = field.value.trim() === '' ? null : field.value.trim()
  return (
    <>
      <CodeField
        label={t('info.field.inviteCode')}
        hint={t(joinableDivisions(divisions).length > 0 ? 'info.inviteCodeDivisions' : 'info.inviteCodeHint')}
        {...field}
      />
      <OpenDivisions entry={{ inviteCode, acceptWithoutReview }} divisions={divisions} />
    </>
  )
}
