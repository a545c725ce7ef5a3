import { limits } from './limit.ts'
import { route } from './route.ts'
import { factorDemands } from './second-factor.ts'
import {
  EnumOf,
  Flag,
  Int32,
  IntBetween,
  isColor,
  Maybe,
  Model,
  Nullable,
  Optional,
  Str,
  Text,
  Time,
  type Static,
} from './schema.ts'

export const AccountPolicy = Model({
  allowRegister: Flag,
  activeOnRegister: Flag,
  useCaptcha: Flag,
  emailConfirmationRequired: Flag,
  emailDomainList: Str,
  /** Both are extensions. */
  secondFactor: Optional(EnumOf(factorDemands)),
  /** Accounts have a week from then. */
  secondFactorSince: Optional(Time),
})
export type AccountPolicy = Static<typeof AccountPolicy>

export const GlobalConfig = Model({
  title: Str,
  slogan: Str,
  description: Nullable(Str),
  footerInfo: Nullable(Str),
  customTheme: Nullable(Str),
  apiEncryption: Flag,
  logoHash: Nullable(Str),
  faviconHash: Nullable(Str),
  /** Left out while it is the usual one, which compatible clients always show. Extension. */
  titleSuffix: Optional(Str),
})
export type GlobalConfig = Static<typeof GlobalConfig>

/** Null for values stored before colors were checked. */
export const themeOf = ({ customTheme }: Pick<GlobalConfig, 'customTheme'>): string | null =>
  customTheme === null || customTheme === '' || isColor(customTheme) ? customTheme : null

export const ContainerPolicy = Model({
  autoDestroyOnLimitReached: Flag,
  maxExerciseContainerCountPerUser: Int32,
  defaultLifetime: Int32,
  extensionDuration: Int32,
  renewalWindow: Int32,
})
export type ContainerPolicy = Static<typeof ContainerPolicy>

export const defaultAccountPolicy: AccountPolicy = {
  allowRegister: true,
  activeOnRegister: true,
  useCaptcha: false,
  emailConfirmationRequired: false,
  emailDomainList: '',
  secondFactor: 'NoOne',
  secondFactorSince: 0,
}

export const defaultGlobalConfig: GlobalConfig = {
  title: 'GZ',
  slogan: 'Hack for fun not for profit',
  description: 'Pennant is a platform for capture-the-flag competitions.',
  footerInfo: null,
  customTheme: null,
  apiEncryption: false,
  logoHash: null,
  faviconHash: null,
}

export const defaultContainerPolicy: ContainerPolicy = {
  autoDestroyOnLimitReached: false,
  maxExerciseContainerCountPerUser: 1,
  defaultLifetime: 120,
  extensionDuration: 120,
  renewalWindow: 10,
}

/** Left out: no change. Null clears a text that can be empty, fails for a required one, else no change. */
export const ConfigEditModel = Model({
  accountPolicy: Maybe(
    Model({
      allowRegister: Maybe(Flag),
      activeOnRegister: Maybe(Flag),
      useCaptcha: Maybe(Flag),
      emailConfirmationRequired: Maybe(Flag),
      emailDomainList: Optional(Text({ max: limits.domainList })),
      secondFactor: Maybe(EnumOf(factorDemands)),
    }),
  ),
  globalConfig: Maybe(
    Model({
      title: Optional(Text({ line: true, max: limits.platformTitle })),
      slogan: Optional(Text({ max: limits.slogan })),
      description: Maybe(Text({ max: limits.description })),
      footerInfo: Maybe(Text({ max: limits.footer })),
      customTheme: Maybe(Text({ format: 'color', max: 32 })),
      apiEncryption: Maybe(Flag),
      titleSuffix: Maybe(Text({ line: true, max: limits.titleSuffix })),
    }),
  ),
  containerPolicy: Maybe(
    Model({
      autoDestroyOnLimitReached: Maybe(Flag),
      maxExerciseContainerCountPerUser: Maybe(Int32),
      defaultLifetime: Maybe(IntBetween(limits.instanceMinutes.min, limits.instanceMinutes.max)),
      extensionDuration: Maybe(IntBetween(limits.instanceMinutes.min, limits.instanceMinutes.max)),
      renewalWindow: Maybe(IntBetween(limits.renewalMinutes.min, limits.renewalMinutes.max)),
    }),
  ),
})
export type ConfigEdit = Static<typeof ConfigEditModel>

export const ConfigModel = Model({
  accountPolicy: AccountPolicy,
  globalConfig: GlobalConfig,
  containerPolicy: ContainerPolicy,
})

export const readConfig = route({
  id: 'setting.read',
  method: 'GET',
  path: '/api/admin/config',
  summary: 'Get the settings that can be changed at runtime',
  access: 'admin',
  answer: ConfigModel,
})

export const editConfig = route({
  id: 'setting.edit',
  method: 'PUT',
  path: '/api/admin/config',
  summary: 'Update settings, section by section',
  access: 'admin',
  body: ConfigEditModel,
  answer: 'nothing',
})

/** Extension. */
export const addressSources = { None: 0, OwnMachine: 1, Setting: 2, Configuration: 3 } as const
export type AddressSource = keyof typeof addressSources

export const readAddress = route({
  id: 'setting.readAddress',
  method: 'GET',
  path: '/api/admin/config/address',
  summary: 'Get the URL of the site, which links in emails start with',
  access: 'admin',
  answer: Model({ address: Nullable(Str), source: EnumOf(addressSources) }),
})

export const editAddress = route({
  id: 'setting.editAddress',
  method: 'PUT',
  path: '/api/admin/config/address',
  summary: 'Set the URL of the site, or remove it if blank; emails that waited for it are sent',
  access: 'admin',
  body: Model({ address: Text({ max: limits.siteAddress, line: true }) }),
  answer: 'nothing',
  problems: ['setting.address', 'setting.addressFixed'],
})

export const setLogo = route({
  id: 'setting.setLogo',
  method: 'POST',
  path: '/api/admin/config/logo',
  summary: 'Set the logo and the icon',
  access: 'admin',
  upload: { field: 'file', maxBytes: limits.imageBytes },
  answer: 'nothing',
  problems: ['image.missing', 'image.empty', 'image.tooLarge', 'image.invalid'],
})

export const removeLogo = route({
  id: 'setting.removeLogo',
  method: 'DELETE',
  path: '/api/admin/config/logo',
  summary: 'Restore the built-in logo and icon',
  access: 'admin',
  answer: 'nothing',
})
