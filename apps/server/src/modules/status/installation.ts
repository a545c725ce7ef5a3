import type { Provider } from '@pennant/contract/instance'

/** What this process knows of itself. */
export type ProcessFacts = { memoryMb: number; loopDelayMs: number; hubClients: number }

/** How the server was set up, and what it can say beyond core. */
export type Installation = {
  version: string
  /** The server runs its database. */
  embedded: boolean
  cache: 'Memory' | 'Redis'
  /** Where files are on the disk; null in a bucket. */
  blobFolder: string | null
  /** The key that protects what is stored locked lies with what is stored. */
  keyInData: boolean
  /** Players reach instances through this server alone. */
  proxied: boolean
  /** What must not be told even when it is quoted by what fails. */
  secrets: readonly string[]
  pool(): { size: number; open: number; idle: number; waiting: number }
  provider(): Promise<Provider>
  /** Host at which instances are published; null where none are, or where it is not known. */
  instancesHost(): string | null
  /** All that comes round again. */
  jobs(): readonly string[]
  facts(): ProcessFacts
}
