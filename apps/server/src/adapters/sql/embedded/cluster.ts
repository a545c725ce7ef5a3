import { randomBytes } from 'node:crypto'
import { chown, mkdir, readdir, readFile, rename, rm, statfs } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { errorCode, folderFault, StartFault, type StartLog } from '../../../kit/start-fault.ts'
import { syncFolder, writeWhole } from '../../data-folder/whole-file.ts'
import { clusterOf, type Place } from './home.ts'
import { runProgram } from './program.ts'
import { type Durability, HBA_FILE, hbaText } from './settings.ts'
import type { Runtime } from './runtime.ts'

export const SUPERUSER = 'pennant'
export const DATABASE = 'pennant'

const DRAFT = 'data.new-'
const ROOM_BYTES = 100 * 1024 * 1024

export class OlderCluster extends StartFault {}

/** Gives it another name, which is returned, to make room for a new one. The caller holds the data folder. */
export async function setAside(place: Place): Promise<string> {
  const cluster = clusterOf(place)
  const kept = `${cluster}-${(await clusterMajor(cluster)) ?? 'unknown'}-${randomBytes(4).toString('hex')}`
  await rename(cluster, kept)
  await syncFolder(place.path)
  return kept
}

export async function ensureCluster(
  runtime: Runtime,
  durability: Durability,
  log: StartLog,
): Promise<string> {
  const cluster = clusterOf(runtime.home)
  await removeDrafts(runtime.home.path)
  await writeWhole(join(runtime.home.path, HBA_FILE), hbaText(SUPERUSER), 0o644)
  const made = await clusterMajor(cluster)
  if (made === null) return createCluster(runtime, durability, log)
  if (made < runtime.binaries.major)
    throw new OlderCluster(
      `The database in "${cluster}" was created by PostgreSQL ${made}, and this server comes with PostgreSQL ${runtime.binaries.major}: run \`pennant restore proven --replace\` (with --identity FILE if it is encrypted) to go on from the newest proven backup, run the release that created it, or set DATABASE_URL to a server that holds a copy of it.`,
    )
  if (made !== runtime.binaries.major) {
    throw new StartFault(
      `The database in "${cluster}" was created by PostgreSQL ${made}, and this server comes with PostgreSQL ${runtime.binaries.major}: run the release that created it, or set DATABASE_URL to a server that holds a copy of it.`,
    )
  }
  return (await readPassword(runtime.home)) ?? (await replacePassword(runtime, log))
}

async function clusterMajor(cluster: string): Promise<number | null> {
  try {
    return Number.parseInt(await readFile(join(cluster, 'PG_VERSION'), 'utf8'), 10)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw folderFault(error, cluster)
  }
}

// Built beside its place and renamed when complete, so that no other start sees a part.
async function createCluster(runtime: Runtime, durability: Durability, log: StartLog): Promise<string> {
  const { home, account, binaries } = runtime
  if (account === null) requireAccountName()
  await requireRoom(home.path)
  log('info', `Creating the database in "${home.path}".`)
  const password = (await readPassword(runtime.home)) ?? (await keepPassword(runtime, newPassword()))
  const draft = join(home.path, DRAFT + randomBytes(6).toString('hex'))
  try {
    await mkdir(draft, { mode: 0o700 })
    if (account !== null) await chown(draft, account.uid, account.gid)
    const args = [
      // Started by hand it admits no one; the supervised start brings its own list.
      ...['-D', draft, '-U', SUPERUSER, '--auth=reject', '--encoding=UTF8', '--locale=C'],
      ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--data-checksums', '--no-instructions'],
      ...(durability === 'none' ? ['--no-sync'] : []),
    ]
    await succeed(runtime, binaries.initdb, args, '')
    await singleUser(runtime, draft, durability, `${setPassword(password)}\nCREATE DATABASE ${DATABASE}`)
    await rename(draft, clusterOf(home))
    await syncFolder(home.path)
  } catch (error) {
    await rm(draft, { recursive: true, force: true, maxRetries: 5 })
    throw error
  }
  return password
}

// Left by a killed start. Its initdb may still be writing and then fails without harm.
async function removeDrafts(home: string): Promise<void> {
  for (const name of await readdir(home)) {
    if (!name.startsWith(DRAFT)) continue
    await rm(join(home, name), { recursive: true, force: true, maxRetries: 5 })
  }
}

async function requireRoom(home: string): Promise<void> {
  const { bavail, bsize } = await statfs(home)
  if (bavail * bsize >= ROOM_BYTES) return
  throw new StartFault(
    `The disk that holds "${home}" is full. A new database needs 100 MB. Free some space, or set PENNANT_DATA_DIR to another folder.`,
  )
}

function requireAccountName(): void {
  try {
    userInfo()
  } catch (error) {
    throw new StartFault(
      "The embedded database can't be created under an account without a name in /etc/passwd: add one, start the server as another user, or set DATABASE_URL.",
      { cause: error },
    )
  }
}

const passwordFile = (home: Place): string => join(home.path, 'password')
const newPassword = (): string => randomBytes(24).toString('hex')
const setPassword = (password: string): string => `ALTER ROLE ${SUPERUSER} PASSWORD '${password}'`

export async function readPassword(home: Place): Promise<string | null> {
  try {
    const password = (await readFile(passwordFile(home), 'utf8')).trim()
    // The password goes into SQL unescaped.
    return /^[0-9a-f]+$/.test(password) ? password : null
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw folderFault(error, passwordFile(home))
  }
}

async function keepPassword(runtime: Runtime, password: string): Promise<string> {
  await writeWhole(passwordFile(runtime.home), `${password}\n`)
  return password
}

// Lost, for example, in a restore. An account that may write the cluster's files may set a new one.
async function replacePassword(runtime: Runtime, log: StartLog): Promise<string> {
  log('warn', `"${passwordFile(runtime.home)}" is missing: the database gets a new password.`)
  const password = newPassword()
  await singleUser(runtime, clusterOf(runtime.home), 'full', setPassword(password))
  return keepPassword(runtime, password)
}

async function singleUser(
  runtime: Runtime,
  cluster: string,
  durability: Durability,
  sql: string,
): Promise<void> {
  const args = ['--single', '-D', cluster, '-c', `fsync=${durability === 'full' ? 'on' : 'off'}`, 'postgres']
  await succeed(runtime, runtime.binaries.postgres, args, `${sql}\n`)
}

async function succeed(
  runtime: Runtime,
  file: string,
  args: readonly string[],
  input: string,
): Promise<void> {
  const context = { account: runtime.account, environment: runtime.binaries.environment }
  const { code, stdout, stderr } = await runProgram(file, args, context, input)
  // The single-user server exits with 0 whatever became of its commands.
  if (code === 0 && !/\b(ERROR|FATAL|PANIC):/.test(stderr)) return
  throw databaseFault(runtime.home.path, stderr || stdout)
}

export function databaseFault(home: string, output: string): StartFault {
  if (/No space left on device/.test(output))
    return folderFault(Object.assign(new Error(), { code: 'ENOSPC' }), home)
  if (/Disk quota exceeded/.test(output))
    return folderFault(Object.assign(new Error(), { code: 'EDQUOT' }), home)
  const said = output.trim().split('\n').slice(-8).join('\n  ')
  return new StartFault(`The embedded database in "${home}" didn't start. PostgreSQL said:\n  ${said}`)
}
