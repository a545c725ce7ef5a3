/** Reserved before it is certain to be needed: it must be taken or given back. */
export type QueueTicket = {
  /** Rejects with the reason of `signal`. The result is to be called when the work is over. */
  turn(signal: AbortSignal, onPosition: (position: number) => void): Promise<() => void>
  leave(): void
}

type Waiting = { first: boolean; onPosition: (position: number) => void; go: () => void }

export const mostWaiting = 200

/** Starts wait in order of arrival, organizers in front. */
export const createStartQueue = (atOnce: number, most = mostWaiting) => {
  let running = 0
  let reserved = 0
  const line: Waiting[] = []

  const tellPositions = (): void => line.forEach(({ onPosition }, at) => onPosition(at + 1))

  const release = (): void => {
    running--
    const next = line.shift()
    if (next === undefined) return
    running++
    next.go()
    tellPositions()
  }

  const wait = (
    signal: AbortSignal,
    first: boolean,
    onPosition: (position: number) => void,
  ): Promise<() => void> =>
    new Promise((resolve, reject) => {
      const abort = (): void => {
        line.splice(line.indexOf(waiting), 1)
        tellPositions()
        reject(signal.reason)
      }
      const waiting: Waiting = {
        first,
        onPosition,
        go: () => {
          signal.removeEventListener('abort', abort)
          resolve(release)
        },
      }
      signal.addEventListener('abort', abort, { once: true })
      const behind = first ? line.findIndex((other) => !other.first) : -1
      line.splice(behind === -1 ? line.length : behind, 0, waiting)
      tellPositions()
    })

  const reserve = (first: boolean): QueueTicket => {
    reserved++
    let open = true
    const leave = (): void => {
      if (open) reserved--
      open = false
    }
    return {
      leave,
      async turn(signal, onPosition) {
        leave()
        signal.throwIfAborted()
        if (running >= atOnce) return wait(signal, first, onPosition)
        running++
        return release
      },
    }
  }

  return {
    reserve(): QueueTicket | null {
      const free = Math.max(0, atOnce - running)
      return line.length + reserved - free >= most ? null : reserve(false)
    },
    /** In front of the others, and without a limit. */
    reserveFirst: (): QueueTicket => reserve(true),
  }
}

export type StartQueue = ReturnType<typeof createStartQueue>
