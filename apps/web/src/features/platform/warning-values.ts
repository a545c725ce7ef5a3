import type { Language } from '@pennant/contract/enums'
import type { SystemStatus } from '@pennant/contract/status'
import { formatSize } from '../../i18n/size.ts'

type Finding = Pick<NonNullable<SystemStatus['findings']>[number], 'code' | 'values'>

export const valuesOf = (language: Language, { code, values }: Finding): { value: string; other: string } => {
  const [value = '', other = ''] = values
  return { value, other: code === 'storage.full' ? formatSize(language, Number(other)) : other }
}
