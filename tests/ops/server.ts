import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { inject, onTestFinished } from 'vitest'
import { freePort } from '../kit/free-port.ts'
import { skipReason } from '../kit/skip-reason.ts'
import { endDatabase, endDatabasesBelow } from './database.ts'
import { type Ending, type Program, type ProgramOptions, runProgram } from './program.ts'

export const project = path.join(import.meta.dirname, '../..')
export const main = path.join(project, 'apps/server/dist/main.js')

export const asRoot = process.getuid?.() === 0
export const ordinaryAccount: { uid?: number; gid?: number } = asRoot ? { uid: 65534, gid: 65534 } : {}

export function ordinaryAccountMissing(script: string): string | null {
  const readIt = `require('node:fs').readFileSync(${JSON.stringify(script)})`
  const { status } = spawnSync(process.execPath, ['-e', readIt], {
    ...ordinaryAccount,
    cwd: '/',
    stdio: 'ignore',
  })
  return skipReason(status === 0, `an ordinary account may not read ${script}`)
}

export type Server = {
  readonly program: Program
  readonly site: string
  readonly health: string
}

type Options = Omit<ProgramOptions, 'env'> & {
  dataDir: string
  env?: NodeJS.ProcessEnv
  command?: [command: string, ...args: string[]] | ((port: number) => [command: string, ...args: string[]])
}

export async function launchServer({ dataDir, env = {}, command, ...rest }: Options): Promise<Server> {
  const port = Number(env['PENNANT_PORT'] ?? (await freePort()))
  const healthPort = await freePort()
  const [file, ...args] =
    typeof command === 'function' ? command(port) : (command ?? [process.execPath, main])
  const program = runProgram(file, args, {
    cwd: '/',
    ...rest,
    env: plainEnvironment({
      PENNANT_HOST: '127.0.0.1',
      PENNANT_PORT: String(port),
      PENNANT_HEALTHPORT: String(healthPort),
      PENNANT_DATADIR: dataDir,
      PENNANT_CONTAINERPROVIDER__TYPE: 'None',
      ...env,
    }),
  })
  onTestFinished(async () => {
    await program.close()
    await endDatabase(dataDir)
  })
  return { program, site: `http://127.0.0.1:${port}`, health: `http://127.0.0.1:${healthPort}` }
}

export async function startServer(options: Options): Promise<Server> {
  const server = await launchServer(options)
  await server.program.says(/Pennant is ready at/, 60_000)
  return server
}

export async function stopServer({ program }: Server): Promise<void> {
  program.signal('SIGTERM')
  const { code } = await program.ended
  if (code !== 0) throw new Error(`it ended with ${code}:\n${program.output()}`)
}

const stopWithinMs = 10_000

export async function endingOf({ program }: Server): Promise<Ending | string> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(`still running after ${stopWithinMs} ms`), stopWithinMs)
  })
  const how = await Promise.race([program.ended, late])
  clearTimeout(timer)
  return how
}

export function plainEnvironment(more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const foreign = /^(npm_|NODE_ENV$|VITEST|PENNANT_|DATABASE_URL|REDIS_URL)/
  const outer = Object.entries(process.env).filter(([name]) => !foreign.test(name))
  return { ...Object.fromEntries(outer), ...more }
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'ops test '))
  chmodSync(folder, 0o711)
  onTestFinished(async () => {
    if (process.platform === 'linux') await endDatabasesBelow(folder)
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}

/** The data folder of a server that was started and stopped, where it can be copied. */
export function usedDataDir(): string {
  const used = inject('usedDataDir')
  const dataDir = path.join(temporaryFolder(), 'data')
  if (used !== null) execFileSync('cp', ['-a', used, dataDir])
  return dataDir
}
