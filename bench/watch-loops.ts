import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { ServerProcess } from './server-process.ts'

const lag = 'pennant_nodejs_eventloop_lag_max_seconds'

export type Blocked = { serversMs: number; besideMs: number }

export const watchLoops = async (servers: readonly ServerProcess[]): Promise<() => Promise<Blocked>> => {
  const read = async (): Promise<number> =>
    1000 * Math.max(...(await Promise.all(servers.map((server) => server.metric(lag)))))
  // Reading the figure resets it.
  await read()
  const idle = monitorEventLoopDelay()
  idle.enable()
  return async () => {
    const serversMs = await read()
    idle.disable()
    return { serversMs, besideMs: idle.max / 1e6 }
  }
}
