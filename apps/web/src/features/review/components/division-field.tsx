import { useTranslation } from 'react-i18next'
import { SelectField } from '../../../ui/fields.tsx'

type Props = {
  divisions: ReadonlyMap<number, string>
  /** Undefined: several. */
  value?: number | null
  busy: boolean
  onChoose: (division: number | null) => void
}

const unknown = 'unknown'

export const DivisionField = ({ divisions, value, busy, onChoose }: Props) => {
  const { t } = useTranslation('organise')
  return (
    <SelectField
      compact={value === undefined}
      name="new-division"
      label={t('review.division')}
      disabled={busy}
      value={value === undefined ? unknown : value === null ? '' : String(value)}
      options={[
        ...(value === undefined ? [{ value: unknown, label: t('review.toDivision') }] : []),
        { value: '', label: t('review.noDivision') },
        ...[...divisions].map(([id, name]) => ({ value: String(id), label: name })),
      ]}
      onChange={(next) => {
        if (next !== unknown) onChoose(next === '' ? null : Number(next))
      }}
    />
  )
}
