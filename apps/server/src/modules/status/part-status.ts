import type { PartState, StatusPart, SystemStatus, WarningCode } from '@pennant/contract/status'

export type Part = SystemStatus['parts'][number]
export type Warning = SystemStatus['warnings'][number]
export type PartStatus = { part: Part; warnings: readonly Warning[] }

type Facts = {
  state: PartState
  kind: string
  message?: string | null
  figures?: Readonly<Record<string, number>>
  warnings?: readonly (Warning | null)[]
}

export const statusOf = (
  part: StatusPart,
  { state, kind, message = null, figures = {}, warnings = [] }: Facts,
): PartStatus => ({
  part: {
    part,
    state,
    kind,
    message,
    figures: Object.entries(figures).map(([name, value]) => ({ name, value })),
  },
  warnings: warnings.filter((warning) => warning !== null),
})

export const warning = (code: WarningCode, ...values: readonly (string | number)[]): Warning => ({
  code,
  values: values.map(String),
})

export const warningIf = (
  holds: boolean,
  code: WarningCode,
  ...values: readonly (string | number)[]
): Warning | null => (holds ? warning(code, ...values) : null)
