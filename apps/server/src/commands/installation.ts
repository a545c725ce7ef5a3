import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { createTranslator } from '@pennant/i18n/translator'
import { assets } from '../kit/assets.ts'
import type { OpenBlobStore } from '../adapters/blob/open.ts'
import { parseStorage } from '../adapters/blob/storage.ts'
import { createNoContainers } from '../adapters/containers/none.ts'
import { type Adapters, openAdapters } from '../app/adapters.ts'
import { countedAs } from '../http/address.ts'
import type { Config } from '../config/schema.ts'
import { type Core, openCore } from '../core/core.ts'
import { atShell, type Host } from '../core/identity/caller.ts'
import { createOut } from '../telemetry/out.ts'
import { openDatabase } from './database.ts'
import { readSettings, type Settings } from './settings.ts'
import { finding, type Input, type Io, type Outcome } from './verb.ts'

export type Installation = Settings & {
  core: Omit<Core, 'live'>
  adapters: Pick<Adapters, 'blobFolder' | 'pool' | 'secrets'>
  by: Host
}

/** With `whole`, its files and its containers can be used, too. */
export const onInstallation = async (
  input: Input,
  io: Io,
  work: (installation: Installation) => Promise<Outcome>,
  { whole = false } = {},
): Promise<Outcome> => {
  const settings = readSettings(input, io)
  const { config } = settings
  const opened: (() => Promise<void>)[] = []
  try {
    const database = await openDatabase(config, io)
    opened.push(database.close)
    const adapters = await openAdapters(
      {
        config,
        database: database.address,
        dataFolder: config.dataDir,
        clock: io.clock,
        out: createOut('error', { write: io.say }),
        secretKey: database.secretKey,
        ...(whole ? await wholeOf(config, io) : { containers: createNoContainers(), blobs: noFiles }),
        isCommand: true,
        ...(io.hasher === undefined ? {} : { hasher: io.hasher }),
      },
      () => config.publicUrl,
    )
    opened.push(adapters.close)
    const core = await openCore(adapters, {
      config,
      originOf: (setting) => settings.sources.get(setting) ?? null,
      external: adapters.external,
      secretKey: adapters.secretKey,
      dataFolder: config.dataDir,
      translator: createTranslator(assets('locales')),
      out: createOut('error', { write: io.say }),
      household: countedAs,
      ownAddress: () => null,
    })
    opened.push(core.close)
    io.signal.throwIfAborted()
    const outcome = await work({ ...settings, core, adapters, by: atShell(io.account) })
    return adapters.bus.connected
      ? outcome
      : { ...outcome, exit: 3, findings: [...outcome.findings, unheard] }
  } finally {
    for (let last = opened.pop(); last !== undefined; last = opened.pop()) await last()
  }
}

const unheard = finding('warning', 'redis.away', 'redis', "Couldn't reach Redis, so servers weren't told.", {
  remedy: 'Running servers notice within a minute.',
})

const wholeOf = async ({ dataDir, connectionStrings }: Config, { env }: Io) => {
  const inCluster = env['KUBERNETES_SERVICE_HOST'] !== undefined
  const storage = parseStorage(connectionStrings.storage)
  if (storage.kind !== 'disk' || existsSync(resolve(dataDir, storage.path))) return { inCluster }
  return { inCluster, blobs: noFiles }
}

const refuse = (): never => {
  throw new Error('commands read and write no files')
}
// Opening the storage could create a folder that belongs to the wrong account.
const noFiles: OpenBlobStore = {
  put: refuse,
  get: refuse,
  stat: refuse,
  delete: refuse,
  list: refuse,
  check: refuse,
  close: async () => undefined,
}
