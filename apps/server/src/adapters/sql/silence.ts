import type { PoolClient } from 'pg'

export type SilenceLimits = { suspectMs: number; answerMs: number }

export type SilenceWatch = { watch(client: PoolClient): void; close(): void }

/**
 * A host that is frozen or behind a cut line resets nothing, so its queries would wait as long as it's silent. Slow
 * queries and locks aren't silence: a database that answers somebody else is there.
 */
export const watchSilence = (
  { suspectMs }: Pick<SilenceLimits, 'suspectMs'>,
  isThere: () => Promise<boolean>,
  now: () => number = () => performance.now(),
): SilenceWatch => {
  const waiting = new Map<PoolClient, number>()
  const openedAt = new WeakMap<PoolClient, number>()
  let timer: NodeJS.Timeout | undefined
  let closed = false

  const look = async (): Promise<void> => {
    const askedAt = now()
    if (![...waiting.values()].some((since) => askedAt - since >= suspectMs) || (await isThere())) return
    // A connection that was opened since then was answered.
    for (const client of [...waiting.keys()].filter((one) => (openedAt.get(one) ?? 0) <= askedAt)) {
      waiting.delete(client)
      client.connection.stream.destroy()
    }
  }

  const arm = (): void => {
    if (timer !== undefined || closed) return
    timer = setTimeout(() => {
      void look().finally(() => {
        timer = undefined
        if (waiting.size > 0) arm()
      })
    }, suspectMs / 3)
    timer.unref()
  }

  return {
    watch(client) {
      openedAt.set(client, now())
      const plain = client.query.bind(client) as (...args: unknown[]) => unknown
      const query = (...args: unknown[]): unknown => {
        if (!waiting.has(client)) waiting.set(client, now())
        arm()
        return plain(...args)
      }
      client.query = query as PoolClient['query']
      client.on('drain', () => waiting.delete(client))
      client.once('end', () => waiting.delete(client))
    },
    close() {
      closed = true
      clearTimeout(timer)
    },
  }
}
