import * as wire from '@pennant/contract/status'
import { bind, type Bound } from '../../http/bind.ts'
import type { Status } from './service.ts'
import type { Probe } from './probe.ts'

export const statusRoutes = (status: Status, tryPart: Probe): Bound[] => [
  bind(wire.readStatus, () => status.read()),
  bind(wire.tryPart, (call) => tryPart(call.body.part, call)),
  bind(wire.noteBackup, (call) => status.noteBackup(call.body.name, call)),
]
