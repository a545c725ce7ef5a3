import {
  challengeTypes,
  gamePermissions,
  networkModes,
  participationStatuses,
  roles,
} from '@pennant/contract/enums'
import type { Schema } from '@pennant/contract/schema'
import { unpackBloodBonus } from '@pennant/rules/scoring/blood-bonus'
import { useTranslation } from 'react-i18next'
import { formatMoment } from '../../i18n/date.ts'
import { formatPercent } from '../../i18n/number.ts'
import { useLanguage } from '../../i18n/start.ts'
import { isEmpty, membersOf, schemaOf } from './change-line.ts'
import { useMemberText } from './use-member-text.ts'

type WriteValue = (member: string, value: unknown, schema: Schema) => string

/** As text, in which lists have a line for every entry. */
export const useWriteValue = (): WriteValue => {
  const { t } = useTranslation('change')
  const { t: organise } = useTranslation('organise')
  const { t: staff } = useTranslation('staff')
  const { t: web } = useTranslation()
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
  const textOf = (member: string, value: string): string => {
    if (member === 'status' && isIn(participationStatuses, value)) return staff(`decision.is.${value}`)
    if (member === 'role' && isIn(roles, value)) return web(`role.${value}`)
    if (member === 'type' && isIn(challengeTypes, value)) return organise(`challenge.type.${value}`)
    if (member === 'networkMode' && isIn(networkModes, value)) return organise(`challenge.network.${value}`)
    return value
  }
  const write: WriteValue = (member, value, schema) => {
    if (isEmpty(value)) return '–'
    if (typeof value === 'boolean') return value ? t('yes') : t('no')
    if (typeof value === 'number')
      return schema['x-time'] === true ? formatMoment(language, value) : numberOf(member, value)
    if (typeof value === 'string') return textOf(member, value)
    if (Array.isArray(value))
      return value.map((item) => write(member, item, schemaOf(schema.items))).join('\n')
    return Object.entries(membersOf(value))
      .filter(([, one]) => !isEmpty(one))
      .map(([name, one]) => `${memberText(name)}: ${write(name, one, schemaOf(schema.properties?.[name]))}`)
      .join(', ')
  }
  return write
}

const permissions = [
  ...(['JoinGame', 'RankOverall', 'RequireReview', 'ViewChallenge'] as const),
  ...(['SubmitFlags', 'GetScore', 'GetBlood', 'AffectDynamicScore'] as const),
]

const isIn = <Name extends string>(names: Readonly<Record<Name, number>>, text: string): text is Name =>
  Object.hasOwn(names, text)
