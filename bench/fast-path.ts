import type { Finding } from './scenario.ts'
import type { ServerProcess } from './server-process.ts'

const metric = 'pennant_fast_path_total'
const least = 0.95

export const watchFastPath = async (
  servers: readonly ServerProcess[],
): Promise<(what: string) => Promise<Finding>> => {
  const read = async (): Promise<{ served: number; all: number }> => {
    const counts = await Promise.all(servers.map((server) => server.metrics(metric, 'outcome')))
    const served = counts.reduce((sum, outcomes) => sum + (outcomes.get('served') ?? 0), 0)
    const all = counts.flatMap((outcomes) => [...outcomes.values()]).reduce((sum, count) => sum + count, 0)
    return { served, all }
  }
  const before = await read()
  return async (what) => {
    const after = await read()
    const share = (after.served - before.served) / (after.all - before.all)
    return {
      what: `${what}, on the fast path`,
      figure: Number.isNaN(share) ? 'not told' : `${(100 * share).toFixed(1)} % of the requests`,
      budget: `at least ${100 * least} %`,
      met: share >= least,
    }
  }
}
