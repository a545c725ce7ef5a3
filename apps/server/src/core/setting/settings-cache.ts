import {
  defaultAccountPolicy,
  defaultContainerPolicy,
  type AccountPolicy,
  type ContainerPolicy,
  type GlobalConfig,
} from '@pennant/contract/setting'
import type { Bus } from '../../ports/bus.ts'
import type { Journal } from '../../telemetry/journal.ts'
import { keptCaptchaKeys, type KeptCaptchaKeys } from './captcha-keys.ts'
import type { LastChanged } from './last-changed.ts'
import type { StoredKeyPair } from './key-pair.ts'
import { keptMailServer, type KeptMailServer } from './mail-server.ts'
import type { SettingStore, Values } from './store.ts'
import type { KeptVenue } from '../venue/venues.ts'
import type { Vault } from './vault.ts'

export type Settings = {
  account: AccountPolicy
  global: GlobalConfig
  container: ContainerPolicy
  /** Base64; null while payload encryption is off. */
  apiPublicKey: string | null
  apiPrivateKey: Buffer | null
  address: string | null
  mailServer: KeptMailServer | null
  captchaKeys: KeptCaptchaKeys | null
  venues: readonly KeptVenue[]
  /** The last change of anything that clients see. */
  modified: Date
}

type Needs = {
  store: Pick<SettingStore, 'all'>
  bus: Bus
  vault: Vault
  journal: Journal
  lastChanged: LastChanged
  globalDefaults: GlobalConfig
  visible: (settings: Settings) => unknown
}

const topic = 'setting.changed'
// Messages can be lost, and settings changed directly in the database.
const rereadMs = 300_000
const rereadDeafMs = 2_000

export const cacheSettings = async (needs: Needs) => {
  const { store, bus, vault, journal, lastChanged, globalDefaults, visible } = needs
  const read = async (before: Settings | null): Promise<Settings> => {
    const settings = assemble(await store.all(), globalDefaults, vault, before)
    return { ...settings, modified: await lastChanged('config', visible(settings)) }
  }

  let current = await read(null)
  let underWay: Promise<void> = Promise.resolve()
  let waiting: Promise<void> | undefined

  // One at a time, so that an older read never replaces a newer one; waiting callers share the next.
  const reload = (): Promise<void> => {
    waiting ??= underWay
      .catch(() => undefined)
      .then(async () => {
        underWay = waiting ?? underWay
        waiting = undefined
        current = await read(current)
      })
    return waiting
  }

  const heard = (): void =>
    void reload().catch((error: unknown) => journal.failed("Couldn't reload the settings", error))
  const stops = [bus.subscribe(topic, heard), bus.onGap(heard)]
  const timers = [
    setInterval(heard, rereadMs),
    setInterval(() => {
      if (!bus.connected) heard()
    }, rereadDeafMs),
  ]
  for (const timer of timers) timer.unref()

  return {
    current: (): Settings => current,
    reload,
    async changed(): Promise<void> {
      bus.publish(topic, {})
      await reload()
    },
    close(): void {
      for (const timer of timers) clearInterval(timer)
      for (const stop of stops) stop()
    },
  }
}

export const sectionOf = <T extends object>(stored: unknown, fallback: T): T =>
  typeof stored === 'object' && stored !== null ? { ...fallback, ...stored } : fallback

const assemble = (
  stored: Values,
  globalDefaults: GlobalConfig,
  vault: Vault,
  before: Settings | null,
): Settings => {
  const global = sectionOf(stored.get('GlobalConfig'), globalDefaults)
  const pair = (stored.get('ApiEncryption') ?? null) as StoredKeyPair | null
  const address = stored.get('SiteAddress')
  const encrypted = global.apiEncryption && pair !== null
  return {
    account: sectionOf(stored.get('AccountPolicy'), defaultAccountPolicy),
    global,
    container: sectionOf(stored.get('ContainerPolicy'), defaultContainerPolicy),
    apiPublicKey: encrypted ? pair.publicKey : null,
    apiPrivateKey: encrypted ? unlockOnce(pair, vault, before) : null,
    address: typeof address === 'string' ? address : null,
    mailServer: keptMailServer(stored.get('MailServer'), vault),
    captchaKeys: keptCaptchaKeys(stored.get('CaptchaKeys'), vault),
    // Written by `modules/venue`.
    venues: (stored.get('Venues') ?? []) as readonly KeptVenue[],
    modified: before?.modified ?? new Date(0),
  }
}

const unlockOnce = (pair: StoredKeyPair, vault: Vault, before: Settings | null): Buffer =>
  before?.apiPublicKey === pair.publicKey && before.apiPrivateKey !== null
    ? before.apiPrivateKey
    : vault.unlock(pair.privateKey)
