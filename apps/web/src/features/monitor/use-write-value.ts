import {
  type ChallengeLevel,
  type ChallengeType,
  gamePermissions,
  type NetworkMode,
  type ParticipationStatus,
  type Role,
} from '@pennant/contract/enums'
import { unpackBloodBonus } from '@pennant/rules/scoring/blood-bonus'
import { useTranslation } from 'react-i18next'
import type { Area } from '../../i18n/area.ts'
import { formatMoment } from '../../i18n/date.ts'
import { formatPercent } from '../../i18n/number.ts'
import { useLanguage } from '../../i18n/start.ts'
import { isEmpty, membersOf, timeMembers } from './change-line.ts'
import { useMemberText } from './use-member-text.ts'

type WriteValue = (member: string, value: unknown) => string

export const useWriteValue = (): WriteValue => {
  const { t } = useTranslation('change')
  const { t: organise } = useTranslation('organise')
  const { t: staff } = useTranslation('staff')
  const { t: label } = useTranslation('label')
  const { t: web, i18n } = useTranslation()
  const language = useLanguage()
  const memberText = useMemberText()

  const permissionsIn = (mask: number): string =>
    permissions
      .filter((name) => (mask & gamePermissions[name]) !== 0)
      .map((name) => organise(`divisions.permission.${name}`))
      .join(', ')
  const numberOf = (member: string, value: number): string => {
    if (member === 'bloodBonus')
      return Object.values(unpackBloodBonus(value))
        .map((permille) => formatPercent(language, permille / 1000))
        .join(', ')
    if (member === 'defaultPermissions' || member === 'permissions') return permissionsIn(value)
    if (/^id$|Id$/.test(member)) return `#${value}`
    return new Intl.NumberFormat(language).format(value)
  }
  // Each is looked up first.
  const textOf = (member: string, value: string): string => {
    const named = (ns: Area, stem: string): boolean => i18n.exists(`${stem}.${value}`, { ns })
    if (member === 'status' && named('staff', 'decision.is'))
      return staff(`decision.is.${value as ParticipationStatus}`)
    if (member === 'role' && named('web', 'role')) return web(`role.${value as Role}`)
    if (member === 'type' && named('organise', 'challenge.type'))
      return organise(`challenge.type.${value as ChallengeType}`)
    if (member === 'level' && named('label', 'level'))
      return label(`level.${value as Exclude<ChallengeLevel, 'None'>}`)
    if (member === 'networkMode' && named('organise', 'challenge.network'))
      return organise(`challenge.network.${value as NetworkMode}`)
    return value
  }
  const write: WriteValue = (member, value) => {
    if (isEmpty(value)) return '–'
    if (typeof value === 'boolean') return value ? t('yes') : t('no')
    if (typeof value === 'number')
      return timeMembers.has(member) ? formatMoment(language, value) : numberOf(member, value)
    if (typeof value === 'string') return textOf(member, value)
    if (Array.isArray(value)) return value.map((item) => write(member, item)).join('\n')
    return Object.entries(membersOf(value))
      .filter(([, one]) => !isEmpty(one))
      .map(([name, one]) => `${memberText(name)}: ${write(name, one)}`)
      .join(', ')
  }
  return write
}

const permissions = [
  ...(['JoinGame', 'RankOverall', 'RequireReview', 'ViewChallenge'] as const),
  ...(['SubmitFlags', 'GetScore', 'GetBlood', 'AffectDynamicScore'] as const),
]
