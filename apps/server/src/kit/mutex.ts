export type NamedMutex = {
  /** Resolves with the function that releases it. Rejects when `signal` aborts first. */
  acquire(name: string, signal?: AbortSignal): Promise<() => void>
  /** Null while it's held. */
  attempt(name: string): (() => void) | null
}

export function createNamedMutex(): NamedMutex {
  const lines = new Map<string, (() => void)[]>()

  const leave = (name: string, start: () => void): void => {
    const line = lines.get(name)
    const index = line?.indexOf(start) ?? -1
    if (line === undefined || index < 0) return
    line.splice(index, 1)
    if (line.length === 0) lines.delete(name)
    else if (index === 0) line[0]?.()
  }

  return {
    attempt(name) {
      if (lines.has(name)) return null
      const start = (): void => undefined
      lines.set(name, [start])
      return () => leave(name, start)
    },

    acquire: (name, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason)
        const giveUp = (): void => {
          leave(name, start)
          reject(signal?.reason)
        }
        const start = (): void => {
          signal?.removeEventListener('abort', giveUp)
          resolve(() => leave(name, start))
        }
        signal?.addEventListener('abort', giveUp, { once: true })
        const line = lines.get(name) ?? []
        lines.set(name, line)
        if (line.push(start) === 1) start()
      }),
  }
}
