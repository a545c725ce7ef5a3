import * as wire from '@pennant/contract/writeup'
import { bind, type BoundRoute } from '../../http/bind.ts'
import type { Core } from '../../core/core.ts'
import { createHandIn } from './hand-in.ts'
import { createWriteups, type FindGame } from './service.ts'

type Parts = 'access' | 'audit' | 'clock' | 'db' | 'files' | 'journal' | 'ledger'

export const writeupRoutes = (core: Pick<Core, Parts>, findGame: FindGame): BoundRoute[] => {
  const writeups = createWriteups(core, findGame)
  const handIn = createHandIn(core)
  return [
    bind(wire.listWriteups, ({ params }) => writeups.list(params.id)),
    bind(wire.downloadWriteups, (call) => writeups.archive(call.params.id, call)),
    bind(wire.readOwnWriteup, ({ params, principal }) => handIn.read(params.id, principal)),
    bind(wire.submitWriteup, (call) => handIn.submit(call.params.id, call.uploadedFiles(), call)),
    bind(wire.deleteWriteups, (call) => handIn.deleteAll(call.params.id, call)),
  ]
}
