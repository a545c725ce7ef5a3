import type { FindingLevel, PartState, StatusPart, SystemStatus, WarningCode } from '@pennant/contract/status'
import { found, type PageFinding } from './checks/check.ts'

export type Part = SystemStatus['parts'][number]
export type PartStatus = { part: Part; findings: readonly PageFinding[] }

type Facts = {
  state: PartState
  kind: string
  message?: string | null
  figures?: Readonly<Record<string, number>>
  findings?: readonly (PageFinding | null)[]
}

export const statusOf = (
  part: StatusPart,
  { state, kind, message = null, figures = {}, findings = [] }: Facts,
): PartStatus => ({
  part: {
    part,
    state,
    kind,
    message,
    figures: Object.entries(figures).map(([name, value]) => ({ name, value })),
  },
  findings: findings.filter((finding) => finding !== null),
})

const usual: Readonly<Record<WarningCode, FindingLevel>> = {
  'database.embedded': 'note',
  'database.slow': 'yellow',
  'cache.away': 'yellow',
  'cache.missing': 'red',
  'storage.full': 'yellow',
  'storage.broken': 'red',
  'provider.missing': 'note',
  'provider.broken': 'red',
  'mail.missing': 'note',
  'mail.waiting': 'yellow',
  'captcha.off': 'note',
  'publicUrl.missing': 'red',
  'backup.never': 'red',
  'backup.old': 'yellow',
  'loop.slow': 'yellow',
  'job.failed': 'yellow',
  'key.inData': 'note',
  'publicUrl.plain': 'red',
  'instances.sameHost': 'yellow',
  'mail.held': 'yellow',
  'instances.isolatedRefused': 'yellow',
  'instances.refused': 'red',
  'instances.unguarded': 'red',
  'secret.unreadable': 'red',
  'board.frozen': 'yellow',
}

export const finding = (code: WarningCode, ...values: readonly (string | number)[]): PageFinding =>
  found(usual[code], code, ...values)

export const findingIf = (
  holds: boolean,
  code: WarningCode,
  ...values: readonly (string | number)[]
): PageFinding | null => (holds ? finding(code, ...values) : null)
