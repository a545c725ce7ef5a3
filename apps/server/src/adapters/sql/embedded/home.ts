import { randomBytes } from 'node:crypto'
import { chmod, chown, mkdir, readdir, readFile, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { takeLock } from '../../data-folder/folder-lock.ts'
import { errorCode, StartFault, type StartLog } from '../../../kit/start-fault.ts'
import { writeWhole } from '../../data-folder/whole-file.ts'
import type { Account } from './account.ts'

const POINTER = 'elsewhere.json'
const OWNER = 'owner.json'

export type Home = { path: string; inDataFolder: boolean; release(): Promise<void> }

type Pointer = { id: string; path: string }
type Owner = { id: string; dataFolder: string }

export type Place = Pick<Home, 'path'>

export const clusterOf = (home: Place): string => join(home.path, 'data')

export async function placeOf(dataFolder: string): Promise<Place> {
  const inside = join(dataFolder, 'postgres')
  return (await readPointer(inside)) ?? { path: inside }
}

export async function findHome(dataFolder: string, log: StartLog): Promise<Home> {
  const inside = join(dataFolder, 'postgres')
  await mkdir(inside, { recursive: true, mode: 0o700 })
  const pointer = await readPointer(inside)
  if (pointer === null) return { path: inside, inDataFolder: true, release: async () => {} }
  const startAnew = `delete "${join(inside, POINTER)}" to start with an empty database`
  const owner = await readOwner(pointer.path)
  if (owner?.id !== pointer.id) {
    throw new StartFault(
      `The database of the data folder "${dataFolder}" is kept in "${pointer.path}", but it isn't there: restore it from a backup, or ${startAnew}.`,
    )
  }
  const lock = await takeLock(pointer.path, 'database folder', log)
  if (owner.dataFolder !== dataFolder) {
    if (await isCopy(dataFolder, owner, pointer)) {
      await lock.release()
      throw new StartFault(
        `The data folder "${dataFolder}" is a copy of "${owner.dataFolder}", whose database is kept in "${pointer.path}" and was not copied: use the original, or ${startAnew}.`,
      )
    }
    await writeWhole(join(pointer.path, OWNER), JSON.stringify({ id: owner.id, dataFolder } satisfies Owner))
  }
  return { path: pointer.path, inDataFolder: false, release: lock.release }
}

export async function makeHomeElsewhere(
  dataFolder: string,
  systemFolder: string,
  account: Account,
  log: StartLog,
): Promise<Home> {
  const id = randomBytes(6).toString('hex')
  const path = join(systemFolder, `${nameFor(dataFolder)}-${id}`)
  try {
    if ((await mkdir(systemFolder, { recursive: true })) !== undefined) await chmod(systemFolder, 0o755)
    await reportForgotten(dataFolder, systemFolder, log)
    await mkdir(path, { mode: 0o710 })
    await chown(path, 0, account.gid)
    await chmod(path, 0o710)
    await writeWhole(join(path, OWNER), JSON.stringify({ id, dataFolder } satisfies Owner))
    await writeWhole(join(dataFolder, 'postgres', POINTER), JSON.stringify({ id, path } satisfies Pointer))
  } catch (error) {
    throw new StartFault(
      `The account "${account.name}" of the embedded database can't enter the data folder "${dataFolder}", and "${path}" couldn't be created instead (${errorCode(error)}). Set PENNANT_DATA_DIR to another folder, or set DATABASE_URL.`,
      { cause: error },
    )
  }
  log('info', `The database is kept in "${path}": the account "${account.name}" can't enter "${dataFolder}".`)
  const lock = await takeLock(path, 'database folder', log)
  return { path, inDataFolder: false, release: lock.release }
}

export async function allowTraversal(folder: string, account: Account): Promise<void> {
  const { mode, uid, gid } = await stat(folder)
  const group = mode & 0o070
  if (uid === account.uid || (mode & 0o001) !== 0 || (group !== 0 && group !== 0o010)) return
  if (gid !== account.gid) await chown(folder, uid, account.gid)
  await chmod(folder, (mode & 0o7777) | 0o010)
}

function nameFor(dataFolder: string): string {
  const name = `${basename(dirname(dataFolder))}-${basename(dataFolder)}`
  return name
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .slice(-24)
    .replace(/^-/, '')
}

async function isCopy(dataFolder: string, owner: Owner, pointer: Pointer): Promise<boolean> {
  const other = await readPointer(join(owner.dataFolder, 'postgres')).catch(() => null)
  if (other?.id !== pointer.id) return false
  const [here, there] = await Promise.all([stat(dataFolder), stat(owner.dataFolder)])
  return here.dev !== there.dev || here.ino !== there.ino
}

// A deleted data folder leaves its database behind, and only a person can say that it isn't needed.
async function reportForgotten(dataFolder: string, systemFolder: string, log: StartLog): Promise<void> {
  for (const name of await readdir(systemFolder)) {
    const owner = await readOwner(join(systemFolder, name))
    if (owner?.dataFolder !== dataFolder) continue
    log(
      'warn',
      `"${join(systemFolder, name)}" holds the database of an earlier data folder at "${dataFolder}".`,
    )
  }
}

async function readPointer(inside: string): Promise<Pointer | null> {
  const value = await readJson(join(inside, POINTER))
  if (value === null) return null
  const { id, path } = value
  if (typeof id === 'string' && typeof path === 'string') return { id, path }
  throw new StartFault(
    `The file "${join(inside, POINTER)}" doesn't say where the database is: restore it from a backup.`,
  )
}

async function readOwner(home: string): Promise<Owner | null> {
  const { id, dataFolder } = (await readJson(join(home, OWNER))) ?? {}
  return typeof id === 'string' && typeof dataFolder === 'string' ? { id, dataFolder } : null
}

async function readJson(path: string): Promise<{ [key: string]: unknown } | null> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    const code = errorCode(error)
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    throw error
  }
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as { [key: string]: unknown }) : {}
  } catch {
    return {}
  }
}
