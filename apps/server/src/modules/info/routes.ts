import * as wire from '@pennant/contract/info'
import { Problem } from '@pennant/contract/problem'
import { bind, type Bound } from '../../http/bind.ts'
import { secondsTag, versioned, type Reply } from '../../http/reply.ts'
import type { Captcha } from '../../ports/captcha.ts'
import { type InstanceFacts, presentCaptcha, presentClientConfig, type ShownSettings } from './present.ts'

type Needs = {
  settings: { current(): ShownSettings }
  captcha: Captcha
  instances: InstanceFacts
}

const cacheControl = 'no-cache, must-revalidate'

export const infoRoutes = ({ settings, captcha, instances }: Needs): Bound[] => {
  /** Presented once for all who ask before the settings change. */
  const held = (name: string, present: (shown: ShownSettings) => object): (() => Promise<Reply>) => {
    let known: { shown: ShownSettings; reply: Reply } | undefined
    return async () => {
      const shown = settings.current()
      if (known?.shown !== shown) {
        const { modified } = shown
        const value = present(shown)
        known = {
          shown,
          reply: versioned({ tag: secondsTag(name, modified), modified, cacheControl, value }),
        }
      }
      return known.reply
    }
  }

  return [
    bind(
      wire.clientConfig,
      held('cfg', (shown) => presentClientConfig(shown, instances)),
    ),
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
