import { chown, mkdtemp, readFile, rm, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { writeWhole } from '../../data-folder/whole-file.ts'
import type { Account } from './account.ts'
import { PORT } from './settings.ts'
import type { Runtime } from './runtime.ts'

// The kernel limits a socket's path to 108 bytes (104 on some systems).
const LONGEST_PATH = 99
const SHORT = 'pennant-socket-'
const SOCKET = `.s.PGSQL.${PORT}`

export type SocketFolder = { path: string; close(): Promise<void> }

// The home, or a folder with a short name if that path is too long. The short name is new each time, so that
// it can't be prepared, and noted at home, so that the next start removes it after a kill.
export async function openSocketFolder(runtime: Runtime): Promise<SocketFolder> {
  const note = join(runtime.home.path, 'socket-folder')
  await closeForgotten(note)
  await removeSocket(runtime.socket)
  if (Buffer.byteLength(join(runtime.socket, SOCKET)) <= LONGEST_PATH) {
    return { path: runtime.socket, close: () => removeSocket(runtime.socket) }
  }
  const path = await makeShortFolder(runtime.account)
  await writeWhole(note, path)
  const close = async (): Promise<void> => {
    await removeSocket(path)
    await rmdir(path).catch(() => {})
    await rm(note, { force: true })
  }
  return { path, close }
}

async function makeShortFolder(account: Account | null): Promise<string> {
  if (account === null) return mkdtemp(join(tmpdir(), SHORT))
  // Not in a TMPDIR of root's: the account has to get there.
  const path = await mkdtemp(join('/tmp', SHORT))
  await chown(path, account.uid, account.gid)
  return path
}

async function closeForgotten(note: string): Promise<void> {
  const path = await readFile(note, 'utf8').catch(() => '')
  if (!basename(path).startsWith(SHORT)) return
  await removeSocket(path)
  await rmdir(path).catch(() => {})
  await rm(note, { force: true })
}

async function removeSocket(folder: string): Promise<void> {
  await rm(join(folder, SOCKET), { force: true })
  await rm(join(folder, `${SOCKET}.lock`), { force: true })
}
