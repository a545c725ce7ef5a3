import * as wire from '@pennant/contract/audit'
import { narrow } from '@pennant/rules/watch/narrow'
import { bind, type Call, type Module } from '../../http/bind.ts'
import { counted, totalOf } from '../../http/reply.ts'
import type { Core } from '../../core/core.ts'
import { presentChange, presentDetailedChange } from './present.ts'
import { createAuditStore } from './store.ts'

type ListCall = Pick<Call<typeof wire.listChanges>, 'query' | 'principal'>

const [hour, day] = [3_600_000, 86_400_000]
const keptDays = 2 * 365
const usualCount = 100
// A long lock on the table is felt by whoever changes something.
const portion = 5_000
const noNames = { participations: new Map(), challenges: new Map() }

export const auditModule = (
  { clock, db, games }: Pick<Core, 'clock' | 'db' | 'games'>,
  evidenceDays: number,
): Module => {
  const store = createAuditStore(db)
  const daysAgo = (days: number): Date => new Date(clock.now() - days * day)

  const list = async (game: number | null, { query, principal }: ListCall) => {
    const { count = usualCount, skip = 0, detail = false, ...rest } = query
    const filter = { game, narrowed: narrow(noNames, rest) }
    const rows = await store.page(filter, { count, skip })
    if (!detail) return rows.map((row) => presentChange(row, principal))
    return counted(
      rows.map((row) => presentDetailedChange(row, principal)),
      await totalOf({ count, skip }, rows.length, () => store.count(filter)),
    )
  }

  return {
    routes: [
      bind(wire.listGameChanges, async (call) => list((await games.must(call.params.id)).id, call)),
      bind(wire.listChanges, (call) => list(null, call)),
    ],
    jobs: [
      {
        name: 'old changes',
        everyMs: hour,
        async run(signal) {
          const steps = [
            () => store.deleteOld(daysAgo(keptDays), portion),
            () => store.forgetAddresses(daysAgo(evidenceDays), portion),
          ]
          for (const step of steps) while (!signal.aborted && (await step()) === portion) continue
        },
      },
    ],
  }
}
