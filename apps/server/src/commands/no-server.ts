import { assertUsable } from '../adapters/sql/assert-usable.ts'
import { connect, type DatabaseAddress } from '../adapters/sql/connect.ts'
import { postgresPresence } from '../adapters/lock/presence.ts'
import { finding, Refusal } from './verb.ts'

/** No server starts meanwhile: it waits until the work is done. `component`: what the refusal is about. */
export const whileNoServerRuns = async (
  address: DatabaseAddress,
  component: string,
  work: () => Promise<void>,
): Promise<void> => {
  const { pool, close } = connect(address, { poolSize: 1, onError: () => undefined })
  try {
    await assertUsable(pool)
    const presence = postgresPresence({ pool })
    let isAlone = false
    try {
      await presence.join(async () => {
        isAlone = true
        await work()
      })
    } finally {
      await presence.leave()
    }
    if (!isAlone)
      throw new Refusal(
        4,
        finding('error', 'server.runs', component, 'A server runs on this database.', {
          remedy: 'Stop all servers first.',
        }),
      )
  } finally {
    await close()
  }
}
