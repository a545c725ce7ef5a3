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
import type { EditionOf } from './edition.ts'
import { createEnvelopeKey, openEnvelope } from './envelope.ts'
import { holdSettings, sectionOf, type Settings } from './held.ts'
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
  editionOf: EditionOf
  globalDefaults: GlobalConfig
  shown: (settings: Settings) => unknown
}

type Author = { userName: string; address: string | null }

/** What administrators change while the server runs. Read from memory, written to the database. */
export const createSettings = async (needs: Needs) => {
  const { store, clock, vault, journal, globalDefaults } = needs
  const held = await holdSettings(needs)
  const { current } = held

  const note = (message: string, { userName, address }: Author): void =>
    journal.write({ message, status: 'Success', name: userName, address })

  return {
    current,
    accountPolicy: (): AccountPolicy => current().account,
    containerPolicy: (): ContainerPolicy => current().container,
    platformName: (): string => platformName(current().global),
    pageDescription: (): string => pageDescription(current().global.description),

    /** Reads the store again first, so that what is shown is what is stored. */
    async fresh(): Promise<Settings> {
      await held.reload()
      return current()
    },

    /** Writes all sections or none. Two edits at the same time happen one after the other. */
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
      await held.changed()
      note('Settings changed', caller)
    },

    /** Null forgets it. */
    async setAddress(address: string | null, caller: Author): Promise<void> {
      // JSON has a null of its own; the store takes one for "leave it".
      await store.editAll(['SiteAddress'], new Date(clock.now()), () => new Map([['SiteAddress', address]]))
      await held.changed()
      note(address === null ? 'Address of the site removed' : `Address of the site set to ${address}`, caller)
    },

    /** Keeps a setting as a whole, secrets sealed. */
    async keep(
      key: 'MailServer' | 'CaptchaKeys',
      value: object,
      { message, ...caller }: Author & { message: string },
    ): Promise<void> {
      await store.editAll([key], new Date(clock.now()), () => new Map([[key, value]]))
      await held.changed()
      note(message, caller)
    },

    keyPair: createKeyPairs(store, clock, vault),

    /** What a client may have encrypted, in the clear. */
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

    /** Reads what is stored, and has the other processes do so. */
    changed: held.changed,
    close: held.close,
  }
}

export type SettingService = Awaited<ReturnType<typeof createSettings>>

const pageDescription = (description: string | null): string =>
  description === null || description.trim() === '' ? (defaultGlobalConfig.description ?? '') : description

const isEncrypted = (section: unknown): boolean =>
  sectionOf<GlobalConfig>(section, defaultGlobalConfig).apiEncryption
