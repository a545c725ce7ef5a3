import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { readSecret } from '../adapters/data-folder/data-folder.ts'
import { OlderCluster } from '../adapters/sql/embedded/cluster.ts'
import { clusterOf, placeOf } from '../adapters/sql/embedded/home.ts'
import { isSealed, type ListedBackup, openTarget, storageFolderOf, targetConfig } from '../backup/target.ts'
import type { Config } from '../config/schema.ts'
import { StartFault } from '../kit/start-fault.ts'
import { within } from '../kit/timeout.ts'

export type Terminal = {
  say(text: string): void
  /** Null: nobody is there to ask. */
  operator: {
    /** Rejects once the signal aborts. */
    ask(question: string, over: AbortSignal): Promise<boolean>
    /** Runs a command with the settings of the server, and returns its exit code. */
    run(argv: readonly string[]): Promise<number>
  } | null
}

// A container may have a terminal that nobody watches.
const usualAnswerMs = 60_000
// A bucket may be out of reach, and who starts a server waits for it.
const lookMs = 15_000

/** Offers the newest backup where there is no data yet, or data that only an older release reads. */
export const startOrRestore = async <Started>(
  config: Config,
  start: () => Promise<Started>,
  terminal: Terminal,
  answerMs = usualAnswerMs,
): Promise<Started> => {
  if (await isEmpty(config)) {
    await offer(config, terminal, {
      why: `There is no installation in "${config.dataDir}" yet.`,
      flags: [],
      answerMs,
    })
    return start()
  }
  return start().catch(async (error: unknown) => {
    // Without anyone to ask, the error says what to do.
    if (!(error instanceof OlderCluster) || terminal.operator === null) throw error
    const why = `${error.message}\nIf you restore a backup, the old data stays beside it under another name.`
    if (!(await offer(config, terminal, { why, flags: ['--replace'], answerMs }))) throw error
    return start()
  })
}

/** Data in another database isn't looked for: its server may be away. */
const isEmpty = async ({ connectionStrings, dataDir }: Config): Promise<boolean> => {
  if (connectionStrings.database !== null) return false
  // The start itself says why it can't be read.
  const place = await placeOf(resolve(dataDir)).catch(() => null)
  return place !== null && !(await isThere(clusterOf(place)))
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

type Offer = { why: string; flags: readonly string[]; answerMs: number }

/** True if one was restored. Throws if it couldn't be. */
const offer = async (
  config: Config,
  { say, operator }: Terminal,
  { why, flags, answerMs }: Offer,
): Promise<boolean> => {
  const looked = within(lookMs, newestOf(config), () => new Error(`no answer within ${lookMs / 1000} s`))
  const newest = await looked.catch((error: unknown) => {
    say(`Couldn't look for backups: ${error instanceof Error ? error.message : String(error)}`)
    return null
  })
  if (newest === null) return false
  const { name, at, proof } = newest
  const proven = proof?.isProven === true ? 'proven' : 'not proven'
  say(`${why}\nThere is a backup of ${new Date(at).toISOString()}, ${proven}.`)
  const sealed = isSealed(name)
  const isFresh = flags.length === 0
  // After a start without it, something is there to replace.
  const later = await stepsFor(config, name, ['--replace'])
  // Its identity isn't on this machine, and only a start on nothing makes a key that isn't that of the backup.
  if (operator === null || (sealed && !isFresh)) {
    say(later)
    return false
  }
  if (sealed) say(`It is encrypted. ${await stepsFor(config, name, flags)}`)
  const question = sealed ? 'Start without it?' : `Restore ${name} and start from it?`
  const over = AbortSignal.timeout(answerMs)
  const answer = await operator.ask(question, over).catch((error: unknown) => {
    if (!over.aborted) throw error
    say(`\nNobody answered within ${answerMs / 1000} seconds, so it isn't restored.\n${later}`)
    return null
  })
  if (sealed && answer === false) throw new StartFault(`Restore ${name} first.`)
  if (sealed || answer !== true) return false
  const exit = await operator.run(['restore', name, '--yes', ...flags])
  // Done, perhaps with findings.
  if (exit !== 0 && exit !== 3) throw new StartFault(`${name} wasn't restored.`)
  return true
}

/** For an operator, who has the identity of an encrypted backup and, unless it is here, the secret key. */
const stepsFor = async (
  { secretKey, dataDir }: Config,
  name: string,
  flags: readonly string[],
): Promise<string> => {
  const folder = resolve(dataDir)
  const isKeyHere = secretKey !== null || (await readSecret(folder).catch(() => null)) !== null
  const keyFirst = isKeyHere
    ? ''
    : `put the secret key of the backup into "${join(folder, 'secret.key')}", and `
  const command = ['pennant restore', name, ...flags, ...(isSealed(name) ? ['--identity FILE'] : [])].join(
    ' ',
  )
  return `To start from it, ${keyFirst}run this while the server is stopped: ${command}`
}

/** The newest that is proven, or else the newest. */
const newestOf = async ({ backup, connectionStrings, dataDir }: Config): Promise<ListedBackup | null> => {
  const config = targetConfig(backup.to)
  // It would be created.
  if (config.kind === 'disk' && !(await isThere(resolve(dataDir, config.path)))) return null
  const storageFolder = storageFolderOf(connectionStrings.storage, dataDir)
  const target = await openTarget(backup.to, { from: dataDir, storageFolder })
  try {
    const all = await target.list()
    return all.findLast(({ proof }) => proof?.isProven === true) ?? all.at(-1) ?? null
  } finally {
    await target.blobs.close()
  }
}
