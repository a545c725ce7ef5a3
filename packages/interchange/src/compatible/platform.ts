import { limits } from '@pennant/contract/limit'
import {
  defaultAccountPolicy,
  defaultContainerPolicy,
  defaultGlobalConfig,
  type AccountPolicy,
  type ContainerPolicy,
  type GlobalConfig,
} from '@pennant/contract/setting'
import { useFile, type Known } from './known.ts'
import type { Notes } from './notes.ts'
import { filled } from './row.ts'

export type PlatformSettings = {
  AccountPolicy: AccountPolicy
  GlobalConfig: GlobalConfig
  ContainerPolicy: ContainerPolicy
}

/** Values are texts, and what isn't there has its default. Nothing but these sections is carried. */
export const mapSettings = (
  given: ReadonlyMap<string, string | null>,
  known: Pick<Known, 'byHash' | 'uses'>,
  notes: Notes,
): PlatformSettings => {
  // It is made of the title.
  const asked = new Set(['GlobalConfig:Platform'])
  const text = (key: string): string | null => {
    asked.add(key)
    return filled(given.get(key) ?? null)
  }
  const flag = (key: string, other: boolean): boolean => {
    const value = text(key)?.toLowerCase()
    if (value === undefined || value === 'true' || value === 'false')
      return value === undefined ? other : value === 'true'
    notes.changed(key, 'It is neither true nor false', `to ${other}`)
    return other
  }
  const integer = (key: string, other: number): number => {
    const value = text(key)
    if (value !== null && /^-?\d{1,9}$/.test(value)) return Number(value)
    if (value !== null) notes.changed(key, 'It is no number', `to ${other}`)
    return other
  }
  const minutes = (key: string, other: number, { min, max }: { min: number; max: number }): number => {
    const stated = integer(key, other)
    const taken = Math.min(max, Math.max(min, stated))
    if (taken !== stated)
      notes.changed(key, `It must be from ${min} to ${max} minutes`, `${stated} to ${taken}`)
    return taken
  }
  const file = (key: string): string | null =>
    useFile(known, text(key)?.toLowerCase() ?? null, notes, key)?.hash ?? null
  const [account, container] = [defaultAccountPolicy, defaultContainerPolicy]
  const encrypts = flag('GlobalConfig:ApiEncryption', false)
  if (encrypts) notes.changed('GlobalConfig:ApiEncryption', 'It has a new pair of keys, which pages fetch')
  const settings: PlatformSettings = {
    AccountPolicy: {
      ...account,
      allowRegister: flag('AccountPolicy:AllowRegister', account.allowRegister),
      activeOnRegister: flag('AccountPolicy:ActiveOnRegister', account.activeOnRegister),
      useCaptcha: flag('AccountPolicy:UseCaptcha', account.useCaptcha),
      emailConfirmationRequired: flag(
        'AccountPolicy:EmailConfirmationRequired',
        account.emailConfirmationRequired,
      ),
      emailDomainList: text('AccountPolicy:EmailDomainList') ?? '',
    },
    GlobalConfig: {
      ...defaultGlobalConfig,
      title: text('GlobalConfig:Title') ?? defaultGlobalConfig.title,
      slogan: text('GlobalConfig:Slogan') ?? defaultGlobalConfig.slogan,
      description: text('GlobalConfig:Description') ?? defaultGlobalConfig.description,
      footerInfo: text('GlobalConfig:FooterInfo'),
      customTheme: text('GlobalConfig:CustomTheme'),
      apiEncryption: encrypts,
      logoHash: file('GlobalConfig:LogoHash'),
      faviconHash: file('GlobalConfig:FaviconHash'),
    },
    ContainerPolicy: {
      autoDestroyOnLimitReached: flag(
        'ContainerPolicy:AutoDestroyOnLimitReached',
        container.autoDestroyOnLimitReached,
      ),
      maxExerciseContainerCountPerUser: integer(
        'ContainerPolicy:MaxExerciseContainerCountPerUser',
        container.maxExerciseContainerCountPerUser,
      ),
      defaultLifetime: minutes(
        'ContainerPolicy:DefaultLifetime',
        container.defaultLifetime,
        limits.instanceMinutes,
      ),
      extensionDuration: minutes(
        'ContainerPolicy:ExtensionDuration',
        container.extensionDuration,
        limits.instanceMinutes,
      ),
      renewalWindow: minutes('ContainerPolicy:RenewalWindow', container.renewalWindow, limits.renewalMinutes),
    },
  }
  for (const [key, value] of given)
    if (!asked.has(key) && filled(value) !== null)
      notes.lost(
        'row',
        key.startsWith('ManagedConfig:')
          ? 'Keys of the other platform sign nothing here'
          : 'The setting is not known here',
        key,
      )
  return settings
}
