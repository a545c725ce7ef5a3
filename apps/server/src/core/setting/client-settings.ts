import { ownSuffix } from '@pennant/contract/platform-name'
import type { PortMapping } from '@pennant/contract/enums'
import type { ClientCaptchaInfo, ClientConfig } from '@pennant/contract/info'
import { themeOf } from '@pennant/contract/setting'
import type { Captcha } from '../../ports/captcha.ts'
import { captchaInUse, type ConfiguredCaptcha } from './captcha-keys.ts'
import type { Settings } from './settings-cache.ts'

type ClientSettings = Pick<Settings, 'account' | 'global' | 'container' | 'apiPublicKey'>

type InstanceFacts = { portMapping: PortMapping; runsInstances: boolean }

export const createClientSettings = ({
  captcha: configured,
  ...instances
}: InstanceFacts & { captcha: ConfiguredCaptcha }) => {
  const clientConfig = (settings: ClientSettings): ClientConfig => presentClientConfig(settings, instances)
  return {
    clientConfig,
    all(settings: Settings): unknown {
      const { asked: provider, siteKey } = captchaInUse(settings.captchaKeys, configured)
      const captcha = { provider, siteKey: provider === 'None' ? '' : siteKey }
      return [clientConfig(settings), presentCaptcha(settings, captcha)]
    },
  }
}

const presentClientConfig = (
  { global, container, apiPublicKey }: ClientSettings,
  { portMapping, runsInstances }: InstanceFacts,
): ClientConfig => ({
  title: global.title,
  slogan: global.slogan,
  footerInfo: global.footerInfo,
  customTheme: themeOf(global),
  apiPublicKey,
  logoUrl: global.logoHash === null || global.logoHash === '' ? null : `/assets/${global.logoHash}/logo`,
  portMapping,
  defaultLifetime: container.defaultLifetime,
  extensionDuration: container.extensionDuration,
  renewalWindow: container.renewalWindow,
  ...(runsInstances ? {} : { instances: 'none' }),
  ...ownSuffix(global),
})

export const presentCaptcha = (
  { account }: ClientSettings,
  captcha: Pick<Captcha, 'provider' | 'siteKey'>,
): ClientCaptchaInfo =>
  account.useCaptcha ? { type: captcha.provider, siteKey: captcha.siteKey } : { type: 'None', siteKey: '' }
