import type { PoolClient } from 'pg'

export type SilenceLimits = { suspectMs: number; answerMs: number }

export type SilenceWatch = { watch(client: PoolClient): void; close(): void }

/**
 * A host that is frozen or behind a cut line resets nothing, so its queries would wait as long as it's silent. Slow
 * queries and locks aren't silence: a database that answers anything is there.
 */
export const watchSilence = (
  { suspectMs }: Pick<SilenceLimits, 'suspectMs'>,
  isThere: () => Promise<boolean>,
): SilenceWatch => {
  const open = new Set<PoolClient>()
  const waiting = new Map<PoolClient, number>()
  let answeredAt = -Infinity
  let timer: NodeJS.Timeout | undefined
  let closed = false

  const noteAnswer = (): void => {
    answeredAt = performance.now()
  }

  const look = async (): Promise<void> => {
    const askedAt = performance.now()
    const isLate = (since: number): boolean => askedAt - Math.max(since, answeredAt) >= suspectMs
    if (![...waiting.values()].some(isLate)) return
    if (await isThere()) noteAnswer()
    if (answeredAt >= askedAt) return
    for (const client of open) client.connection.stream.destroy()
  }

  const arm = (): void => {
    if (timer !== undefined || closed) return
    timer = setTimeout(() => {
      void look()
        .catch(noteAnswer)
        .finally(() => {
          timer = undefined
          if (waiting.size > 0) arm()
        })
    }, suspectMs / 3)
    timer.unref()
  }

  return {
    watch(client) {
      open.add(client)
      noteAnswer()
      const plain = client.query.bind(client) as (...args: unknown[]) => unknown
      const query = (...args: unknown[]): unknown => {
        // A transaction whose connection broke still asks for its rollback.
        if (open.has(client)) {
          if (!waiting.has(client)) waiting.set(client, performance.now())
          arm()
        }
        return plain(...args)
      }
      client.query = query as PoolClient['query']
      client.on('drain', () => {
        noteAnswer()
        waiting.delete(client)
      })
      client.once('end', () => {
        open.delete(client)
        waiting.delete(client)
      })
    },
    close() {
      closed = true
      clearTimeout(timer)
    },
  }
}
