import { setTimeout as wait } from 'node:timers/promises'

/** Whoever plans a challenge looks at the clock when its time has come. */
const everyMs = 1_000
const looksTogether = 60

/**
 * Looks again and again for a minute, and then tells what went wrong, if anything did: every look by itself
 * would be one line more among the runs of jobs, and while something is wrong one more in the journal.
 */
export const createPlannedWatch =
  (look: (signal: AbortSignal) => Promise<void>) =>
  async (signal: AbortSignal): Promise<void> => {
    const errors: unknown[] = []
    for (let looks = 0; looks < looksTogether && !signal.aborted; looks++) {
      await look(signal).catch((error: unknown) => errors.push(error))
      await wait(everyMs, undefined, { signal, ref: false }).catch(() => undefined)
    }
    if (errors.length > 0) throw errors[0]
  }
