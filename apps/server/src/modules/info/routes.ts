import * as wire from '@pennant/contract/info'
import { Problem } from '@pennant/contract/problem'
import type { PortMapping } from '@pennant/contract/enums'
import { bind, type Bound } from '../../http/bind.ts'
import { secondsTag, versioned } from '../../http/reply.ts'
import type { Captcha } from '../../ports/captcha.ts'
import { presentCaptcha, presentClientConfig, type ShownSettings } from './present.ts'

type Needs = {
  settings: { current(): ShownSettings }
  captcha: Captcha
  portMapping: PortMapping
}

const revalidate = 'no-cache, must-revalidate'

export const infoRoutes = ({ settings, captcha, portMapping }: Needs): Bound[] => {
  const modified = (): Date => settings.current().modified
  return [
    bind(wire.clientConfig, async () =>
      versioned({
        tag: secondsTag('cfg', modified()),
        modified: modified(),
        cacheControl: revalidate,
        value: presentClientConfig(settings.current(), portMapping),
      }),
    ),
    bind(wire.captchaInfo, async () =>
      versioned({
        tag: secondsTag('cap', modified()),
        modified: modified(),
        cacheControl: revalidate,
        value: presentCaptcha(settings.current(), captcha),
      }),
    ),
    bind(wire.powChallenge, async () => {
      const challenge = await captcha.challenge()
      if (challenge === null) throw new Problem('captcha.off')
      return challenge
    }),
  ]
}
