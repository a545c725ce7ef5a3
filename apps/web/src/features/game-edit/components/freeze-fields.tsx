import { useTranslation } from 'react-i18next'
import { DateTimeField } from '../../../kit/date-time-field.tsx'
import { CheckField } from '../../../ui/fields.tsx'
import { usualFreeze } from '../game-draft.ts'
import type { useInfoForm } from '../use-info-form.ts'

export const FreezeFields = ({ form }: { form: ReturnType<typeof useInfoForm> }) => {
  const { t } = useTranslation('organise')
  const { draft, field, checkbox } = form
  const freezes = checkbox('freezes')
  const freezeAt = field('freezeAt')
  const choose = (wanted: boolean): void => {
    freezes.onChange(wanted)
    if (wanted && freezeAt.value === null) freezeAt.onChange(usualFreeze(draft))
  }
  return (
    <>
      <CheckField
        {...freezes}
        label={t('info.field.freezes')}
        hint={t('info.freezesHint')}
        onChange={choose}
      />
      {draft.freezes && (
        <>
          <DateTimeField {...freezeAt} label={t('info.field.freezeAt')} />
          <CheckField
            {...checkbox('freezeHidesBoard')}
            label={t('info.field.freezeHidesBoard')}
            hint={t('info.freezeHidesBoardHint')}
          />
        </>
      )}
    </>
  )
}
