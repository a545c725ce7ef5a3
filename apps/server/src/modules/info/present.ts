import type { PortMapping } from '@pennant/contract/enums'
import type { ClientCaptchaInfo, ClientConfig } from '@pennant/contract/info'
import type { AccountPolicy, ContainerPolicy, GlobalConfig } from '@pennant/contract/setting'
import type { Captcha } from '../../ports/captcha.ts'

export type ShownSettings = {
  account: AccountPolicy
  global: GlobalConfig
  container: ContainerPolicy
  apiPublicKey: string | null
  modified: Date
}

/** How instances are reached, and whether anything runs them. */
export type InstanceFacts = { portMapping: PortMapping; runsInstances: boolean }

export const presentClientConfig = (
  { global, container, apiPublicKey }: ShownSettings,
  { portMapping, runsInstances }: InstanceFacts,
): ClientConfig => ({
  title: global.title,
  slogan: global.slogan,
  footerInfo: global.footerInfo,
  customTheme: global.customTheme,
  apiPublicKey,
  logoUrl: global.logoHash === null || global.logoHash === '' ? null : `/assets/${global.logoHash}/logo`,
  portMapping,
  defaultLifetime: container.defaultLifetime,
  extensionDuration: container.extensionDuration,
  renewalWindow: container.renewalWindow,
  ...(runsInstances ? {} : { instances: 'none' }),
})

export const presentCaptcha = (
  { account }: ShownSettings,
  captcha: Pick<Captcha, 'provider' | 'siteKey'>,
): ClientCaptchaInfo =>
  account.useCaptcha ? { type: captcha.provider, siteKey: captcha.siteKey } : { type: 'None', siteKey: '' }
