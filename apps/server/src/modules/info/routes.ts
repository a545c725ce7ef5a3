import * as wire from '@pennant/contract/info'
import { Problem } from '@pennant/contract/problem'
import { bind, bindFast, type BoundRoute } from '../../http/bind.ts'
import { secondsTag, versioned, type Reply } from '../../http/reply.ts'
import type { Core } from '../../core/core.ts'
import type { Settings } from '../../core/setting/settings-cache.ts'
import { presentCaptcha } from '../../core/setting/client-settings.ts'

export const infoRoutes = ({
  settings,
  captcha,
  clientSettings: { clientConfig },
}: Pick<Core, 'captcha' | 'clientSettings' | 'settings'>): BoundRoute[] => {
  const cached = (name: string, present: (current: Settings) => object): (() => Reply) => {
    let known: { current: Settings; reply: Reply } | undefined
    return () => {
      const current = settings.current()
      if (known?.current !== current) {
        const { modified } = current
        const value = present(current)
        known = {
          current,
          reply: versioned({ tag: secondsTag(name, modified), modified, value }),
        }
      }
      return known.reply
    }
  }

  return [
    bindFast(wire.clientConfig, cached('cfg', clientConfig)),
    bind(
      wire.captchaInfo,
      cached('cap', (current) => presentCaptcha(current, captcha)),
    ),
    bind(wire.powChallenge, async () => {
      const challenge = await captcha.challenge()
      if (challenge === null) throw new Problem('captcha.off')
      return challenge
    }),
  ]
}
