import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as wait } from 'node:timers/promises'
import { openDataFolder } from './adapters/data-folder/data-folder.ts'
import { StartFault } from './adapters/data-folder/start-fault.ts'
import { writeWhole } from './adapters/data-folder/whole-file.ts'
import { startEmbedded } from './adapters/sql/embedded/embedded.ts'
import { NewerSchema } from './adapters/sql/migrate.ts'
import { StorageFault } from './adapters/blob/storage.ts'
import { buildApp, type Listening } from './app.ts'
import { ConfigFault } from './config/fault.ts'
import { loadConfig } from './config/load.ts'
import type { Config } from './config/schema.ts'
import { usage } from './config/manual.ts'
import { createOut, type Out } from './telemetry/out.ts'

/** All of it, the database included, has ended by then. */
const stopWithinMs = 9_500
const clientFolder = fileURLToPath(new URL('../../web/dist', import.meta.url))

type Running = { close(): Promise<void> }

const say = (text: string): void => void process.stdout.write(`${text}\n`)
const complain = (text: string): void => void process.stderr.write(`${text}\n`)

const main = async (): Promise<void> => {
  const argv = process.argv.slice(2)
  if (argv.includes('--help')) return say(usage())
  if (argv.includes('--version')) return say(await version())

  const { config, warnings } = loadConfig({ argv, env: process.env, cwd: process.cwd() })
  for (const warning of warnings) complain(`Warning: ${warning}`)
  const out = createOut(config.logLevel)
  const stop = onSignal(out)
  const running = await start(config, out, stop.signal)
  stop.closes(running.close)
}

/** Opens everything in order; what was opened is closed again, in reverse, when a later step fails. */
const start = async (config: Config, out: Out, signal: AbortSignal): Promise<Running> => {
  const opened: (() => Promise<void>)[] = []
  const close = async (): Promise<void> => {
    for (let last = opened.pop(); last !== undefined; last = opened.pop()) await last()
  }
  try {
    await claimPort(config.host, config.port, 'port')
    await claimPort(config.host, config.healthPort, 'healthPort')
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
      secretKey: config.secretKey ?? (embedded === null ? null : await secretIn(folder.path)),
      webRoot: config.webRoot ?? (existsSync(join(clientFolder, 'index.html')) ? clientFolder : null),
      clock: { now: Date.now },
      out,
      production: process.env['NODE_ENV'] !== 'development',
    })
    opened.push(app.close)
    signal.throwIfAborted()
    const listening = await app.listen(config)
    const address = siteAddress(config, listening)
    folder.announce(address)
    const link = (await app.modules.setup.needed())
      ? `${address}/setup?token=${await app.modules.setup.token()}`
      : null
    say(banner(address, listening, config, link))
    return { close }
  } catch (error) {
    await close()
    throw error
  }
}

/** The installation's own secret, made with the data folder. */
const secretIn = async (folder: string): Promise<string> => {
  const path = join(folder, 'secret.key')
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
  const secret = randomBytes(32).toString('base64')
  await writeWhole(path, `${secret}\n`)
  return secret
}

/** Fails early and in words when a port is taken, before anything is started for nothing. */
const claimPort = (host: string, port: number, setting: 'port' | 'healthPort'): Promise<void> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => reject(portFault(error, host, port, setting)))
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve()))
  })

const portFault = (error: NodeJS.ErrnoException, host: string, port: number, setting: string): Error => {
  const variable = setting === 'port' ? 'PENNANT_PORT' : 'PENNANT_HEALTHPORT'
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${port} is taken by another program`,
    EACCES: `Port ${port} may not be used by this account`,
    EADDRNOTAVAIL: `This machine has no address ${host}`,
  }
  const reason = reasons[error.code ?? '']
  if (reason === undefined) return error
  const remedy = error.code === 'EADDRNOTAVAIL' ? 'setting host (PENNANT_HOST)' : `setting ${setting} (${variable})`
  return new StartFault(`${reason}. Choose another with the ${remedy}.`)
}

const siteAddress = (config: Config, { port }: Listening): string => {
  if (config.publicUrl !== null) return config.publicUrl.replace(/\/$/, '')
  const anywhere = config.host === '0.0.0.0' || config.host === '::'
  const host = anywhere ? 'localhost' : config.host.includes(':') ? `[${config.host}]` : config.host
  return `http://${host}:${port}`
}

const banner = (address: string, { healthPort }: Listening, config: Config, link: string | null): string =>
  [
    '',
    `Pennant is ready at ${address}`,
    `Health and metrics on port ${healthPort}, data in ${config.dataDir}`,
    ...(link === null
      ? []
      : [
          '',
          'There is no administrator yet. Whoever opens this link becomes the first one (it works once):',
          `  ${link}`,
          'Or start with PENNANT_ADMIN_PASSWORD set, which creates the account Admin.',
        ]),
    '',
  ].join('\n')

const version = async (): Promise<string> => {
  const text = await readFile(new URL('../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}

/**
 * The first signal stops the server in order; another changes nothing, since terminals and process
 * managers often send two. Should something hang, the process ends all the same.
 */
const onSignal = (out: Out) => {
  const controller = new AbortController()
  let close: (() => Promise<void>) | undefined
  let stopping = false

  const stop = async (code: number): Promise<void> => {
    if (stopping) return
    stopping = true
    controller.abort(new Stopped())
    if (close === undefined) return
    process.exitCode = code
    const deadline = wait(stopWithinMs, 'late', { ref: false })
    const outcome = await Promise.race([close().catch((error: unknown) => ({ error })), deadline])
    if (outcome === 'late') out.error('stopping took too long, ending at once')
    else if (typeof outcome === 'object') out.error({ err: outcome.error }, 'stopping failed')
    else say('Pennant has stopped.')
    process.exit(outcome === undefined ? code : 1)
  }

  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => void stop(0))
  for (const name of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(name, (error: unknown) => {
      out.fatal({ err: error }, 'an error that nobody expected; stopping')
      void stop(1)
    })

  return {
    signal: controller.signal,
    /** What ends what is running now; called at once if a signal came meanwhile. */
    closes(how: () => Promise<void>): void {
      close = how
      if (!stopping) return
      stopping = false
      void stop(0)
    },
  }
}

class Stopped extends Error {}

main().catch((error: unknown) => {
  if (error instanceof Stopped) {
    process.exitCode = 0
    return
  }
  const expected = [StartFault, ConfigFault, NewerSchema, StorageFault].some((kind) => error instanceof kind)
  complain(expected ? `Pennant cannot start.\n${(error as Error).message}` : 'Pennant cannot start.')
  if (!expected) complain(error instanceof Error ? (error.stack ?? error.message) : String(error))
  process.exitCode = 1
})
