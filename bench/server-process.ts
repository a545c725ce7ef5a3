import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, open, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { cpuTime } from '@pennant/load/clock'
import { onInterrupt } from './on-interrupt.ts'
import type { Site } from '@pennant/load/address'

/** Relative to `bench/dist`. */
const checkout = fileURLToPath(new URL('../..', import.meta.url))
export const otherCheckout = 'PENNANT_BENCH_CHECKOUT'

const usualProgram = 'apps/server/dist/main.js'

export type ServerProcess = {
  origin: string
  site: Site
  firstAnswerMs: number
  residentBytes(): Promise<number>
  /** In milliseconds, since its start. */
  cpuTime(): Promise<number>
  metric(name: string): Promise<number>
  metrics(name: string, label: string): Promise<ReadonlyMap<string, number>>
  stop(): Promise<void>
  kill(): Promise<void>
}

export const startServer = async (
  dataFolder: string,
  settings: Record<string, string> = {},
  program = usualProgram,
): Promise<ServerProcess> => {
  const said = `${dataFolder}.out`
  await mkdir(dirname(said), { recursive: true })
  // No pipe, which an interrupted bench would break before the server has stopped.
  const output = await open(said, 'w')
  const began = performance.now()
  const child = spawn(
    process.execPath,
    [...profiling(), join(process.env[otherCheckout] ?? checkout, program)],
    {
      stdio: ['ignore', output.fd, 'inherit'],
      env: {
        PATH: process.env['PATH'],
        NODE_ENV: 'production',
        PENNANT_LOG_LEVEL: 'error',
        PENNANT_HOST: '127.0.0.1',
        PENNANT_PORT: '0',
        PENNANT_HEALTH_PORT: '0',
        PENNANT_DATA_DIR: dataFolder,
        PENNANT_DISABLE_RATE_LIMIT: 'true',
        ...settings,
      },
    },
  )
  const callOff = onInterrupt(() => void child.kill('SIGTERM'))
  await output.close()
  const { port, healthPort } = await portsOf(child, said)
  const origin = `http://127.0.0.1:${port}`
  await expectAnswer(`${origin}/api/config`)
  const firstAnswerMs = performance.now() - began
  const end = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<void> => {
    callOff()
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill(signal)
    await once(child, 'exit')
  }
  const metrics = async (): Promise<string> => (await fetch(`http://127.0.0.1:${healthPort}/metrics`)).text()
  return {
    origin,
    site: { port, secure: false },
    firstAnswerMs,
    residentBytes: () => residentOf(child.pid ?? 0),
    cpuTime: () => cpuTime(child.pid ?? 0),
    async metric(name) {
      return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(await metrics())?.[1] ?? Number.NaN)
    },
    async metrics(name, label) {
      const line = new RegExp(`^${name}\\{(?:.*,)?${label}="([^"]*)".*\\} (\\S+)$`, 'gm')
      const sums = new Map<string, number>()
      for (const [, key = '', value] of (await metrics()).matchAll(line))
        sums.set(key, (sums.get(key) ?? 0) + Number(value))
      return sums
    },
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  }
}

const profiling = (): string[] => {
  const folder = process.env['PENNANT_BENCH_PROFILE']
  return folder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${folder}`]
}

const banner = /is ready at http:\/\/[^:]+:(\d+)[^]*Health and metrics on port (\d+)/

/** The server takes free ports, and tells them once it answers. */
const portsOf = async (child: ChildProcess, said: string): Promise<{ port: number; healthPort: number }> => {
  for (;;) {
    const [, port, healthPort] = banner.exec(await readFile(said, 'utf8')) ?? []
    if (port !== undefined) return { port: Number(port), healthPort: Number(healthPort) }
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`the server ended with ${child.exitCode ?? child.signalCode}`)
    await wait(5)
  }
}

export const expectAnswer = async (url: string): Promise<void> => {
  const answer = await fetch(url)
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
}

const residentOf = async (pid: number): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) * 1024
}
