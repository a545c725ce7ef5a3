import * as wire from '@pennant/contract/rehearsal'
import { Problem } from '@pennant/contract/problem'
import type { Core } from '../../core/core.ts'
import type { Caller } from '../../core/identity/caller.ts'
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

// The call is over long before the rehearsal is.
const withoutCall = ({ principal, address, requestId }: Caller): Caller => ({ principal, address, requestId })

export const rehearsalModule = (core: Pick<Core, RehearsalParts>, host: Host): Module => {
  const rehearsals = createRehearsals(core, host, host.version)
  const ownRun = createOwnRun(core, rehearsals, host.perform)
  return {
    routes: [
      bind(wire.readRehearsals, () => rehearsals.read()),
      bind(wire.beginRehearsal, async (call) => {
        const { state, prepared } = await rehearsals.begin(call.body, withoutCall(call))
        prepared.catch((error: unknown) => {
          if (error instanceof Problem && error.code === 'rehearsal.notFound') return
          core.journal.failed("Couldn't prepare a rehearsal", error)
        })
        return state
      }),
      bind(wire.readRehearsalCast, async (call) => ({ cast: await rehearsals.cast(call.params.id) })),
      bind(wire.runRehearsal, (call) => ownRun.begin(call.body, withoutCall(call))),
      bind(wire.tellRehearsal, (call) => rehearsals.tell(call.params.id, call.body.step)),
      bind(wire.endRehearsal, async (call) => {
        const { outcome = null } = call.body
        const read = outcome === null ? null : readOutcome(outcome, 'outcome')
        await ownRun.stop(call.params.id)
        return rehearsals.end(call.params.id, read, call)
      }),
    ],
    jobs: [{ name: 'rehearsals', everyMs: minute, run: () => rehearsals.sweep() }],
    async close(): Promise<void> {
      await Promise.all([rehearsals.close(), ownRun.close()])
    },
  }
}
