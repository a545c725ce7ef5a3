import type { CaptchaProvider } from '@pennant/contract/enums'
import type { Config } from '../../config/schema.ts'
import { fixedMembers, type GivenBy, givenTogether, openText, sealText } from './sealed.ts'
import type { Vault } from './vault.ts'

export type CaptchaKeys = {
  provider: CaptchaProvider
  siteKey: string
  secretKey: string
  difficulty: number
}
export type CaptchaMember = keyof CaptchaKeys
type Stored = Omit<CaptchaKeys, 'secretKey'> & { secretKey: string | null }

/** The secret key is blank when it can't be decrypted. */
export type KeptCaptchaKeys = CaptchaKeys & { unreadable: boolean }

export type ConfiguredCaptcha = { keys: CaptchaKeys; givenBy: GivenBy<CaptchaMember> }

export type CaptchaInUse = KeptCaptchaKeys & { fixed: { field: CaptchaMember; by: string }[] }

const settings: Readonly<Record<CaptchaMember, string>> = {
  provider: 'captchaConfig.provider',
  siteKey: 'captchaConfig.siteKey',
  secretKey: 'captchaConfig.secretKey',
  difficulty: 'captchaConfig.hashPow.difficulty',
}

export const configuredCaptcha = (
  { captchaConfig: { provider, siteKey, secretKey, hashPow } }: Pick<Config, 'captchaConfig'>,
  originOf: (setting: string) => string | null,
): ConfiguredCaptcha => ({
  keys: {
    provider,
    siteKey: siteKey ?? '',
    secretKey: secretKey ?? '',
    difficulty: hashPow.difficulty,
  },
  givenBy: (member) => originOf(settings[member]),
})

const keys = ['provider', 'siteKey', 'secretKey'] as const
const members = [...keys, 'difficulty'] as const

export const storedCaptchaKeys = (kept: CaptchaKeys, vault: Vault): Stored => ({
  ...kept,
  secretKey: sealText(vault, kept.secretKey),
})

export const keptCaptchaKeys = (stored: unknown, vault: Vault): KeptCaptchaKeys | null => {
  if (typeof stored !== 'object' || stored === null) return null
  // Written by `storedCaptchaKeys`.
  const kept = stored as Stored
  const secretKey = openText(vault, kept.secretKey)
  return { ...kept, secretKey: secretKey ?? '', unreadable: secretKey === null }
}

// Configured values win. Without a secret key no answer can be checked, so there is no captcha.
export const captchaInUse = (
  kept: KeptCaptchaKeys | null,
  configured: ConfiguredCaptcha,
): CaptchaInUse & { asked: CaptchaProvider } => {
  const givenBy = givenTogether<CaptchaMember>(keys, configured.givenBy)
  const of = <Member extends CaptchaMember>(member: Member): CaptchaKeys[Member] =>
    (kept === null || givenBy(member) !== null ? configured.keys : kept)[member]
  const unreadable = kept?.unreadable === true && givenBy('secretKey') === null
  const provider = of('provider')
  return {
    provider,
    asked: unreadable && provider === 'CloudflareTurnstile' ? 'None' : provider,
    siteKey: of('siteKey'),
    secretKey: of('secretKey'),
    difficulty: of('difficulty'),
    unreadable,
    fixed: fixedMembers(members, givenBy),
  }
}
