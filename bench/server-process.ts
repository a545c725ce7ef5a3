import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cpuTime } from './cpu-time.ts'
import { onInterrupt } from './on-interrupt.ts'

/** Relative to `bench/dist`. */
const checkout = fileURLToPath(new URL('../..', import.meta.url))
export const otherCheckout = 'PENNANT_BENCH_CHECKOUT'

const program = (): string =>
  join(process.env[otherCheckout] ?? checkout, 'apps', 'server', 'dist', 'main.js')

export type ServerProcess = {
  origin: string
  port: number
  firstAnswerMs: number
  residentBytes(): Promise<number>
  /** In milliseconds, since its start. */
  cpuTime(): Promise<number>
  metric(name: string): Promise<number>
  stop(): Promise<void>
  kill(): Promise<void>
}

export const startServer = async (
  dataFolder: string,
  settings: Record<string, string> = {},
): Promise<ServerProcess> => {
  const [port, healthPort] = await freePorts()
  const began = performance.now()
  const child = spawn(process.execPath, [...profiling(), program()], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      PENNANT_LOG_LEVEL: 'error',
      PENNANT_HOST: '127.0.0.1',
      PENNANT_PORT: String(port),
      PENNANT_HEALTH_PORT: String(healthPort),
      PENNANT_DATA_DIR: dataFolder,
      PENNANT_DISABLE_RATE_LIMIT: 'true',
      ...settings,
    },
  })
  const origin = `http://127.0.0.1:${port}`
  await firstAnswer(`${origin}/api/config`, child)
  const callOff = onInterrupt(() => void child.kill('SIGTERM'))
  const firstAnswerMs = performance.now() - began
  const end = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<void> => {
    callOff()
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill(signal)
    await once(child, 'exit')
  }
  return {
    origin,
    port,
    firstAnswerMs,
    residentBytes: () => residentOf(child.pid ?? 0),
    cpuTime: () => cpuTime(child.pid ?? 0),
    async metric(name) {
      const text = await (await fetch(`http://127.0.0.1:${healthPort}/metrics`)).text()
      return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN)
    },
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  }
}

const profiling = (): string[] => {
  const folder = process.env['PENNANT_BENCH_PROFILE']
  return folder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${folder}`]
}

export const firstAnswer = async (url: string, child: ChildProcess): Promise<void> => {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the process ended with code ${child.exitCode}`)
    const answer = await fetch(url).catch(() => undefined)
    await answer?.arrayBuffer()
    if (answer?.ok === true) return
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

export const freePorts = async (): Promise<[number, number]> => {
  const servers = await Promise.all([listenAnywhere(), listenAnywhere()])
  const [first, second] = servers.map((server) => portOf(server.address()))
  for (const server of servers) server.close()
  return [first ?? 0, second ?? 0]
}

const listenAnywhere = async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

const portOf = (address: unknown): number => (address as { port: number }).port

const residentOf = async (pid: number): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) * 1024
}
