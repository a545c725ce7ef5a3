import * as wire from '@pennant/contract/status'
import { bind, type Bound } from '../../http/bind.ts'
import type { Status } from './service.ts'
import type { Trials } from './trial.ts'

export const statusRoutes = (status: Status, tryPart: Trials): Bound[] => [
  bind(wire.readStatus, () => status.read()),
  bind(wire.tryPart, (call) => tryPart(call.body.part, call)),
  bind(wire.noteBackup, async (call) => {
    await status.noteBackup(call.body.name, call)
    return undefined
  }),
]
