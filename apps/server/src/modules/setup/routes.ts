import { defaultGlobalConfig } from '@pennant/contract/setting'
import * as wire from '@pennant/contract/setup'
import { bind, type BoundRoute } from '../../http/bind.ts'
import type { Core } from '../../core/core.ts'
import { readAddress } from '../../core/setting/address.ts'
import type { Setup } from './service.ts'

export const setupRoutes = (
  { sessions, settings, site }: Pick<Core, 'sessions' | 'settings' | 'site'>,
  setup: Setup,
  onAddress: () => Promise<void>,
): BoundRoute[] => [
  bind(wire.setupStatus, async () => {
    const needed = await setup.needed()
    const asks = needed && ['None', 'OwnMachine'].includes(site.source())
    return {
      needed,
      ...(asks ? { addressNeeded: true } : {}),
      ...(needed && isNamed(settings) ? { named: true } : {}),
    }
  }),
  bind(wire.setupAdministrator, async (call) => {
    const { token, userName, password, email, address, title, titleSuffix, slogan } = call.body
    const entered = address == null || address.trim() === '' ? null : readAddress(address)
    const first = { userName, password: settings.envelope.open(password), email }
    const administrator = await setup.claim(token, first, call)
    const session = await sessions.begin(administrator, call)
    const caller = {
      principal: { userId: administrator.id, userName },
      address: call.address,
      requestId: call.requestId,
    }
    if (entered !== null && site.source() !== 'Configuration') {
      await settings.setAddress(entered, caller)
      await onAddress()
    }
    const name = {
      ...(title == null || title.trim() === '' ? {} : { title: title.trim() }),
      ...(titleSuffix == null ? {} : { titleSuffix }),
      ...(slogan == null ? {} : { slogan }),
    }
    if (Object.keys(name).length > 0) await settings.edit({ globalConfig: name }, caller)
    if (call.principal !== null) await sessions.end(call.principal)
    call.cookie.begin(session)
  }),
]

const isNamed = (settings: Core['settings']): boolean =>
  settings.current().global.title !== defaultGlobalConfig.title
