import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, realpath, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { takeLock } from './folder-lock.ts'
import { errorCode, folderFault, type StartLog } from '../../kit/start-fault.ts'
import { writeSynced, writeWhole } from './whole-file.ts'

const PROBE = '.write-probe-'
const PROBE_BYTES = 64 * 1024

export type DataFolder = {
  readonly path: string
  secret(): Promise<string>
  announce(address: string): void
  /** To be called last, when nothing writes to the folder anymore. */
  release(): Promise<void>
}

export async function openDataFolder(path: string, options: { log?: StartLog } = {}): Promise<DataFolder> {
  const absolute = resolve(path)
  try {
    await mkdir(dirname(absolute), { recursive: true })
    await mkdir(absolute, { mode: 0o700 }).catch(tolerateFolder)
    const real = await realpath(absolute)
    await probe(real)
    const lock = await takeLock(real, 'data folder', options.log ?? (() => {}))
    return { path: real, secret: () => secretIn(real), announce: lock.announce, release: lock.release }
  } catch (error) {
    throw folderFault(error, absolute)
  }
}

function tolerateFolder(error: unknown): void {
  if (errorCode(error) !== 'EEXIST') throw error
}

// Notices a full or read-only disk before anything is half written.
async function probe(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name.startsWith(PROBE)) await rm(join(folder, name), { force: true })
  }
  const path = join(folder, PROBE + randomBytes(6).toString('hex'))
  try {
    // Random, so that even a compressing file system needs real space.
    await writeSynced(path, randomBytes(PROBE_BYTES))
  } finally {
    await rm(path, { force: true })
  }
}

const secretFile = (folder: string): string => join(folder, 'secret.key')

/** Null before the first start. */
export async function readSecret(folder: string): Promise<string | null> {
  try {
    return (await readFile(secretFile(folder), 'utf8')).trim()
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw folderFault(error, folder)
  }
}

/** Unless the folder has one. */
export async function keepSecret(folder: string, secret: string): Promise<void> {
  if ((await readSecret(folder)) === null) await writeWhole(secretFile(folder), `${secret}\n`)
}

async function secretIn(folder: string): Promise<string> {
  const known = await readSecret(folder)
  if (known !== null) return known
  const secret = randomBytes(32).toString('base64')
  await writeWhole(secretFile(folder), `${secret}\n`)
  return secret
}
