import { ownSuffix } from '@pennant/contract/platform-name'
import { type AccountPolicy, themeOf, type GlobalConfig } from '@pennant/contract/setting'

/** What compatible clients don't know is left out while no one needs a second factor. */
export const presentAccount = (account: AccountPolicy): AccountPolicy => {
  const { secondFactor = 'NoOne', secondFactorSince = 0 } = account
  return {
    allowRegister: account.allowRegister,
    activeOnRegister: account.activeOnRegister,
    useCaptcha: account.useCaptcha,
    emailConfirmationRequired: account.emailConfirmationRequired,
    emailDomainList: account.emailDomainList,
    ...(secondFactor === 'NoOne' ? {} : { secondFactor, secondFactorSince }),
  }
}

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
