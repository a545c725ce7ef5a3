import type { NetworkMode } from '@pennant/contract/enums'

const defaultPrefix = 'pennant'
const modes: readonly NetworkMode[] = ['Open', 'Isolated', 'Custom']

export const networkName = (prefix: string | null, mode: NetworkMode): string =>
  `${prefix ?? defaultPrefix}-${mode.toLowerCase()}`

export const networkNames = (prefix: string | null): readonly string[] =>
  modes.map((mode) => networkName(prefix, mode))

export const modeNamed = (prefix: string | null, name: string): NetworkMode | null =>
  modes.find((mode) => networkName(prefix, mode) === name) ?? null
