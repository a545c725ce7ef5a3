export type Fault = {
  /** The key of the setting, as far as it is known. */
  readonly setting: string
  /** Where it was given: a file and key, a variable or a flag. Blank when it was not given at all. */
  readonly source: string
  readonly problem: string
}

/** Everything that is wrong with the settings, at once. Holds no value of a secret. */
export class ConfigFault extends Error {
  readonly faults: readonly Fault[]

  constructor(faults: readonly Fault[]) {
    super(asText(faults))
    this.name = 'ConfigFault'
    this.faults = faults
  }
}

function asText(faults: readonly Fault[]): string {
  const count = faults.length === 1 ? 'There is a fault' : `There are ${faults.length} faults`
  const lines = faults.map(({ setting, source, problem }) =>
    source === '' ? `  - ${setting}: ${problem}` : `  - ${setting} (${source}): ${problem}`,
  )
  return [`${count} in the settings. Nothing was started.`, ...lines].join('\n')
}

/** Addresses lose their user part, in which people keep passwords. */
export function withoutUser(value: string): string {
  return value.replace(/\/\/\S*@/g, '//***@')
}

/** A value as a message may show it: one short line. */
export function quoted(value: string): string {
  const shown = withoutUser(value)
  return JSON.stringify(shown.length > 80 ? `${shown.slice(0, 80)}…` : shown)
}

/** The system's code of a failed file access, as the end of a sentence: ` (ENOENT)`. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
}
