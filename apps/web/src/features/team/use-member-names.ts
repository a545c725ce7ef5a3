import type { TeamInfo } from '@pennant/contract/team'
import { useTranslation } from 'react-i18next'
import { isolated } from '../../i18n/isolated.ts'
import { useLanguage } from '../../i18n/start.ts'

const mostNames = 6

/** "nova, kai, and 2 more" */
export const useMemberNames = (): ((team: TeamInfo) => string) => {
  const { t } = useTranslation('team')
  const list = new Intl.ListFormat(useLanguage())
  return ({ members = [] }) => {
    const names = members.map(({ userName }) => isolated(userName))
    const rest = names.length - mostNames
    return list.format(rest > 1 ? [...names.slice(0, mostNames), t('invite.more', { count: rest })] : names)
  }
}
