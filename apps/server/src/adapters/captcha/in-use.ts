import type { Captcha } from '../../ports/captcha.ts'
import { createCaptcha, type CaptchaConfig } from './create.ts'

export const createCaptchaInUse = (
  configOf: () => CaptchaConfig,
  needs: Parameters<typeof createCaptcha>[1],
): Captcha => {
  let known: { text: string; captcha: Captcha } | undefined

  const current = (): Captcha => {
    const config = configOf()
    const text = JSON.stringify(config)
    if (known?.text !== text) known = { text, captcha: createCaptcha(config, needs) }
    return known.captcha
  }

  return {
    get provider() {
      return current().provider
    },
    get siteKey() {
      return current().siteKey
    },
    verify: (answer, address) => current().verify(answer, address),
    challenge: () => current().challenge(),
    check: () => current().check(),
  }
}
