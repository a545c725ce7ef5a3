import { setTimeout as sleep } from 'node:timers/promises'
import { type Exit, type LaunchPlan, launch, type Server } from './launch.ts'
import { clearLeftovers } from './leftover.ts'

const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 10_000
// A server that ran this long was healthy: the next failure starts a new count.
const SETTLED_MS = 60_000

export type Supervised = { stop(): Promise<void> }

export async function supervise(
  plan: LaunchPlan,
  hooks: { signal?: AbortSignal; onExit?: (exit: Exit) => void },
): Promise<Supervised> {
  const stopping = new AbortController()
  const untilReady =
    hooks.signal === undefined ? stopping.signal : AbortSignal.any([stopping.signal, hooks.signal])
  let server: Server | null = await launch(plan, untilReady)

  const watch = async (first: Server): Promise<void> => {
    let failures = 0
    for (let current: Server | null = first; current !== null; ) {
      const since = performance.now()
      const exit = await current.exited
      server = null
      if (stopping.signal.aborted) return
      plan.log(
        'error',
        `The database server ended on its own (${describe(exit)}) and is started again. ${await current.lastWords()}`.trim(),
      )
      hooks.onExit?.(exit)
      failures = performance.now() - since > SETTLED_MS ? 1 : failures + 1
      current = await relaunch(plan, failures, stopping.signal)
      server = current
      if (stopping.signal.aborted) await current?.shutDown()
    }
  }
  const watching = watch(server)

  return {
    stop: async () => {
      stopping.abort()
      const ended = (await server?.shutDown()) ?? true
      if (ended) await watching
    },
  }
}

// Pauses grow, since a full disk, for example, may be cleared. Null after a stop.
async function relaunch(plan: LaunchPlan, failures: number, stop: AbortSignal): Promise<Server | null> {
  for (let attempt = failures; ; attempt += 1) {
    const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt - 1))
    await sleep(pause, undefined, { signal: stop }).catch(() => {})
    if (stop.aborted) return null
    try {
      await clearLeftovers(plan.paths.cluster, plan.log)
      const server = await launch(plan, stop)
      plan.log('info', 'The database server is back.')
      return server
    } catch (error) {
      if (stop.aborted) return null
      plan.log('error', error instanceof Error ? error.message : String(error))
    }
  }
}

function describe(exit: Exit): string {
  return exit.signal === null ? `exit code ${exit.code}` : `signal ${exit.signal}`
}
