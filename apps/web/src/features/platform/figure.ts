import type { Language } from '@pennant/contract/enums'
import { formatSize } from '../../i18n/size.ts'

export const figureNames = [
  'milliseconds',
  'bytes',
  'bytesFree',
  'bytesTotal',
  'connections',
  'poolSize',
  'waiting',
  'queued',
  'starting',
  'limit',
  'jobs',
  'failed',
  'processes',
  'loopDelayMs',
  'hubClients',
  'days',
] as const
export type FigureName = (typeof figureNames)[number]

export const formatFigure = (language: Language, name: FigureName, value: number): string => {
  if (name.startsWith('bytes')) return formatSize(language, value)
  const isTime = name === 'milliseconds' || name === 'loopDelayMs'
  return new Intl.NumberFormat(language, {
    maximumFractionDigits: 1,
    ...(isTime ? { style: 'unit', unit: 'millisecond', unitDisplay: 'short' } : {}),
  }).format(value)
}
