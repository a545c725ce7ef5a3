import * as wire from '@pennant/contract/setting'
import { Problem } from '@pennant/contract/problem'
import { bind, type Bound } from '../../http/bind.ts'
import { readAddress, type SiteAddress } from './address.ts'
import type { SettingService } from './service.ts'

type Needs = {
  settings: SettingService
  site: SiteAddress
  /** Mails may have waited for it. */
  onAddress: () => Promise<void>
}

export const settingRoutes = ({ settings, site, onAddress }: Needs): Bound[] => [
  bind(wire.readConfig, async () => {
    const { account, global, container } = await settings.fresh()
    return { accountPolicy: account, globalConfig: global, containerPolicy: container }
  }),
  bind(wire.editConfig, async ({ body, principal, address }) => {
    await settings.edit(body, { userName: principal.userName, address })
    return undefined
  }),
  bind(wire.readAddress, async () => {
    await settings.fresh()
    return { address: site.url(), source: site.source() }
  }),
  bind(wire.editAddress, async ({ body, principal, address }) => {
    if (site.source() === 'Configuration') throw new Problem('setting.addressFixed')
    const entered = body.address.trim() === '' ? null : readAddress(body.address)
    await settings.setAddress(entered, { userName: principal.userName, address })
    await onAddress()
    return undefined
  }),
  bind(wire.setLogo, async (call) => {
    const { bytes } = await call.uploadedFile()
    await settings.setLogo(bytes, { userName: call.principal.userName, address: call.address })
    return undefined
  }),
  bind(wire.removeLogo, async ({ principal, address }) => {
    await settings.removeLogo({ userName: principal.userName, address })
    return undefined
  }),
]
