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
import { platformName } from '@pennant/contract/platform-name'
import type { Bus } from '../../ports/bus.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Journal } from '../../telemetry/journal.ts'
import type { LastChanged } from './last-changed.ts'
import { createEnvelopeKey, openEnvelope } from './envelope.ts'
import { cacheSettings, sectionOf, type Settings } from './settings-cache.ts'
import { createKeyPairs, storedKeyPair } from './key-pair.ts'
import { mergeSection } from './merge.ts'
import type { SettingStore } from './store.ts'
import type { Vault } from './vault.ts'

type Needs = {
  store: SettingStore
  clock: Clock
  bus: Bus
  vault: Vault
  journal: Journal
  lastChanged: LastChanged
  globalDefaults: GlobalConfig
  visible: (settings: Settings) => unknown
}

type Author = { userName: string; address: string | null }

export const createSettings = async (needs: Needs) => {
  const { store, clock, vault, journal, globalDefaults } = needs
  const cache = await cacheSettings(needs)
  const { current } = cache

  const note = (message: string, { userName, address }: Author): void =>
    journal.write({ message, status: 'Success', name: userName, address })

  return {
    current,
    accountPolicy: (): AccountPolicy => current().account,
    containerPolicy: (): ContainerPolicy => current().container,
    platformName: (): string => platformName(current().global),
    pageDescription: (): string => pageDescription(current().global.description),

    // Other processes may have written.
    async fresh(): Promise<Settings> {
      await cache.reload()
      return current()
    },

    async edit(edit: ConfigEdit, caller: Author): Promise<void> {
      const sections = [
        ['AccountPolicy', edit.accountPolicy, defaultAccountPolicy],
        ['ContainerPolicy', edit.containerPolicy, defaultContainerPolicy],
        ['GlobalConfig', edit.globalConfig, globalDefaults],
      ] as const
      const given = sections.filter(([, sent]) => sent != null)
      if (given.length > 0) {
        const keys = [...given.map(([key]) => key), 'ApiEncryption']
        await store.editAll(keys, new Date(clock.now()), (stored) => {
          const next = new Map<string, unknown>()
          for (const [key, sent, fallback] of given)
            next.set(key, mergeSection<object>(sent ?? {}, sectionOf<object>(stored.get(key), fallback)))
          if (
            next.has('GlobalConfig') &&
            !isEncrypted(stored.get('GlobalConfig')) &&
            isEncrypted(next.get('GlobalConfig'))
          )
            next.set('ApiEncryption', storedKeyPair(createEnvelopeKey(), vault))
          return next
        })
      }
      await cache.changed()
      note('Settings changed', caller)
    },

    /** Null removes it. */
    async setAddress(address: string | null, caller: Author): Promise<void> {
      // Not `edit`, for which null means "leave it".
      await store.editAll(['SiteAddress'], new Date(clock.now()), () => new Map([['SiteAddress', address]]))
      await cache.changed()
      note(address === null ? 'Address of the site removed' : `Address of the site set to ${address}`, caller)
    },

    async keep(
      key: 'MailServer' | 'CaptchaKeys',
      value: object,
      { message, ...caller }: Author & { message: string },
    ): Promise<void> {
      await store.editAll([key], new Date(clock.now()), () => new Map([[key, value]]))
      await cache.changed()
      note(message, caller)
    },

    keyPair: createKeyPairs(store, clock, vault),

    envelope: {
      open(value: string): string {
        const { apiPrivateKey } = current()
        if (apiPrivateKey === null) return value
        const text = openEnvelope(value, apiPrivateKey)
        if (text === null || text === '' || text.includes('\0') || !text.isWellFormed())
          throw new Problem('password.unreadable')
        return text
      },
    },

    changed: cache.changed,
    close: cache.close,
  }
}

export type SettingService = Awaited<ReturnType<typeof createSettings>>

const pageDescription = (description: string | null): string =>
  description === null || description.trim() === '' ? (defaultGlobalConfig.description ?? '') : description

const isEncrypted = (section: unknown): boolean =>
  sectionOf<GlobalConfig>(section, defaultGlobalConfig).apiEncryption
