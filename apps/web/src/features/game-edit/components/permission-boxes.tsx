import { allows } from '@pennant/rules/permission/permission'
import { useTranslation } from 'react-i18next'
import { CheckField } from '../../../ui/fields.tsx'
import { type NamedPermission, withPermission } from '../permission-mask.ts'
import classes from './division-dialog.module.css'

type Props = {
  names: readonly NamedPermission[]
  mask: number
  explained?: boolean
  onChange: (mask: number) => void
}

export const PermissionBoxes = ({ names, mask, explained = false, onChange }: Props) => {
  const { t } = useTranslation('organise')
  return (
    <div className={classes.boxes} data-explained={explained || undefined}>
      {names.map((name) => (
        <CheckField
          key={name}
          name={name}
          label={t(`divisions.permission.${name}`)}
          hint={explained ? t(`divisions.about.${name}`) : undefined}
          checked={allows(mask, name)}
          onChange={(on) => onChange(withPermission(mask, name, on))}
        />
      ))}
    </div>
  )
}
