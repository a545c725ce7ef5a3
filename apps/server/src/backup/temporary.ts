import { chmod, lstat, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { isHeld, takeLock } from '../adapters/data-folder/folder-lock.ts'
import { endScratches } from '../adapters/sql/backup/scratch.ts'

const proofFolder = 'pennant-proof-'
// Longer than any proof takes, for folders whose lock tells nothing.
const abandonedAfterMs = 24 * 3_600_000

/** Other accounts can pass through and see nothing. */
export const createTemporary = async (): Promise<{ folder: string; remove(): Promise<void> }> => {
  await removeAbandoned()
  const folder = await mkdtemp(join(tmpdir(), proofFolder))
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true, maxRetries: 5 })
  try {
    const lock = await takeLock(folder, 'temporary folder', () => undefined)
    await chmod(folder, 0o711)
    return {
      folder,
      async remove() {
        await lock.release()
        await remove()
      },
    }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Of commands that were killed, whose PostgreSQL may still run in it. */
export const removeAbandoned = async (): Promise<void> => {
  for (const name of await readdir(tmpdir())) {
    const folder = join(tmpdir(), name)
    if (!name.startsWith(proofFolder)) continue
    const info = await lstat(folder).catch(() => null)
    // Anyone can make a folder of this name in /tmp, and change what lies in it meanwhile.
    if (info?.isDirectory() !== true || info.uid !== userInfo().uid) continue
    if ((await isHeld(folder)) ?? Date.now() - info.mtimeMs < abandonedAfterMs) continue
    await endScratches(folder).catch(() => undefined)
    await rm(folder, { recursive: true, force: true }).catch(() => undefined)
  }
}
