import { limits } from '@pennant/contract/limit'
import { useTranslation } from 'react-i18next'
import { TextField } from '../../../ui/fields.tsx'

export const platformMembers = ['title', 'titleSuffix', 'slogan'] as const
export type PlatformMember = (typeof platformMembers)[number]
export type PlatformDraft = Record<PlatformMember, string>

type Props = {
  /** What it is called while no name is entered. */
  usual: string
  draft: PlatformDraft
  faults: Partial<PlatformDraft>
  onChange: (member: PlatformMember, value: string) => void
}

/** What a new platform is called. A blank name leaves the one it has. */
export const PlatformFields = ({ usual, draft, faults, onChange }: Props) => {
  const { t } = useTranslation()
  const title = draft.title.trim() === '' ? usual : draft.title
  const change = (member: PlatformMember) => (value: string) => onChange(member, value)
  return (
    <>
      <TextField
        optional
        name="title"
        label={t('setup.platformName')}
        hint={t('setup.platformNameHint', { name: title + draft.titleSuffix })}
        maxLength={limits.platformTitle}
        value={draft.title}
        fault={faults.title}
        onChange={change('title')}
      />
      <TextField
        optional
        name="titleSuffix"
        label={t('setup.suffix')}
        hint={t('setup.suffixHint')}
        maxLength={limits.titleSuffix}
        value={draft.titleSuffix}
        fault={faults.titleSuffix}
        onChange={change('titleSuffix')}
      />
      <TextField
        optional
        name="slogan"
        label={t('setup.slogan')}
        hint={t('setup.sloganHint')}
        maxLength={limits.slogan}
        value={draft.slogan}
        fault={faults.slogan}
        onChange={change('slogan')}
      />
    </>
  )
}
