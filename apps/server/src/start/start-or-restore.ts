import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { OlderCluster } from '../adapters/sql/embedded/cluster.ts'
import { clusterOf, placeOf } from '../adapters/sql/embedded/home.ts'
import { type ListedBackup, openTarget, storageFolderOf, targetConfig } from '../backup/target.ts'
import type { Config } from '../config/schema.ts'
import { StartFault } from '../kit/start-fault.ts'

export type Terminal = {
  say(text: string): void
  ask(question: string): Promise<boolean>
  /** Runs a command with the settings of the server, and returns its exit code. */
  run(argv: readonly string[]): Promise<number>
}

/** Offers the newest backup where there is no data yet, or data that only an older release reads. */
export const startOrRestore = async <Started>(
  config: Config,
  start: () => Promise<Started>,
  terminal: Terminal,
): Promise<Started> => {
  if (await isEmpty(config)) {
    await offer(config, terminal, {
      why: `There is no installation in "${config.dataDir}" yet.`,
      flags: [],
    })
    return start()
  }
  return start().catch(async (error: unknown) => {
    if (!(error instanceof OlderCluster)) throw error
    const why = `${error.message}\nIf you restore a backup, the old data stays beside it under another name.`
    if (!(await offer(config, terminal, { why, flags: ['--replace'] }))) throw error
    return start()
  })
}

/** Data in another database isn't looked for: its server may be away. */
const isEmpty = async ({ connectionStrings, dataDir }: Config): Promise<boolean> =>
  connectionStrings.database === null && !(await isThere(clusterOf(await placeOf(resolve(dataDir)))))

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

/** True if one was restored. Throws if it couldn't be. */
const offer = async (
  config: Config,
  { say, ask, run }: Terminal,
  { why, flags }: { why: string; flags: readonly string[] },
): Promise<boolean> => {
  const newest = await newestOf(config).catch((error: unknown) => {
    say(`Couldn't look for backups: ${error instanceof Error ? error.message : String(error)}`)
    return null
  })
  if (newest === null) return false
  const { name, at, proof } = newest
  const proven = proof?.isProven === true ? 'proven' : 'not proven'
  say(`${why}\nThere is a backup of ${new Date(at).toISOString()}, ${proven}.`)
  if (!(await ask(`Restore ${name} and start from it?`))) return false
  const exit = await run(['restore', name, '--yes', ...flags])
  // Done, perhaps with findings.
  if (exit !== 0 && exit !== 3) throw new StartFault(`${name} wasn't restored.`)
  return true
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
