import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openDataFolder } from '../adapters/data-folder/data-folder.ts'
import { portFault } from '../kit/start-fault.ts'
import { startEmbedded } from '../adapters/sql/embedded/embedded.ts'
import { assets } from '../kit/assets.ts'
import { healthAddress, tryPort } from '../kit/listen.ts'
import { type App, buildApp, type Listening } from '../app/app.ts'
import type { OwnProgram } from '../backup/run-backup.ts'
import { removeAbandoned } from '../backup/temporary.ts'
import { siteAddress } from '../config/site-address.ts'
import type { Config } from '../config/schema.ts'
import type { Clock } from '../ports/clock.ts'
import type { Out } from '../telemetry/out.ts'

export type Stage = {
  app: Pick<App, 'http' | 'modules'>
  dataFolder: string
  log: (level: 'warn', message: string) => void
  signal: AbortSignal
}

export type Staging = {
  clock?: Clock
  prepare?: (stage: Stage) => Promise<readonly string[]>
}

export type StartContext = Staging & {
  production: boolean
  inCluster: boolean
  configSources: ReadonlyMap<string, string>
  /** Of a socket for the site that listens already. */
  descriptor: number | null
  program: OwnProgram
}

export type Running = {
  banner: string
  /** Ends early when `hurry` aborts. */
  drain(hurry: AbortSignal): Promise<void>
  close(): Promise<void>
}

export const start = async (
  config: Config,
  out: Out,
  signal: AbortSignal,
  { production, inCluster, configSources, descriptor, program, clock, prepare }: StartContext,
): Promise<Running> => {
  const opened: (() => Promise<void>)[] = []
  const close = async (): Promise<void> => {
    for (let last = opened.pop(); last !== undefined; last = opened.pop()) await last()
  }
  try {
    if (descriptor === null) await claimPort(config.host, config.port, 'port')
    const healthHost = config.healthHost ?? healthAddress(inCluster)
    await claimPort(healthHost, config.healthPort, 'healthPort')
    const log = (level: 'info' | 'warn' | 'error', message: string): void => out[level](message)
    const folder = await openDataFolder(config.dataDir, { log })
    opened.push(folder.release)
    signal.throwIfAborted()

    const url = config.connectionStrings.database
    const embedded = url === null ? await startEmbedded({ dataFolder: folder.path, log, signal }) : null
    if (embedded !== null) opened.push(embedded.stop)
    const app = await buildApp({
      config,
      database: embedded?.connection ?? { url: url ?? '' },
      dataFolder: folder.path,
      secretKey: config.secretKey ?? (embedded === null ? null : await folder.secret()),
      webRoot: config.webRoot ?? builtClient(),
      clock: clock ?? { now: Date.now },
      out,
      production,
      inCluster,
      configSources,
      // With a clock that jumps, backups would be due all the time.
      ...(clock === undefined ? { program } : {}),
    })
    opened.push(app.close)
    signal.throwIfAborted()
    const lines = (await prepare?.({ app, dataFolder: folder.path, log, signal })) ?? []
    signal.throwIfAborted()
    const listening = await app.listen({ ...config, healthHost, descriptor })
    const address = siteAddress(config, listening)
    folder.announce(address)
    const link = (await app.modules.setup.needed())
      ? `${address}/setup?token=${await app.modules.setup.token()}`
      : null
    // A plain backup may lie in one, until it is encrypted.
    void removeAbandoned().catch((error: unknown) => out.warn({ err: error }, 'temporary folders stay'))
    return {
      banner: banner(address, listening, { ...config, healthHost }, { link, lines }),
      async drain(hurry) {
        if (config.drainSeconds === 0) return
        out.info({ seconds: config.drainSeconds }, 'draining')
        await app.drain(config.drainSeconds * 1_000, hurry)
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

const builtClient = (): string | null => {
  const folder = assets('client')
  return existsSync(join(folder, 'index.html')) ? folder : null
}

const claimPort = (host: string, port: number, setting: 'port' | 'healthPort'): Promise<void> =>
  tryPort(host, port).catch((error: unknown) => {
    throw portFault(error, host, port, setting)
  })

type Ways = { link: string | null; lines: readonly string[] }

const banner = (
  address: string,
  { healthPort }: Listening,
  config: Pick<Config, 'dataDir' | 'healthHost'>,
  { link, lines }: Ways,
): string =>
  [
    '',
    `Pennant is ready at ${address}`,
    `Health and metrics on port ${healthPort} of ${config.healthHost}, data in ${config.dataDir}`,
    ...(link === null
      ? []
      : [
          '',
          'No administrator yet. Open this link to create the administrator account (works once):',
          `  ${link}`,
          'Or set PENNANT_ADMIN_PASSWORD and restart to create the account Admin.',
        ]),
    ...(lines.length === 0 ? [] : ['', ...lines]),
    '',
  ].join('\n')
