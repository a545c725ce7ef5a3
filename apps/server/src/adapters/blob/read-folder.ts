import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import type { BlobStore } from '../../ports/blob.ts'
import { codeOf } from './draft.ts'
import { isKey } from './key.ts'

/** A folder of someone else: nothing is created in it. */
export const readFolder = (root: string): Pick<BlobStore, 'get' | 'list' | 'stat'> => {
  const infoOf = async (key: string): Promise<{ size: number; modified: Date } | null> => {
    const info = await stat(path.join(root, key)).catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return null
      throw error
    })
    return info?.isFile() === true ? { size: info.size, modified: info.mtime } : null
  }
  return {
    stat: infoOf,
    get: async (key) => ((await infoOf(key)) === null ? null : createReadStream(path.join(root, key))),
    async *list(prefix) {
      const names = await readdir(path.join(root, prefix), { recursive: true }).catch((error: unknown) => {
        if (codeOf(error) === 'ENOENT') return []
        throw error
      })
      for (const name of names.toSorted((a, b) => (a < b ? -1 : 1))) {
        const key = prefix + name.split(path.sep).join('/')
        const info = isKey(key) ? await infoOf(key) : null
        if (info !== null) yield { key, ...info }
      }
    },
  }
}
