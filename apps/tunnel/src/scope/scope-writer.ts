import type { Scope } from './scope.ts'

type Needs = {
  write(scopes: readonly Scope[]): Promise<void>
  onFault(error: unknown): void
}

/** Skips intermediate states while a write is in progress. */
export const createScopeWriter = ({ write, onFault }: Needs) => {
  let waiting: readonly Scope[] | null = null
  let running: Promise<void> | null = null

  const run = async (): Promise<void> => {
    for (let next = waiting; next !== null; next = waiting) {
      waiting = null
      await write(next).catch(onFault)
    }
    running = null
  }

  return {
    save(scopes: readonly Scope[]): void {
      waiting = scopes
      running ??= run()
    },
    settled: async (): Promise<void> => {
      await running
    },
  }
}
