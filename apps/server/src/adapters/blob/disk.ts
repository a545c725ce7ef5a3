import { constants, type Dirent } from 'node:fs'
import {
  type FileHandle,
  mkdir,
  open,
  readdir,
  rename,
  rmdir,
  stat,
  unlink,
  writeFile,
} from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import type { BlobInfo, BlobStore } from '../../ports/blob.ts'
import { codeOf, openDrafts } from './draft.ts'
import { assertKey, assertPrefix, isKey, rangeWithin } from './key.ts'
import { measured } from './measured.ts'
import { probe } from './probe.ts'

/** What `put` has stored survives a power failure. */
export async function openDiskStore(root: string): Promise<BlobStore> {
  const top = path.resolve(root)
  await mkdir(top, { recursive: true, mode: 0o700 })
  const drafts = await openDrafts(top)

  const pathOf = (key: string): string => {
    assertKey(key)
    return path.join(top, key)
  }

  const store: Omit<BlobStore, 'check'> = {
    async put(key, source, size) {
      const content = measured(source, size)
      try {
        const target = pathOf(key)
        const draft = await drafts.create()
        try {
          await fill(draft.file, content)
          await moveInto(draft.path, target, top)
        } catch (error) {
          await unlink(draft.path).catch(() => undefined)
          throw error
        }
      } catch (error) {
        content.destroy()
        source.destroy()
        throw error
      }
    },
    async get(key, range) {
      const file = await openFile(pathOf(key))
      if (file === null) return await absent(top)
      try {
        const info = await file.stat()
        if (!info.isFile()) return await closed(file)
        const part = range === undefined ? {} : rangeWithin(range, info.size)
        return file.createReadStream({ ...part, highWaterMark: 256 * 1024 })
      } catch (error) {
        await file.close()
        throw error
      }
    },
    async stat(key) {
      return (await infoOf(pathOf(key))) ?? (await absent(top))
    },
    async delete(key) {
      const target = pathOf(key)
      if (await removed(target)) await prune(path.dirname(target), top)
    },
    async *list(prefix) {
      assertPrefix(prefix)
      yield* walk(top, prefix.slice(0, prefix.lastIndexOf('/') + 1), prefix)
    },
  }
  return { ...store, check: () => probe(store) }
}

async function fill(file: FileHandle, content: Readable): Promise<void> {
  try {
    await writeFile(file, content)
    await file.sync()
  } finally {
    await file.close()
  }
}

// Atomic for readers and durable: the names are synced as well as the bytes.
async function moveInto(draft: string, target: string, top: string): Promise<void> {
  const folder = path.dirname(target)
  // A folder that a concurrent `delete` finds empty may vanish before the file is in it.
  for (let attempt = 1; ; attempt++) {
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await rename(draft, target)
      break
    } catch (error) {
      if (codeOf(error) !== 'ENOENT' || attempt === 100) throw error
    }
  }
  // All of them: another `put` may have made a parent a moment ago.
  for (let up = folder; ; up = path.dirname(up)) {
    await syncFolder(up)
    if (up === top) return
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await openFile(folder)
  try {
    await handle?.sync()
  } catch (error) {
    // Some network file systems can't do this for folders.
    if (codeOf(error) !== 'EINVAL') throw error
  } finally {
    await handle?.close()
  }
}

// Throws if the whole store is away, which says nothing about its contents.
async function absent(top: string): Promise<null> {
  if (!(await stat(top)).isDirectory()) throw new Error(`the storage is no longer a folder: ${top}`)
  return null
}

async function openFile(target: string): Promise<FileHandle | null> {
  try {
    return await open(target, constants.O_RDONLY)
  } catch (error) {
    if (isAbsence(error)) return null
    throw error
  }
}

async function closed(file: FileHandle): Promise<null> {
  await file.close()
  return null
}

async function infoOf(target: string): Promise<BlobInfo | null> {
  try {
    const info = await stat(target)
    return info.isFile() ? { size: info.size, modified: info.mtime } : null
  } catch (error) {
    if (isAbsence(error)) return null
    throw error
  }
}

async function removed(target: string): Promise<boolean> {
  try {
    await unlink(target)
    return true
  } catch (error) {
    // A folder of other keys is no blob: EISDIR on Linux, EPERM elsewhere.
    if (isAbsence(error) || (await isFolder(target))) return false
    throw error
  }
}

const isFolder = async (target: string): Promise<boolean> =>
  (await stat(target).catch(() => null))?.isDirectory() ?? false

// ENOTDIR: what the key takes for a folder is a blob.
const isAbsence = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '')

// Removes only empty folders: one that a concurrent `put` has filled stays.
async function prune(folder: string, top: string): Promise<void> {
  for (let up = folder; up !== top; up = path.dirname(up)) {
    try {
      await rmdir(up)
    } catch {
      return
    }
  }
}

async function* walk(
  top: string,
  folder: string,
  prefix: string,
): AsyncGenerator<{ key: string } & BlobInfo> {
  for (const entry of await entriesOf(path.join(top, folder))) {
    const key = folder + entry.name
    const below = `${key}/`
    if (entry.isDirectory() && (below.startsWith(prefix) || prefix.startsWith(below))) {
      if (isKey(key)) yield* walk(top, below, prefix)
    } else if (entry.isFile() && key.startsWith(prefix) && isKey(key)) {
      const info = await infoOf(path.join(top, key))
      if (info !== null) yield { key, ...info }
    }
  }
}

// In the order of keys, where a folder's name ends with a slash.
async function entriesOf(folder: string): Promise<Dirent[]> {
  const order = (entry: Dirent): string => (entry.isDirectory() ? `${entry.name}/` : entry.name)
  try {
    const entries = await readdir(folder, { withFileTypes: true })
    return entries.toSorted((a, b) => (order(a) < order(b) ? -1 : 1))
  } catch (error) {
    if (isAbsence(error)) return []
    throw error
  }
}
