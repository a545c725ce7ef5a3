import { userInfo } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import type { runInProcess } from './commands/process.ts'
import type { Running, Staging } from './start/start.ts'
import type { Terminal } from './start/start-or-restore.ts'
import { StartFault } from './kit/start-fault.ts'
import { keepTick } from './kit/tick-shape.ts'
import { readVersion } from './kit/assets.ts'
import { runsOnNode } from './kit/node-version.ts'
import { passedDescriptor } from './config/passed-descriptor.ts'
import { loadConfig } from './config/load.ts'
import { variableName } from './config/names.ts'
import type { Config } from './config/schema.ts'
import { usage } from './config/manual.ts'
import { createOut, type Out } from './telemetry/out.ts'

/** Everything, including the database, has stopped by then. */
const stopWithinMs = 9_500
const giveUpAfterMs = 1_000

// The logger's own stream writes a line again and again when the reader of a pipe has gone.
const standardOutput = { write: (line: string) => void process.stdout.write(line) }
const say = (text: string): void => void process.stdout.write(`${text}\n`)
const complain = (text: string): void => void process.stderr.write(`${text}\n`)

const main = async (staging: Staging): Promise<void> => {
  const [first, ...rest] = process.argv.slice(2)
  if (first !== undefined && first !== 'start' && !first.startsWith('-')) return command([first, ...rest])
  const argv = first === undefined || first === 'start' ? rest : [first, ...rest]
  if (argv.includes('--help')) return say(usage())
  if (argv.includes('--version')) return say(readVersion())
  if (!runsOnNode(process.versions.node)) {
    const { oldNode } = await import('./commands/old-node.ts')
    const { message, remedy } = oldNode(process.versions.node)
    throw new StartFault(`${message} ${remedy}`)
  }

  const { config, warnings, sources } = loadConfig({ argv, env: process.env, cwd: process.cwd() })
  for (const warning of warnings) complain(`Warning: ${warning}`)
  const out = createOut(config.logLevel, standardOutput)
  const stop = onSignal(out)
  const production = process.env['NODE_ENV'] !== 'development'
  const inCluster = process.env['KUBERNETES_SERVICE_HOST'] !== undefined
  const descriptor = passedDescriptor(process.env, process.pid)
  const program = { command: ownCommand(), env: childEnvironment(argv, config, sources) }
  const context = { program, production, inCluster, configSources: sources, descriptor, ...staging }
  const { start } = await import('./start/start.ts')
  const begin = (): Promise<Running> => start(config, out, stop.signal, context)
  const terminal = terminalOf(program.env, stop.signal, out)
  const running = await startOn(config, begin, terminal).catch((error: unknown) => {
    // Stopped while starting: what was open is closed again, and nobody has anything to put right.
    if (stop.signal.aborted) return null
    throw error
  })
  if (running === null) {
    endSoon()
    return say('Pennant was stopped while it was starting.')
  }
  say(running.banner)
  stop.stops(running)
}

const terminalOf = (env: NodeJS.ProcessEnv, signal: AbortSignal, out: Out): Terminal => {
  // Only the log is read.
  if (!process.stdin.isTTY || !process.stderr.isTTY) return { say: (text) => out.warn(text), operator: null }
  // Few starts ask anything, and loading all commands takes most of a second.
  const commands = () => import('./commands/process.ts')
  const operator: Terminal['operator'] = {
    async ask(question, over) {
      const { confirmOn } = await commands()
      return (await confirmOn(process)?.(question, AbortSignal.any([signal, over]))) === true
    },
    run: async (argv) => (await commands()).runInProcess(argv, process, surroundings(env, signal)),
  }
  return { say: complain, operator }
}

const startOn = async (
  config: Config,
  begin: () => Promise<Running>,
  terminal: Terminal,
): Promise<Running> => {
  const { startOrRestore } = await import('./start/start-or-restore.ts')
  return startOrRestore(config, begin, terminal)
}

type Surroundings = Parameters<typeof runInProcess>[2]

const surroundings = (env: NodeJS.ProcessEnv, signal: AbortSignal): Surroundings => ({
  account: accountName(),
  cwd: process.cwd(),
  clock: { now: Date.now },
  env,
  signal,
  version: readVersion(),
})

const ownCommand = (): [string, ...string[]] => [process.execPath, ...process.execArgv, process.argv[1] ?? '']

/** What a command needs to have the settings of this server, also those that were given as flags. */
const childEnvironment = (
  argv: readonly string[],
  config: Config,
  sources: ReadonlyMap<string, string>,
): NodeJS.ProcessEnv => {
  const env = { ...process.env }
  const at = argv.findIndex((word) => /^--config(=|$)/.test(word))
  const file = argv[at]?.split('=')[1] ?? argv[at + 1]
  if (at >= 0 && file !== undefined) env['PENNANT_CONFIG'] = file
  for (const [setting, value] of Object.entries(config))
    if (typeof value !== 'object' && sources.get(setting)?.startsWith('flag ') === true)
      env[variableName([setting])] = String(value)
  return env
}

/** A command that ends. A signal breaks it off where nothing is half done. */
const command = async (argv: readonly string[]): Promise<void> => {
  if (!runsOnNode(process.versions.node)) {
    const { refuseOldNode } = await import('./commands/old-node.ts')
    const around = { clock: { now: Date.now }, version: readVersion() }
    const { exit, stdout, stderr } = refuseOldNode(argv, process.versions.node, around)
    process.stdout.write(stdout)
    process.stderr.write(stderr)
    process.exitCode = exit
    return
  }
  const interrupted = new AbortController()
  const interrupt = (): void => {
    interrupted.abort()
    void wait(stopWithinMs, undefined, { ref: false }).then(() => process.exit(130))
  }
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, interrupt)
  // Not the whole server, which takes longer to load than most commands take.
  const { runInProcess } = await import('./commands/process.ts')
  process.exitCode = await runInProcess(argv, process, surroundings(process.env, interrupted.signal))
  endSoon()
}

/** In a container the account may have no name. */
const accountName = (): string => {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.() ?? 'unknown')
  }
}

type Stoppable = Pick<Running, 'drain' | 'close'>

/**
 * The first signal stops the server in order. Another ends the draining and changes nothing else, since
 * terminals and process managers often send two. Should something hang, the process ends all the same.
 */
const onSignal = (out: Out) => {
  const controller = new AbortController()
  const hurry = new AbortController()
  let running: Stoppable | undefined
  let stopping = false

  const stop = async (code: number): Promise<void> => {
    if (stopping) return hurry.abort()
    stopping = true
    controller.abort()
    if (running === undefined) return
    process.exitCode = code
    if (code === 0) await running.drain(hurry.signal)
    const deadline = wait(stopWithinMs, 'late', { ref: false })
    const outcome = await Promise.race([running.close().catch((error: unknown) => ({ error })), deadline])
    if (outcome === 'late') out.error('stopping took too long, ending now')
    else if (typeof outcome === 'object') out.error({ err: outcome.error }, 'stopping failed')
    else say('Pennant has stopped.')
    process.exit(outcome === undefined ? code : 1)
  }

  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => void stop(0))
  for (const name of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(name, (error: unknown) => {
      out.fatal({ err: error }, 'an unexpected error; stopping')
      void stop(1)
    })

  return {
    signal: controller.signal,
    /** Sets what a signal stops; if one came meanwhile, stops it immediately. */
    stops(what: Stoppable): void {
      running = what
      if (!stopping) return
      stopping = false
      void stop(0)
    },
  }
}

/** A connection that a failed start has left open must not keep a process that serves nobody. */
const endSoon = (): void => void wait(giveUpAfterMs, undefined, { ref: false }).then(() => process.exit())

export const run = (staging: Staging = {}): void => {
  // Early: what a collection has made V8 forget before stays forgotten.
  process.nextTick(keepTick)
  // The reader of the output may have gone, which is no reason to stop.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  void main(staging).catch((error: unknown) => {
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
    complain(`Pennant didn't start: ${error instanceof StartFault ? error.message : stack}`)
    process.exitCode = 1
    endSoon()
  })
}
