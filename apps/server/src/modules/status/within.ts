import { setTimeout as wait } from 'node:timers/promises'

type Timed<T> = { milliseconds: number } & ({ value: T } | { error: unknown })

/** How long it took, and what came of it. Who takes longer than `ms` is not waited for. */
export const timed = async <T>(ms: number, work: () => Promise<T>): Promise<Timed<T>> => {
  const begun = performance.now()
  const done = new AbortController()
  const late = async (): Promise<never> => {
    await wait(ms, undefined, { signal: done.signal, ref: false })
    throw new Error(`no answer within ${ms / 1000} s`)
  }
  const end = (): number => Math.round(performance.now() - begun)
  try {
    const value = await Promise.race([work(), late()])
    return { value, milliseconds: end() }
  } catch (error) {
    return { error, milliseconds: end() }
  } finally {
    done.abort()
  }
}
