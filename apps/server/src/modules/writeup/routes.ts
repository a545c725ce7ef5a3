import * as wire from '@pennant/contract/writeup'
import { bind, type BoundRoute } from '../../http/bind.ts'
import type { HandIn } from './hand-in.ts'
import type { Writeups } from './service.ts'

export const writeupRoutes = (writeups: Writeups, handIn: HandIn): BoundRoute[] => [
  bind(wire.listWriteups, ({ params }) => writeups.list(params.id)),
  bind(wire.downloadWriteups, (call) => writeups.archive(call.params.id, call)),
  bind(wire.readOwnWriteup, ({ params, principal }) => handIn.read(params.id, principal)),
  bind(wire.submitWriteup, (call) => handIn.submit(call.params.id, call.uploadedFiles(), call)),
  bind(wire.deleteWriteups, (call) => handIn.deleteAll(call.params.id, call)),
]
