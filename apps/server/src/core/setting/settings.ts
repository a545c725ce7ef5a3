import { Problem } from '@pennant/contract/problem'
import {
  defaultAccountPolicy,
  defaultContainerPolicy,
  defaultGlobalConfig,
  type AccountPolicy,
  type ConfigEdit,
  type ConfigModel,
  type ContainerPolicy,
  type GlobalConfig,
} from '@pennant/contract/setting'
import type { Static } from '@pennant/contract/schema'
import { platformName } from '@pennant/contract/platform-name'
import type { Bus } from '../../ports/bus.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Journal } from '../../telemetry/journal.ts'
import type { Audit } from '../audit/audit.ts'
import type { Author } from '../identity/caller.ts'
import type { LastChanged } from './last-changed.ts'
import { createEnvelopeKey, openEnvelope } from './envelope.ts'
import { cacheSettings, sectionOf, type Settings } from './settings-cache.ts'
import { createKeyPairs, storedKeyPair } from './key-pair.ts'
import { mergeSection } from './merge.ts'
import { presentGlobal } from './present.ts'
import type { RecordEdit, SettingStore, Values } from './store.ts'
import type { Vault } from './vault.ts'

type Needs = {
  store: SettingStore
  clock: Clock
  bus: Bus
  vault: Vault
  audit: Pick<Audit, 'record'>
  journal: Journal
  lastChanged: LastChanged
  globalDefaults: GlobalConfig
  visible: (settings: Settings) => unknown
}

export const createSettings = async (needs: Needs) => {
  const { audit, store, clock, vault, journal, globalDefaults } = needs
  const cache = await cacheSettings(needs)
  const { current } = cache

  // The sections as they are answered, of those that were edited.
  const stateOf = (values: Values, edited: Values): Partial<Static<typeof ConfigModel>> => {
    const section = <T extends object>(key: string, fallback: T): T => sectionOf(values.get(key), fallback)
    return {
      ...(edited.has('AccountPolicy')
        ? { accountPolicy: section('AccountPolicy', defaultAccountPolicy) }
        : {}),
      ...(edited.has('ContainerPolicy')
        ? { containerPolicy: section('ContainerPolicy', defaultContainerPolicy) }
        : {}),
      ...(edited.has('GlobalConfig')
        ? { globalConfig: presentGlobal(section('GlobalConfig', globalDefaults)) }
        : {}),
    }
  }

  const recordEdit =
    (action: 'setting.edit' | 'setting.setLogo' | 'setting.removeLogo', caller: Author): RecordEdit =>
    (tx, before, after) =>
      audit.record(tx, caller, action, {
        id: null,
        before: stateOf(before, after),
        after: stateOf(after, after),
      })

  return {
    recordEdit,
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
        const change = (stored: Values): Values => {
          const next = new Map<string, unknown>()
          for (const [key, sent, fallback] of given)
            next.set(key, mergeSection<object>(sent ?? {}, sectionOf<object>(stored.get(key), fallback)))
          const policy = policyIn(next)
          if (next.has('AccountPolicy') && policy.secondFactor !== policyIn(stored).secondFactor)
            next.set('AccountPolicy', { ...policy, secondFactorSince: clock.now() })
          if (
            next.has('GlobalConfig') &&
            !isEncrypted(stored.get('GlobalConfig')) &&
            isEncrypted(next.get('GlobalConfig'))
          )
            next.set('ApiEncryption', storedKeyPair(createEnvelopeKey(), vault))
          return next
        }
        await store.editAll(keys, new Date(clock.now()), change, recordEdit('setting.edit', caller))
      }
      await cache.changed()
      journal.done(caller, 'Settings changed')
    },

    async setAddress(address: string | null, caller: Author): Promise<void> {
      // Not `edit`, for which null means "leave it".
      await store.editAll(
        ['SiteAddress'],
        new Date(clock.now()),
        () => new Map([['SiteAddress', address]]),
        (tx, stored) => {
          const before = { address: stored.get('SiteAddress') as string | null }
          return audit.record(tx, caller, 'setting.editAddress', { id: null, before, after: { address } })
        },
      )
      await cache.changed()
      journal.done(
        caller,
        address === null ? 'Address of the site removed' : `Address of the site set to ${address}`,
      )
    },

    /** Secrets come sealed. */
    async keep(
      key: 'MailServer' | 'CaptchaKeys',
      value: object,
      { message, caller }: { message: string; caller: Author },
    ): Promise<void> {
      await store.editAll(
        [key],
        new Date(clock.now()),
        () => new Map([[key, value]]),
        (tx, stored) => {
          const action = key === 'MailServer' ? 'setting.editMailServer' : 'setting.editCaptcha'
          // Written here.
          const before = stored.get(key) as object | null
          return audit.record(tx, caller, action, { id: null, before, after: value })
        },
      )
      await cache.changed()
      journal.done(caller, message)
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

const policyIn = (values: Values): AccountPolicy =>
  sectionOf(values.get('AccountPolicy'), defaultAccountPolicy)
