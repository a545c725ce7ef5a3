import * as wire from '@pennant/contract/info'
import { Problem } from '@pennant/contract/problem'
import { bind, type BoundRoute } from '../../http/bind.ts'
import { secondsTag, versioned, type Reply } from '../../http/reply.ts'
import type { Core } from '../../core/core.ts'
import type { Settings } from '../../core/setting/settings-cache.ts'
import { presentCaptcha } from '../../core/setting/shown.ts'

export const infoRoutes = ({
  settings,
  captcha,
  shown: { clientConfig },
}: Pick<Core, 'settings' | 'captcha' | 'shown'>): BoundRoute[] => {
  const held = (name: string, present: (shown: Settings) => object): (() => Promise<Reply>) => {
    let known: { shown: Settings; reply: Reply } | undefined
    return async () => {
      const shown = settings.current()
      if (known?.shown !== shown) {
        const { modified } = shown
        const value = present(shown)
        known = {
          shown,
          reply: versioned({ tag: secondsTag(name, modified), modified, value }),
        }
      }
      return known.reply
    }
  }

  return [
    bind(wire.clientConfig, held('cfg', clientConfig)),
    bind(
      wire.captchaInfo,
      held('cap', (shown) => presentCaptcha(shown, captcha)),
    ),
    bind(wire.powChallenge, async () => {
      const challenge = await captcha.challenge()
      if (challenge === null) throw new Problem('captcha.off')
      return challenge
    }),
  ]
}
