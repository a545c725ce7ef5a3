import { BackupUnderWay } from '../adapters/sql/backup/snapshot.ts'
import { NoRoom } from '../backup/room.ts'
import { Stalled } from '../backup/steady-put.ts'
import { finding, Refusal } from './verb.ts'

/** Why no backup was made, and what to do. `shown`: where it was written to. Other errors stay what they are. */
export const backupRefusal = (error: unknown, shown: string): unknown => {
  if (error instanceof NoRoom) {
    const [code, remedy] = error.isTemporary
      ? ['temporary.full', 'Set TMPDIR to another folder, for the server, too.']
      : ['disk.full', 'Set backup.to to another place.']
    return new Refusal(4, finding('error', code, 'backup', error.message, { remedy }))
  }
  if (error instanceof Stalled) {
    const remedy = `Check that ${shown} takes files.`
    return new Refusal(1, finding('error', 'backup.stalled', 'backup', error.message, { remedy }))
  }
  if (!(error instanceof BackupUnderWay)) return error
  return new Refusal(4, finding('error', 'backup.underWay', 'backup', 'Another backup is running.'))
}
