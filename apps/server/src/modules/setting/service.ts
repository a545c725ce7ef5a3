import { Problem } from '@pennant/contract/problem'
import {
  defaultAccountPolicy,
  defaultContainerPolicy,
  defaultGlobalConfig,
  type AccountPolicy,
  type ConfigEdit,
  type ContainerPolicy,
  type GlobalConfig,
} from '@pennant/contract/setting'
import type { Journal } from '../../telemetry/journal.ts'
import type { Bus } from '../../ports/bus.ts'
import type { Clock } from '../../ports/clock.ts'
import { createEnvelopeKey, openEnvelope } from './envelope.ts'
import { mergeSection } from './merge.ts'
import type { SettingStore, StoredSetting } from './store.ts'
import type { Vault } from './vault.ts'

type Needs = {
  store: SettingStore
  clock: Clock
  bus: Bus
  vault: Vault
  journal: Journal
  files: {
    storeImage(bytes: Buffer, options: { name: string; width: number | null }): Promise<{ hash: string; url: string }>
    release(hash: string): Promise<unknown>
  }
}

type Caller = { userName: string; address: string | null }

export type Settings = {
  account: AccountPolicy
  global: GlobalConfig
  container: ContainerPolicy
  /** Base64 of the public half, while payload encryption is on. */
  apiPublicKey: string | null
  apiPrivateKey: Buffer | null
  /** When anything of it last changed here. */
  modified: Date
}

type KeyPair = { publicKey: string; privateKey: string }

const topic = 'setting.changed'
const logoWidth = 640
const faviconWidth = 256

/** What administrators change while the server runs. Read from memory, written to the database. */
export const createSettings = async ({ store, clock, bus, vault, journal, files }: Needs) => {
  const startedAt = clock.now()
  const read = async (before: Settings | null): Promise<Settings> => assemble(await store.all(), vault, startedAt, before)
  let current = await read(null)
  /** Reloads come one after the other, so that an older reading never replaces a newer one. */
  let reloading: Promise<void> = Promise.resolve()

  const reload = (): Promise<void> => {
    reloading = reloading
      .catch(() => undefined)
      .then(async () => {
        current = await read(current)
      })
    return reloading
  }
  const heard = (): void =>
    void reload().catch((error: unknown) =>
      journal.write({ level: 'Error', message: 'Settings could not be read again', name: 'System', error }),
    )
  const stopListening = bus.subscribe(topic, heard)
  const stopGaps = bus.onGap(heard)

  const changed = async (): Promise<void> => {
    await reload()
    bus.publish(topic, {})
  }

  const now = (): Date => new Date(clock.now())

  const replaceImages = async (hashes: { logoHash: string; faviconHash: string }): Promise<void> => {
    let before: Partial<GlobalConfig> = {}
    await store.edit('GlobalConfig', now(), (stored) => {
      before = sectionOf(stored, defaultGlobalConfig)
      return { ...before, ...hashes }
    })
    for (const hash of [before.logoHash, before.faviconHash])
      if (hash !== null && hash !== undefined && hash !== '') await files.release(hash)
    await changed()
  }

  return {
    current: (): Settings => current,
    accountPolicy: (): AccountPolicy => current.account,
    platformName: (): string => platformName(current.global.title),

    /** Reads the store again first, so that what is shown is what is stored. */
    async fresh(): Promise<Settings> {
      await reload()
      return current
    },

    async edit(edit: ConfigEdit, caller: Caller): Promise<void> {
      const at = now()
      const sections = [
        ['AccountPolicy', edit.accountPolicy, defaultAccountPolicy],
        ['GlobalConfig', edit.globalConfig, defaultGlobalConfig],
        ['ContainerPolicy', edit.containerPolicy, defaultContainerPolicy],
      ] as const
      let newKey = false
      for (const [key, given, fallback] of sections) {
        if (given == null) continue
        await store.edit(key, at, (stored) => {
          const before = sectionOf(stored, fallback)
          const after = mergeSection(given, before, fallback)
          newKey ||= 'apiEncryption' in after && after.apiEncryption === true && !isOn(before)
          return after
        })
      }
      if (newKey) {
        const { publicKey, privateKey } = createEnvelopeKey()
        const pair: KeyPair = { publicKey: publicKey.toString('base64'), privateKey: vault.lock(privateKey) }
        await store.edit('ApiEncryption', at, () => pair)
      }
      await changed()
      journal.write({ message: 'Settings changed', status: 'Success', name: caller.userName, address: caller.address })
    },

    /** A key pair of the installation, made when first asked for. */
    async keyPair(name: string, create: () => { publicKey: Buffer; privateKey: Buffer }) {
      let pair: KeyPair | undefined
      await store.edit(name, now(), (stored) => {
        pair = stored as KeyPair | null ?? undefined
        if (pair !== undefined) return null
        const made = create()
        pair = { publicKey: made.publicKey.toString('base64'), privateKey: vault.lock(made.privateKey) }
        return pair
      })
      if (pair === undefined) throw new Error(`no key pair ${name}`)
      return { publicKey: Buffer.from(pair.publicKey, 'base64'), privateKey: vault.unlock(pair.privateKey) }
    },

    async setLogo(bytes: Buffer, caller: Caller): Promise<void> {
      const logo = await files.storeImage(bytes, { name: 'logo', width: logoWidth })
      const favicon = await files.storeImage(bytes, { name: 'favicon', width: faviconWidth })
      await replaceImages({ logoHash: logo.hash, faviconHash: favicon.hash })
      journal.write({ message: 'Logo changed', status: 'Success', name: caller.userName, address: caller.address })
    },

    async removeLogo(caller: Caller): Promise<void> {
      await replaceImages({ logoHash: '', faviconHash: '' })
      journal.write({ message: 'Logo removed', status: 'Success', name: caller.userName, address: caller.address })
    },

    /** What a client may have encrypted, in the clear. */
    envelope: {
      open(value: string): string {
        if (current.apiPrivateKey === null) return value
        const text = openEnvelope(value, current.apiPrivateKey)
        if (text === null || text === '' || text.includes('\0') || !text.isWellFormed())
          throw new Problem('password.unreadable')
        return text
      },
    },

    close(): void {
      stopListening()
      stopGaps()
    },
  }
}

export type SettingService = Awaited<ReturnType<typeof createSettings>>

export const platformName = (title: string): string => (title.trim() === '' ? 'Pennant' : `${title}::CTF`)

const sectionOf = <T extends object>(stored: unknown, fallback: T): T =>
  typeof stored === 'object' && stored !== null ? { ...fallback, ...stored } : fallback

const isOn = (section: object): boolean => 'apiEncryption' in section && section.apiEncryption === true

const assemble = (
  stored: ReadonlyMap<string, StoredSetting>,
  vault: Vault,
  startedAt: number,
  before: Settings | null,
): Settings => {
  const global = sectionOf(stored.get('GlobalConfig')?.value, defaultGlobalConfig)
  const pair = stored.get('ApiEncryption')?.value as KeyPair | undefined
  const encrypted = global.apiEncryption && pair !== undefined && pair !== null
  const visible = ['AccountPolicy', 'GlobalConfig', 'ContainerPolicy', 'ApiEncryption']
  const moments = visible.map((key) => stored.get(key)?.updatedAt.getTime() ?? 0)
  const settings: Settings = {
    account: sectionOf(stored.get('AccountPolicy')?.value, defaultAccountPolicy),
    global,
    container: sectionOf(stored.get('ContainerPolicy')?.value, defaultContainerPolicy),
    apiPublicKey: encrypted ? pair.publicKey : null,
    apiPrivateKey: encrypted ? unlockOnce(pair, vault, before) : null,
    modified: new Date(Math.max(...moments, startedAt)),
  }
  return before === null ? settings : tellApart(settings, before)
}

/** Tags go by the second: what differs must not share one. */
const tellApart = (after: Settings, before: Settings): Settings => {
  const newer = after.modified.getTime() > before.modified.getTime() ? after.modified : before.modified
  if (JSON.stringify({ ...after, modified: 0 }) === JSON.stringify({ ...before, modified: 0 }))
    return { ...after, modified: newer }
  const next = (Math.floor(before.modified.getTime() / 1000) + 1) * 1000
  return { ...after, modified: new Date(Math.max(newer.getTime(), next)) }
}

const unlockOnce = (pair: KeyPair, vault: Vault, before: Settings | null): Buffer =>
  before?.apiPublicKey === pair.publicKey && before.apiPrivateKey !== null
    ? before.apiPrivateKey
    : vault.unlock(pair.privateKey)
