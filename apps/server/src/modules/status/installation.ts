import type { Provider } from '@pennant/contract/instance'
import type { ProcessLoad } from '@pennant/contract/status'
import type { Machine } from '../../kit/machine.ts'
import type { CacheFacts } from '../../ports/cache.ts'

export type ProcessFacts = {
  memoryMb: number
  loopDelayMs: number
  hubClients: number
  load: Omit<ProcessLoad, 'commitMs' | 'memoryBytes' | 'openFiles'>
}

export type Installation = {
  version: string
  embedded: boolean
  cache: 'Memory' | 'Redis'
  /** A connection of its own to Redis; null without it. */
  openCache: (() => Promise<CacheFacts>) | null
  machine: Machine
  dataFolder: string
  unlimited: boolean
  /** What the mail provider accepts; null if nobody has said. */
  mailsPerHour: number | null
  /** Which of the sender's keys signs emails; null if nobody has said. */
  dkimSelector: string | null
  textRecords(name: string): Promise<readonly (readonly string[])[]>
  /** Puts 1 MiB where backups go, and takes it away again. */
  tryBackupTarget(): Promise<void>
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
