import { limits } from '@pennant/contract/limit'
import { useTranslation } from 'react-i18next'
import type { Field } from '../../../kit/use-form.ts'
import { TextField } from '../../../ui/fields.tsx'

export const platformMembers = ['title', 'titleSuffix', 'slogan'] as const
export type PlatformMember = (typeof platformMembers)[number]
export type PlatformDraft = Record<PlatformMember, string>

type Props = {
  usual: string
  field: (name: PlatformMember) => Field<string>
}

/** A blank name leaves the one it has. */
export const PlatformFields = ({ usual, field }: Props) => {
  const { t } = useTranslation()
  const title = field('title').value
  const name = (title.trim() === '' ? usual : title) + field('titleSuffix').value
  return (
    <>
      <TextField
        optional
        {...field('title')}
        label={t('setup.platformName')}
        hint={t('setup.platformNameHint', { name })}
        maxLength={limits.platformTitle}
      />
      <TextField
        optional
        {...field('titleSuffix')}
        label={t('setup.suffix')}
        hint={t('setup.suffixHint')}
        maxLength={limits.titleSuffix}
      />
      <TextField
        optional
        {...field('slogan')}
        label={t('setup.slogan')}
        hint={t('setup.sloganHint')}
        maxLength={limits.slogan}
      />
    </>
  )
}
