import { Problem } from '@pennant/contract/problem'

/** Somebody who knows the password may come many times at once, as scripts do. */
const manyLanes = 4
const mayWait = 256
const retryAfter = 5

type Gate = { inside: number; narrow: boolean; queue: (() => void)[] }

/**
 * Lets attempts of one name pass a few at a time; one at a time from the first that comes back with nothing
 * until one comes back with something.
 */
export const createLanes = () => {
  const gates = new Map<string, Gate>()

  return {
    /** `narrow`: it is known already that the last attempt came back with nothing. */
    async pass<T>(name: string, narrow: boolean, attempt: () => Promise<T | null>): Promise<T | null> {
      const gate = gates.get(name) ?? { inside: 0, narrow: false, queue: [] }
      gate.narrow ||= narrow
      gates.set(name, gate)
      await enter(gate)
      try {
        const result = await attempt()
        gate.narrow = result === null
        return result
      } finally {
        leave(gate)
        if (gate.inside === 0) gates.delete(name)
      }
    },
  }
}

const room = (gate: Gate): boolean => gate.inside < (gate.narrow ? 1 : manyLanes)

const enter = async (gate: Gate): Promise<void> => {
  if (room(gate)) {
    gate.inside++
    return
  }
  if (gate.queue.length >= mayWait)
    throw new Problem('account.tryLater', { seconds: retryAfter }, { retryAfter })
  // Whoever leaves hands over the place.
  await new Promise<void>((resolve) => gate.queue.push(resolve))
}

const leave = (gate: Gate): void => {
  gate.inside--
  while (room(gate)) {
    const next = gate.queue.shift()
    if (next === undefined) return
    gate.inside++
    next()
  }
}
