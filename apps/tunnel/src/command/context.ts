import type { Readable, Writable } from 'node:stream'

export type ProgramContext = {
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly platform: NodeJS.Platform
  readonly home: string
  readonly pid: number
  readonly input: Readable
  readonly output: Writable
  readonly complaints: Writable
  readonly isAttended: boolean
  readonly stop: AbortSignal
}

export const stopped = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
