import type { ServerFigures, ServerSample } from '@pennant/rules/rehearsal/figures'

/** What the status page tells of a server. */
export type SeenStatus = {
  parts: readonly {
    part: string
    state: string
    kind: string
    figures: readonly { name: string; value: number }[]
  }[]
  processes: readonly {
    id: string
    loopDelayMs: number
    load?: {
      readP99Ms: number | null
      writeP99Ms: number | null
      hashWaitMs: number
      poolWaiting: number
      poolWaitMs?: number | null
      commitMs: number | null
      requests: number
      connections: number
    }
  }[]
}

type Load = NonNullable<SeenStatus['processes'][number]['load']>

/** Gathers how a server fares while it is played on. */
export const createSampler = (begun: number) => {
  const samples: ServerSample[] = []
  const counts = new Map<string, { first: Load; last: Load }>()
  let pagesP99Ms: number | null = null

  return {
    add({ parts, processes }: SeenStatus, now: number): void {
      const timeOf = (name: string, kind?: string): number | null => {
        const found = parts.find(({ part, state }) => part === name && state !== 'off')
        if (found === undefined || (kind !== undefined && found.kind !== kind)) return null
        return found.figures.find((figure) => figure.name === 'milliseconds')?.value ?? null
      }
      const loads = processes.flatMap(({ load }) => load ?? [])
      const most = (read: (load: Load) => number | null): number =>
        Math.max(0, ...loads.map((load) => read(load) ?? 0))
      const loopDelayMs = Math.max(0, ...processes.map((one) => one.loopDelayMs))
      for (const { id, load } of processes)
        if (load !== undefined) counts.set(id, { first: counts.get(id)?.first ?? load, last: load })
      // A request waits for the event loop before the server begins to measure it.
      const served = Math.max(
        most(({ readP99Ms }) => readP99Ms),
        most(({ writeP99Ms }) => writeP99Ms),
      )
      if (served > 0) pagesP99Ms = Math.max(pagesP99Ms ?? 0, served + loopDelayMs)
      samples.push({
        atMs: Math.round(now - begun),
        loopDelayMs,
        poolWaiting: most(({ poolWaiting }) => poolWaiting),
        poolWaitMs: loads.every(({ poolWaitMs }) => poolWaitMs === undefined)
          ? null
          : most(({ poolWaitMs }) => poolWaitMs ?? null),
        hashWaitMs: most(({ hashWaitMs }) => hashWaitMs),
        commitMs: loads.every(({ commitMs }) => commitMs === null) ? null : most(({ commitMs }) => commitMs),
        redisMs: timeOf('cache', 'Redis'),
        storageMs: timeOf('storage'),
        providerMs: timeOf('provider'),
      })
    },

    figures(): ServerFigures {
      const all = [...counts.values()]
      const grown = (read: (load: Load) => number): number =>
        all.reduce((sum, { first, last }) => sum + Math.max(0, read(last) - read(first)), 0)
      return {
        samples,
        pagesP99Ms,
        requests: grown(({ requests }) => requests),
        connections: grown(({ connections }) => connections),
      }
    },
  }
}
