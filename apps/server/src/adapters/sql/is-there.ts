import pg from 'pg'

const steps = 5

/**
 * A refusal is an answer, too, and what keeps this process from asking says nothing about the database. The time is
 * counted in steps, since a process that stood still has heard nothing.
 */
export const isThere = async (config: pg.ClientConfig, ms: number): Promise<boolean> => {
  let client: pg.Client | undefined
  let left = steps
  const timer = setInterval(() => {
    left--
    if (left === 0) client?.connection.stream.destroy()
  }, ms / steps)
  try {
    client = new pg.Client(config)
    client.on('error', () => undefined)
    await client.connect()
    return true
  } catch (error) {
    return left > 0 && !isUnreachable(error)
  } finally {
    clearInterval(timer)
    void client?.end().catch(() => undefined)
  }
}

// A name with several addresses fails with an error for each.
const isUnreachable = (error: unknown): boolean =>
  error instanceof AggregateError
    ? error.errors.every(isUnreachable)
    : error instanceof Error &&
      'code' in error &&
      (error.code === 'EHOSTUNREACH' || error.code === 'ENETUNREACH')
