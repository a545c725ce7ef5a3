import type { Clock } from '../../ports/clock.ts'
import type { Db } from '../../ports/database.ts'
import type { Journal } from '../../telemetry/journal.ts'
import type { Signals } from '../signals.ts'
import { createParticipationStore, type Remains } from './participation-store.ts'

export type RemovalNeeds = {
  clock: Clock
  journal: Journal
  files: { release(hash: string): Promise<unknown> }
  signals: Pick<Signals, 'emit'>
}

/** Taking participations out of their games: first the rows, and after the commit what they leave behind. */
export const createRemoval = ({ clock, journal, files, signals }: RemovalNeeds) => ({
  async remove(db: Db, ids: readonly number[]): Promise<Remains> {
    const tx = createParticipationStore(db)
    const members = await tx.membersOf(ids)
    await tx.expireContainers(ids, new Date(clock.now()))
    return { members, files: await tx.delete(ids) }
  },

  async follow({ members, files: hashes }: Remains): Promise<void> {
    for (const userId of new Set(members)) signals.emit('access.changed', userId)
    for (const hash of hashes)
      await files.release(hash).catch((error: unknown) =>
        journal.write({
          level: 'Error',
          message: 'A write-up could not be released',
          name: 'System',
          error,
        }),
      )
  },
})
