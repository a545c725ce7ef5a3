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
import type { Bus } from '../../ports/bus.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Journal } from '../../telemetry/journal.ts'
import type { EditionOf } from './edition.ts'
import { createEnvelopeKey, openEnvelope } from './envelope.ts'
import { holdSettings, sectionOf, type Settings } from './held.ts'
import { createKeyPairs, storedKeyPair } from './key-pair.ts'
import { createLogo } from './logo.ts'
import { mergeSection } from './merge.ts'
import type { SettingStore } from './store.ts'
import type { Vault } from './vault.ts'

type Needs = {
  store: SettingStore
  clock: Clock
  bus: Bus
  vault: Vault
  journal: Journal
  files: Parameters<typeof createLogo>[0]['files']
  editionOf: EditionOf
  shown: (settings: Settings) => unknown
}

type Caller = { userName: string; address: string | null }

/** What administrators change while the server runs. Read from memory, written to the database. */
export const createSettings = async (needs: Needs) => {
  const { store, clock, vault, journal } = needs
  const held = await holdSettings(needs)
  const { current } = held
  const logo = createLogo({ ...needs, changed: held.changed })

  const note = (message: string, { userName, address }: Caller): void =>
    journal.write({ message, status: 'Success', name: userName, address })

  return {
    current,
    accountPolicy: (): AccountPolicy => current().account,
    containerPolicy: (): ContainerPolicy => current().container,
    platformName: (): string => platformName(current().global.title),
    pageDescription: (): string => pageDescription(current().global.description),

    /** Reads the store again first, so that what is shown is what is stored. */
    async fresh(): Promise<Settings> {
      await held.reload()
      return current()
    },

    /** Writes all sections or none. Two edits at the same time happen one after the other. */
    async edit(edit: ConfigEdit, caller: Caller): Promise<void> {
      const sections = [
        ['AccountPolicy', edit.accountPolicy, defaultAccountPolicy],
        ['ContainerPolicy', edit.containerPolicy, defaultContainerPolicy],
        ['GlobalConfig', edit.globalConfig, defaultGlobalConfig],
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
    async setAddress(address: string | null, caller: Caller): Promise<void> {
      // JSON has a null of its own; the store takes one for "leave it".
      await store.editAll(['SiteAddress'], new Date(clock.now()), () => new Map([['SiteAddress', address]]))
      await held.changed()
      note(address === null ? 'Address of the site removed' : `Address of the site set to ${address}`, caller)
    },

    keyPair: createKeyPairs(needs),

    async setLogo(bytes: Buffer, caller: Caller): Promise<void> {
      await logo.set(bytes)
      note('Logo changed', caller)
    },

    async removeLogo(caller: Caller): Promise<void> {
      await logo.remove()
      note('Logo removed', caller)
    },

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

    close: held.close,
  }
}

export type SettingService = Awaited<ReturnType<typeof createSettings>>

const platformName = (title: string): string => (title.trim() === '' ? 'Pennant' : `${title}::CTF`)

const pageDescription = (description: string | null): string =>
  description === null || description.trim() === '' ? (defaultGlobalConfig.description ?? '') : description

const isEncrypted = (section: unknown): boolean =>
  sectionOf<GlobalConfig>(section, defaultGlobalConfig).apiEncryption
