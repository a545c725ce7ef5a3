import * as wire from '@pennant/contract/setting'
import { bind, type Bound } from '../../http/bind.ts'
import type { SettingService } from './service.ts'

export const settingRoutes = (settings: SettingService): Bound[] => [
  bind(wire.readConfig, async () => {
    const { account, global, container } = await settings.fresh()
    return { accountPolicy: account, globalConfig: global, containerPolicy: container }
  }),
  bind(wire.editConfig, async ({ body, principal, address }) => {
    await settings.edit(body, { userName: principal.userName, address })
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
