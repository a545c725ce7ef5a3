import type { Division } from '@pennant/contract/division'
import { allows } from '@pennant/rules/permission/permission'
import { useTranslation } from 'react-i18next'
import { ConflictDialog } from '../../../kit/conflict-dialog.tsx'
import { challengePermissions, type NamedPermission, namedPermissions } from '../permission-mask.ts'
import { type DivisionDraft, draftOfDivision } from '../use-division-editing.ts'

type Props = {
  mine: DivisionDraft
  theirs: Division
  titleOf: (challenge: number) => string
  pending: boolean
  onKeepMine: () => void
  onTakeTheirs: () => void
  onClose: () => void
}

export const DivisionConflict = ({ mine, theirs, titleOf, ...rest }: Props) => {
  const { t } = useTranslation('organise')
  const allowed = (mask: number, names: readonly NamedPermission[]): string =>
    names
      .filter((name) => allows(mask, name))
      .map((name) => t(`divisions.permission.${name}`))
      .join('\n')
  const rowsOf = (draft: DivisionDraft) => [
    { name: 'name', label: t('divisions.name'), text: draft.name },
    { name: 'code', label: t('info.field.inviteCode'), text: draft.inviteCode },
    {
      name: 'mask',
      label: t('divisions.permissions'),
      text: allowed(draft.defaultPermissions, namedPermissions),
    },
    {
      name: 'exceptions',
      label: t('divisions.exceptions'),
      text: draft.challengeConfigs
        .map((one) => `${titleOf(one.challengeId)}\n${allowed(one.permissions, challengePermissions)}`)
        .join('\n\n'),
    },
  ]
  const others = rowsOf(draftOfDivision(theirs))
  const differences = rowsOf(mine).flatMap(({ name, label, text }, at) => {
    const other = others[at]?.text ?? ''
    return text === other ? [] : [{ name, label, mine: text, theirs: other }]
  })
  return <ConflictDialog differences={differences} {...rest} />
}
