import { setTimeout as wait } from 'node:timers/promises'

export type Report = (message: string, error: unknown) => void

export async function repeatTerms(
  name: string,
  term: () => Promise<void>,
  pauseMs: number,
  signal: AbortSignal,
  report: Report,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await term()
    } catch (error) {
      if (!signal.aborted) report(`lock: the campaign for ${name} starts again`, error)
    }
    await pause(pauseMs, signal)
  }
}

/** Ends early, without an error, when `signal` aborts. Random, so that processes don't stay in step. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await wait(ms * (0.75 + Math.random() / 2), undefined, { signal, ref: false }).catch(() => undefined)
}
