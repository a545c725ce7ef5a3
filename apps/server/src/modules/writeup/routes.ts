import * as wire from '@pennant/contract/writeup'
import { bind, type Bound } from '../../http/bind.ts'
import type { HandIn } from './hand-in.ts'
import type { Writeups } from './service.ts'

export const writeupRoutes = (writeups: Writeups, handIn: HandIn): Bound[] => [
  bind(wire.listWriteups, ({ params }) => writeups.list(params.id)),
  bind(wire.downloadWriteups, ({ params }) => writeups.archive(params.id)),
  bind(wire.readOwnWriteup, ({ params, principal }) => handIn.read(params.id, principal)),
  bind(wire.submitWriteup, async (call) => {
    await handIn.submit(call.params.id, call.uploadedFiles(), call)
    return undefined
  }),
  bind(wire.deleteWriteups, async (call) => {
    await handIn.deleteAll(call.params.id, call)
    return undefined
  }),
]
