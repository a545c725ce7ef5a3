import type { Provider } from '@pennant/contract/instance'
import type { ProcessLoad } from '@pennant/contract/status'

export type ProcessFacts = {
  memoryMb: number
  loopDelayMs: number
  hubClients: number
  load: Omit<ProcessLoad, 'commitMs'>
}

export type Installation = {
  version: string
  embedded: boolean
  cache: 'Memory' | 'Redis'
  /** Null in a bucket. */
  blobFolder: string | null
  /** The key that decrypts stored values is stored next to them. */
  keyInData: boolean
  proxied: boolean
  /** Must stay secret even when an error quotes them. */
  secrets: readonly string[]
  pool(): { size: number; open: number; idle: number; waiting: number }
  provider(): Promise<Provider>
  /** Null if none are published or the host is unknown. */
  instancesHost(): string | null
  jobs(): readonly string[]
  facts(): ProcessFacts
}
