import { StartFault } from '../kit/start-fault.ts'

export type Fault = {
  readonly setting: string
  /** A file and key, a variable, or a flag; blank when no source sets it. */
  readonly source: string
  readonly problem: string
}

/** Holds no value of a secret. */
export class ConfigFault extends StartFault {
  override readonly name = 'ConfigFault'
  readonly faults: readonly Fault[]

  constructor(faults: readonly Fault[]) {
    super(asText(faults))
    this.faults = faults
  }
}

function asText(faults: readonly Fault[]): string {
  const count = faults.length === 1 ? '1 setting is' : `${faults.length} settings are`
  const lines = faults.map(({ setting, source, problem }) =>
    source === '' ? `  - ${setting}: ${problem}` : `  - ${setting} (${source}): ${problem}`,
  )
  return [`${count} invalid.`, ...lines].join('\n')
}

// People keep passwords in the user part.
function withoutUser(value: string): string {
  return value.replace(/\/\/\S*@/g, '//***@')
}

export function quoted(value: string): string {
  const shown = withoutUser(value)
  return JSON.stringify(shown.length > 80 ? `${shown.slice(0, 80)}…` : shown)
}

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
}
