import { ownSuffix } from '@pennant/contract/platform-name'
import { themeOf, type GlobalConfig } from '@pennant/contract/setting'

export const presentGlobal = (global: GlobalConfig): GlobalConfig => ({
  title: global.title,
  slogan: global.slogan,
  description: global.description,
  footerInfo: global.footerInfo,
  customTheme: themeOf(global),
  apiEncryption: global.apiEncryption,
  logoHash: global.logoHash,
  faviconHash: global.faviconHash,
  ...ownSuffix(global),
})
