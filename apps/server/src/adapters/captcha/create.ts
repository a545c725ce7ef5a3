import type { Cache } from '../../ports/cache.ts'
import type { Captcha } from '../../ports/captcha.ts'
import type { Clock } from '../../ports/clock.ts'
import { createHashPow } from './hashpow.ts'
import { createTurnstile } from './turnstile.ts'

export type CaptchaConfig = {
  provider: Captcha['provider']
  /** Public; the widget needs it. */
  siteKey: string | null
  /** Turnstile only. If null, everything passes. */
  secretKey: string | null
  verifyUrl: string
  /** Leading zero bits, limited to 8..48. */
  hashPow: { difficulty: number }
}

type Needs = {
  cache: Cache
  clock: Clock
  log: (message: string) => void
  random: (size: number) => Uint8Array
}

export const createCaptcha = (config: CaptchaConfig, needs: Needs): Captcha => {
  const siteKey = config.siteKey ?? ''
  switch (config.provider) {
    case 'None':
      return createNoCaptcha()
    case 'HashPow':
      return createHashPow({ siteKey, difficulty: config.hashPow.difficulty }, needs.cache, needs.random)
    case 'CloudflareTurnstile':
      return createTurnstile(
        { siteKey, secretKey: config.secretKey ?? '', verifyUrl: config.verifyUrl },
        needs.clock,
        needs.log,
      )
  }
}

const createNoCaptcha = (): Captcha => ({
  provider: 'None',
  siteKey: '',
  verify: async () => true,
  challenge: async () => null,
  check: async () => undefined,
})
