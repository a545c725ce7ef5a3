import * as wire from '@pennant/contract/rehearsal'
import type { Core } from '../../core/core.ts'
import { bind, type Module } from '../../http/bind.ts'
import { compileDocumentReader } from '../../kit/schema-reader.ts'
import type { Removing } from './clean.ts'
import { createOwnRun, type Perform } from './own-run.ts'
import { createRehearsals, type RehearsalParts } from './service.ts'

type Host = Removing & {
  version: string
  perform: Perform
}

const minute = 60_000
// Its members are no fields of a form, so none of them is named.
const readOutcome = compileDocumentReader(wire.RehearsalOutcome)

export const rehearsalModule = (core: Pick<Core, RehearsalParts>, host: Host): Module => {
  const rehearsals = createRehearsals(core, host, host.version)
  const ownRun = createOwnRun(core, rehearsals, host.perform)
  return {
    routes: [
      bind(wire.readRehearsals, () => rehearsals.read()),
      bind(wire.beginRehearsal, async (call) => (await rehearsals.begin(call.body, call)).cast),
      bind(wire.runRehearsal, (call) => ownRun.begin(call.body, call)),
      bind(wire.tellRehearsal, (call) => rehearsals.tell(call.params.id, call.body.step)),
      bind(wire.endRehearsal, async (call) => {
        const { outcome = null } = call.body
        const read = outcome === null ? null : readOutcome(outcome, 'outcome')
        await ownRun.stop(call.params.id)
        return rehearsals.end(call.params.id, read, call)
      }),
    ],
    jobs: [{ name: 'rehearsals', everyMs: minute, run: () => rehearsals.sweep() }],
    close: ownRun.close,
  }
}
