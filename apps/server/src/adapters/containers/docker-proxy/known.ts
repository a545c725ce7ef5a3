import type { NetworkMode } from '@pennant/contract/enums'

export type Rules = {
  readonly installation: string
  readonly prefix: string | null
  readonly registries: readonly string[]
  /** In addition to those that every instance keeps. */
  readonly capabilities: readonly string[]
  readonly maxProcesses: number
  readonly publishes: boolean
}

export type Known = {
  readonly container: KnownContainer | null
  /** Only those that are named like ours. */
  readonly networks: readonly KnownNetwork[]
  readonly host: KnownHost | null
  /** Whether an instance of ours has the address and the port that the call names. */
  readonly isInstance: boolean
}

export type KnownContainer = {
  readonly id: string
  readonly name: string
  readonly installation: string | null
}

export type KnownNetwork = {
  readonly id: string
  readonly name: string
  readonly mode: NetworkMode
  readonly installation: string | null
}

export type KnownHost = {
  readonly processors: number
  readonly ports: { readonly from: number; readonly to: number }
  /** Why instances can't be isolated; null if they can. */
  readonly noRules: string | null
}

export type Needs = {
  readonly container: string | null
  readonly networks: boolean
  readonly host: boolean
  readonly instance: Target | null
}

export type Target = { readonly host: string; readonly port: number }

/** The custom network is the operator's own, so it has no label. */
export const isOurs = (
  { mode, installation }: Pick<KnownNetwork, 'mode' | 'installation'>,
  rules: Pick<Rules, 'installation'>,
): boolean => mode === 'Custom' || installation === rules.installation
