import type { Language } from '@pennant/contract/enums'
import type { Provider } from '@pennant/contract/instance'
import type { AddressSource } from '@pennant/contract/setting'
import type { BlobStore } from '../../ports/blob.ts'
import type { Bus } from '../../ports/bus.ts'
import type { Cache } from '../../ports/cache.ts'
import type { Captcha } from '../../ports/captcha.ts'
import type { Clock } from '../../ports/clock.ts'
import type { InstanceLimits } from '../../ports/containers.ts'
import type { Mailer } from '../../ports/mailer.ts'
import type { Journal } from '../../telemetry/journal.ts'
import type { StatusStore } from './store.ts'
import type { Words } from './words.ts'

/** What this process knows of itself. */
export type ProcessFacts = { memoryMb: number; loopDelayMs: number; hubClients: number }

export type StatusNeeds = {
  store: StatusStore
  clock: Clock
  journal: Journal
  words: Words
  version: string
  /** How it was set up. */
  setup: {
    /** The server runs its database by itself. */
    embedded: boolean
    cache: 'Memory' | 'Redis'
    storage: 'Local' | 'S3'
    /** The key that protects what is stored locked lies with what is stored. */
    keyInData: boolean
  }
  /** Where people open the site. */
  site: { url(): string | null; source(): AddressSource }
  pool(): { size: number; open: number; idle: number; waiting: number }
  /** Of the disk that files are on; null in a bucket. */
  space(): Promise<{ free: number; total: number } | null>
  cache: Cache
  bus: Pick<Bus, 'connected'>
  blobs: Pick<BlobStore, 'check'>
  provider(): Promise<Provider>
  /** What instances are refused or not kept from here. */
  limits(): Promise<InstanceLimits>
  /** Host at which instances are published; null where none are, or where it is not known. */
  instancesHost(): string | null
  mail: {
    status(): Promise<{
      mode: Mailer['kind']
      queued: number
      oldest: Date | null
      lastError: string | null
      held?: number
    }>
  }
  mailer: Pick<Mailer, 'kind' | 'send'>
  sender(): { name: string; address: string }
  /** What is sent to see whether it arrives. */
  trialMail(language: Language): { subject: string; html: string; text: string }
  captcha: Pick<Captcha, 'provider' | 'check'>
  captchaInUse(): boolean
  /** What was sealed with another key than the server has now. */
  unreadable(): { mail: boolean; captcha: boolean }
  /** All that comes round again. */
  jobs(): readonly string[]
  facts(): ProcessFacts
  emailOf(userId: string): Promise<string | null>
}
