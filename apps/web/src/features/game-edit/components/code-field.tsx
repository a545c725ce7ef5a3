import { limits } from '@pennant/contract/limit'
import { useTranslation } from 'react-i18next'
import { randomCode } from '../../../kit/random-text.ts'
import type { Field } from '../../../kit/use-form.ts'
import { TextField } from '../../../ui/fields.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'

type Props = Field<string> & { label: string; hint: string }

export const CodeField = (props: Props) => {
  const { t } = useTranslation('organise')
  return (
    <TextField
      {...props}
      mono
      optional
      maxLength={limits.inviteCode}
      after={
        <IconButton label={t('info.newCode')} onClick={() => props.onChange(randomCode())}>
          <Icon name="refresh" />
        </IconButton>
      }
    />
  )
}
