import type { RegistryLogins } from '../login.ts'

export type DockerSettings = {
  /** Blank for the local one. */
  readonly uri: string
  readonly userName: string | null
  readonly password: string | null
  readonly tlsCa: string | null
  readonly tlsCert: string | null
  readonly tlsKey: string | null
  readonly challengeNetwork: string | null
  readonly reach: 'Auto' | 'Internal' | 'Published'
  /** In addition to those that every instance keeps. */
  readonly capabilities: readonly string[]
  readonly allowSetuid: boolean
  readonly maxProcesses: number
}

export type DockerNeeds = {
  settings: DockerSettings
  registries: RegistryLogins
  /** Marks every container; one without it is never touched. */
  installation: string
  /** Host at which players reach published ports. Blank: the daemon's. */
  publicEntry: string
  /** The site's current host, which a local daemon shares. Blank if unknown. */
  siteHost: () => string
  startsAtOnce: number
  onNote: (note: string) => void
}
