import { setTimeout as wait } from 'node:timers/promises'
import type { Bus } from '../../ports/bus.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Containers } from '../../ports/containers.ts'
import type { InstanceGone } from './gone.ts'
import type { TeamNews } from './news.ts'
import type { EndingContainer, EndStore } from './store-end.ts'

type Needs = {
  store: EndStore
  containers: Containers
  gone: InstanceGone
  news: Pick<TeamNews, 'tell'>
  bus: Pick<Bus, 'publish'>
  clock: Clock
}

/** Says to whoever starts it, in whatever process, that nobody wants it any more. */
export const cancelTopic = 'instance.cancel'
export type Cancel = { id: string }

/** Longer than stopping one takes: who has not done it by then has died of it. */
const stopLeaseMs = 60_000
const lookEveryMs = 50
const looks = 200

/** How containers come to their end. */
export const createEnding = ({ store, containers, gone, news, bus, clock }: Needs) => {
  const span = () => {
    const now = clock.now()
    return { now: new Date(now), until: new Date(now + stopLeaseMs) }
  }

  const cancel = (id: string): void => bus.publish<Cancel>(cancelTopic, { id })

  /** Whoever started it may have died before writing down what it became. */
  const runtimesOf = async ({ id, runtime_id, begun }: EndingContainer): Promise<string[]> => {
    if (runtime_id !== null) return [runtime_id]
    if (!begun) return []
    return (await containers.list()).flatMap((found) => (found.id === id ? [found.runtimeId] : []))
  }

  /** Of one that was taken. True for the one who removed it; throws when it may still be running. */
  const stop = async (row: EndingContainer): Promise<boolean> => {
    gone.tell(row.id)
    try {
      for (const runtimeId of await runtimesOf(row)) await containers.destroy(runtimeId)
    } catch (error) {
      await store.release([row.id]).catch(() => undefined)
      throw error
    }
    if (!(await store.delete(row.id))) return false
    const { game_id: gameId, participation_id: participationId, challenge_id: challengeId } = row
    if (gameId !== null && participationId !== null && challengeId !== null)
      news.tell({ gameId, participationId, challengeId }, 'Gone')
    return true
  }

  return {
    span,
    stop,

    /**
     * Stops one, or what is to become one. Where somebody else is at it, waits until they are done. True when
     * it ran and it was us who removed it; throws when it may still be running.
     */
    async end(id: string): Promise<boolean> {
      for (let left = looks; left > 0; left--) {
        const row = await store.take(id, span())
        if (row !== undefined) return stop(row)
        if (await store.cancel(id)) cancel(id)
        else if (!(await store.isThere(id))) return false
        await wait(lookEveryMs)
      }
      throw new Error('whoever is at it does not come to an end')
    },

    /** Ends starts under way that are for nothing. */
    async cancelUnwanted(): Promise<void> {
      for (const id of await store.unwanted(new Date(clock.now()))) cancel(id)
    },
  }
}

export type Ending = ReturnType<typeof createEnding>
