import type { Captcha } from '../../ports/captcha.ts'

/** Nothing is asked for, so everything passes. */
export const createNoCaptcha = (): Captcha => ({
  provider: 'None',
  siteKey: '',
  verify: async () => true,
  challenge: async () => null,
  check: async () => undefined,
})
