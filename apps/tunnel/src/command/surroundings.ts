import type { Readable, Writable } from 'node:stream'

/** All that a command sees of the process it runs in. */
export type Surroundings = {
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly platform: NodeJS.Platform
  readonly home: string
  readonly pid: number
  readonly input: Readable
  readonly output: Writable
  readonly complaints: Writable
  /** Whether somebody sits there who can be asked. */
  readonly isAttended: boolean
  /** Aborted when the process shall end. */
  readonly stop: AbortSignal
}

export const stopped = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
