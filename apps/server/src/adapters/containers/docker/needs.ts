import type { RegistryLogins } from '../login.ts'

/** What the configuration says of the daemon. */
export type DockerSettings = {
  /** Blank means the local one. */
  readonly uri: string
  readonly userName: string | null
  readonly password: string | null
  /** Files with certificates and the key, in PEM. */
  readonly tlsCa: string | null
  readonly tlsCert: string | null
  readonly tlsKey: string | null
  readonly challengeNetwork: string | null
  readonly reach: 'Auto' | 'Internal' | 'Published'
  /** Besides those that every instance keeps. */
  readonly capabilities: readonly string[]
  readonly allowSetuid: boolean
  readonly maxProcesses: number
}

export type DockerNeeds = {
  settings: DockerSettings
  registries: RegistryLogins
  /** Written onto every container; what does not bear it is never touched. */
  installation: string
  /** Host that players reach published ports at. Blank: that of the daemon. */
  publicEntry: string
  /** Where people open the site, now, which is where a local daemon is, too. Blank: nobody knows. */
  siteHost: () => string
  startsAtOnce: number
  /** What administrators should know and nothing else tells; the same words come once. */
  onNote: (note: string) => void
}
