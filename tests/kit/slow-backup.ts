import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { OwnProgram } from '../../apps/server/src/backup/run-backup.ts'

export type SlowBackup = { program: OwnProgram; goOn(): Promise<void>; remove(): Promise<void> }

/** Says what `pennant backup create` says at first, and ends when it may go on. */
const script = `
  if (process.argv.includes('create')) {
    console.error('Reading the database…')
    console.error('47 tables read.')
    const timer = setInterval(() => {
      if (require('node:fs').existsSync(process.env.FOLDER + '/go-on')) clearInterval(timer)
    }, 20)
  }`

export const createSlowBackup = async (): Promise<SlowBackup> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'pennant-slow-backup-'))
  return {
    program: { command: [process.execPath, '-e', script, '--'], env: { FOLDER: folder } },
    goOn: () => writeFile(path.join(folder, 'go-on'), ''),
    remove: () => rm(folder, { recursive: true }),
  }
}
