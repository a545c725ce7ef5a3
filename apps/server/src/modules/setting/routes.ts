import * as wire from '@pennant/contract/setting'
import { Problem } from '@pennant/contract/problem'
import { bind, type BoundRoute } from '../../http/bind.ts'
import type { Core } from '../../core/core.ts'
import { presentAccount, presentGlobal } from '../../core/setting/present.ts'
import { readAddress } from '../../core/setting/address.ts'
import { createLogo, type LogoParts } from './logo.ts'

export const settingRoutes = (
  core: Pick<Core, LogoParts | 'site'>,
  onAddress: () => Promise<void>,
): BoundRoute[] => {
  const { settings, site } = core
  const logo = createLogo(core)
  return [
    bind(wire.readConfig, async () => {
      const { account, global, container } = await settings.fresh()
      return {
        accountPolicy: presentAccount(account),
        globalConfig: presentGlobal(global),
        containerPolicy: container,
      }
    }),
    bind(wire.editConfig, (call) => settings.edit(call.body, call)),
    bind(wire.readAddress, async () => {
      await settings.fresh()
      return { address: site.url(), source: site.source() }
    }),
    bind(wire.editAddress, async (call) => {
      if (site.source() === 'Configuration') throw new Problem('setting.addressFixed')
      const { address } = call.body
      await settings.setAddress(address.trim() === '' ? null : readAddress(address), call)
      await onAddress()
    }),
    bind(wire.setLogo, async (call) => {
      const { bytes } = await call.uploadedFile()
      await logo.set(bytes, call)
    }),
    bind(wire.removeLogo, (call) => logo.remove(call)),
  ]
}
