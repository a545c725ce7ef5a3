import { useTranslation } from 'react-i18next'
import type change from '@pennant/i18n/locales/en-US/change.json'
import type field from '@pennant/i18n/locales/en-US/field.json'

export const useMemberText = (): ((member: string) => string) => {
  const { t, i18n } = useTranslation(['change', 'field'])
  return (member) => {
    const key = `member.${member}`
    // Both are looked up first.
    if (i18n.exists(key, { ns: 'change' })) return t(key as keyof typeof change & `member.${string}`)
    if (i18n.exists(member, { ns: 'field' })) return t(member as keyof typeof field, { ns: 'field' })
    return member
  }
}
