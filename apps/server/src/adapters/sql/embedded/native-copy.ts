import { chmod, copyFile, lstat, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { arch, platform } from 'node:os'
import { dirname, join } from 'node:path'
import { errorCode, StartFault } from '../../../kit/start-fault.ts'

const NOT_NEEDED = /\.a$|^lib\/pkgconfig\/|^lib\/postgresql\/pgxs\//

/** For originals that only root can enter. Compared at each start: a power failure may leave half a copy. */
export async function copyNative(native: string, systemFolder: string): Promise<string> {
  const programs = join(systemFolder, 'programs')
  const copy = join(programs, await copyName(native))
  try {
    const files = await listFiles(native)
    if (await isSame(copy, files)) return copy
    await mkdir(programs, { recursive: true, mode: 0o755 })
    await chmod(programs, 0o755)
    const draft = await mkdtemp(`${copy}.new-`)
    try {
      await chmod(draft, 0o755)
      for (const file of files) await copyPublic(join(native, file.path), join(draft, file.path))
      await putInPlace(draft, copy, files)
    } finally {
      await rm(draft, { recursive: true, force: true })
    }
    return copy
  } catch (error) {
    throw new StartFault(
      `The account of the embedded database can't enter "${native}", and couldn't keep a copy in "${programs}" (${errorCode(error)}): install Pennant outside root's home, or set DATABASE_URL.`,
      { cause: error },
    )
  }
}

async function copyName(native: string): Promise<string> {
  const text = await readFile(join(native, '..', 'package.json'), 'utf8').catch(() => '{}')
  const { version } = JSON.parse(text) as { version?: unknown }
  const known = typeof version === 'string' && /^[\w.+-]+$/.test(version) ? version : 'unversioned'
  return `postgresql-${known}-${platform()}-${arch()}`
}

type NativeFile = { path: string; size: number }

async function listFiles(native: string): Promise<NativeFile[]> {
  const files: NativeFile[] = []
  for (const entry of await readdir(native, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const full = join(entry.parentPath, entry.name)
    const path = full.slice(native.length + 1)
    if (!NOT_NEEDED.test(path)) files.push({ path, size: (await lstat(full)).size })
  }
  return files
}

async function isSame(copy: string, files: readonly NativeFile[]): Promise<boolean> {
  try {
    // Only root's own work is trusted: another account's copy would run with the database's rights.
    if ((await lstat(copy)).uid !== process.geteuid?.()) return false
    const sizes = await Promise.all(files.map(async (file) => (await lstat(join(copy, file.path))).size))
    return sizes.every((size, at) => size === files[at]?.size)
  } catch {
    return false
  }
}

async function copyPublic(from: string, to: string): Promise<void> {
  await makePublicFolder(dirname(to))
  await copyFile(from, to)
  await chmod(to, ((await lstat(from)).mode & 0o100) === 0 ? 0o644 : 0o755)
}

async function makePublicFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true })
  if (first === undefined) return
  for (let folder = path; folder.length >= first.length; folder = dirname(folder)) await chmod(folder, 0o755)
}

async function putInPlace(draft: string, copy: string, files: readonly NativeFile[]): Promise<void> {
  try {
    await rename(draft, copy)
  } catch (error) {
    if (errorCode(error) !== 'ENOTEMPTY' && errorCode(error) !== 'EEXIST') throw error
    if (await isSame(copy, files)) return
    const broken = `${draft}-broken`
    await rename(copy, broken)
    await rename(draft, copy)
    await rm(broken, { recursive: true, force: true })
  }
}
