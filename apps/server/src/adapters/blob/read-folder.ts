import { constants } from 'node:fs'
import { type FileHandle, lstat, open, readdir, realpath } from 'node:fs/promises'
import path from 'node:path'
import type { BlobStore } from '../../ports/blob.ts'
import { codeOf } from './draft.ts'
import { isKey } from './key.ts'

/** A link may lead out of the folder, to a file that only this account can read. */
export class LinkInFolder extends Error {
  override readonly name = 'LinkInFolder'
}

/** A folder of someone else: nothing is created in it, and no link in it is followed. */
export const readFolder = (root: string): Pick<BlobStore, 'get' | 'list' | 'stat'> => {
  const openFile = async (key: string): Promise<FileHandle | null> => {
    const target = path.join(root, key)
    // A pipe would otherwise be waited for.
    const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
    const file = await open(target, flags).catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return null
      if (codeOf(error) === 'ELOOP') throw new LinkInFolder(key)
      throw error
    })
    if (file === null) return null
    try {
      // Folders on the way may be links, too, and may change meanwhile: what counts is which file was opened.
      const real = path.join(await realpath(root), key)
      const [opened, there] = [await file.stat(), await lstat(real)]
      if ((await realpath(target)) !== real || opened.ino !== there.ino || opened.dev !== there.dev)
        throw new LinkInFolder(key)
      if (opened.isFile()) return file
    } catch (error) {
      await file.close()
      throw error
    }
    await file.close()
    return null
  }

  return {
    async stat(key) {
      const file = await openFile(key)
      if (file === null) return null
      try {
        const { size, mtime } = await file.stat()
        return { size, modified: mtime }
      } finally {
        await file.close()
      }
    },
    get: async (key) => (await openFile(key))?.createReadStream() ?? null,
    /** Links, too, so that they can be told of. */
    async *list(prefix) {
      const top = prefix.replace(/\/$/, '')
      const info = await lstat(path.join(root, top)).catch(() => null)
      if (info?.isSymbolicLink() === true) yield { key: top, size: info.size, modified: info.mtime }
      if (info?.isDirectory() !== true) return
      const entries = await readdir(path.join(root, top), { recursive: true, withFileTypes: true })
      const keys = entries
        .filter((entry) => entry.isFile() || entry.isSymbolicLink())
        .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
        .map((name) => name.split(path.sep).join('/'))
      for (const key of keys.filter(isKey).toSorted((a, b) => (a < b ? -1 : 1))) {
        const { size, mtime } = await lstat(path.join(root, key))
        yield { key, size, modified: mtime }
      }
    },
  }
}
