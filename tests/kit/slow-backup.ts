import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { OwnProgram } from '../../apps/server/src/backup/run-backup.ts'

export type SlowBackup = {
  program: OwnProgram
  goOn(): Promise<void>
  /** The next ones find no room. */
  fillDisk(): Promise<void>
  remove(): Promise<void>
}

/** Says what `pennant backup create` says at first, and ends when it may go on. */
const script = `
  const is = (name) => require('node:fs').existsSync(process.env.FOLDER + '/' + name)
  if (process.argv.includes('create') && is('full')) {
    const finding = { code: 'disk.full', level: 'error', message: 'It would fill the disk.' }
    console.log(JSON.stringify({ findings: [finding] }))
    process.exitCode = 4
  } else if (process.argv.includes('create')) {
    console.error('Reading the database…')
    console.error('47 tables read.')
    const timer = setInterval(() => {
      if (is('go-on')) clearInterval(timer)
    }, 20)
  }`

export const createSlowBackup = async (): Promise<SlowBackup> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'pennant-slow-backup-'))
  return {
    program: { command: [process.execPath, '-e', script, '--'], env: { FOLDER: folder } },
    goOn: () => writeFile(path.join(folder, 'go-on'), ''),
    fillDisk: () => writeFile(path.join(folder, 'full'), ''),
    remove: () => rm(folder, { recursive: true }),
  }
}
