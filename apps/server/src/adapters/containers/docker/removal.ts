import { setTimeout as wait } from 'node:timers/promises'
import type { Daemon } from './daemon.ts'
import { DaemonFault, isMissing } from './fault.ts'
import { installationLabel, instanceLabel } from './label.ts'

export type Removals = {
  /** With its anonymous volumes; throws if it may still run. */
  remove(containerId: string, withinMs?: number): Promise<void>
  clean(orderId: string): void
  /** Keeps what a new start of the same order creates from being cleaned away. */
  spare(orderId: string): void
  isOurs(containerId: string): boolean
}

const removeWithinMs = 60_000
const goneWithinMs = 15_000
const pauseMs = 200
const attemptsAfterMs = [500, 3_000, 15_000, 60_000]
const remembered = 500

export const createRemovals = (daemon: Daemon, installation: string, closing: AbortSignal): Removals => {
  const removed = new Set<string>()
  const cleaning = new Map<string, AbortController>()

  const remember = (id: string): void => {
    removed.add(id)
    for (const oldest of removed) {
      if (removed.size <= remembered) break
      removed.delete(oldest)
    }
  }

  const untilGone = async (id: string, why: unknown): Promise<void> => {
    for (const began = performance.now(); performance.now() - began < goneWithinMs; await wait(pauseMs)) {
      try {
        await daemon.ask((docker) => docker.getContainer(id).inspect())
      } catch (error) {
        if (isMissing(error)) return
        throw error
      }
    }
    throw why
  }

  const remove = async (id: string, withinMs = removeWithinMs): Promise<void> => {
    remember(id)
    try {
      const options = { force: true, v: true }
      await daemon.ask((docker) => docker.getContainer(id).remove(options), { withinMs })
    } catch (error) {
      if (isMissing(error)) return
      if (isUnderWay(error)) return untilGone(id, error)
      removed.delete(id)
      throw error
    }
  }

  const sweep = async (orderId: string, signal: AbortSignal): Promise<void> => {
    for (const pause of attemptsAfterMs) {
      await wait(pause, undefined, { signal, ref: false })
      try {
        const label = [`${installationLabel}=${installation}`, `${instanceLabel}=${orderId}`]
        const found = await daemon.ask((docker) => docker.listContainers({ all: true, filters: { label } }))
        signal.throwIfAborted()
        for (const { Id } of found) await remove(Id)
        return
      } catch (error) {
        if (!(error instanceof DaemonFault)) throw error
      }
    }
  }

  const spare = (orderId: string): void => {
    cleaning.get(orderId)?.abort()
    cleaning.delete(orderId)
  }

  return {
    remove,
    spare,
    clean(orderId) {
      spare(orderId)
      const calledOff = new AbortController()
      cleaning.set(orderId, calledOff)
      sweep(orderId, AbortSignal.any([calledOff.signal, closing]))
        .catch(() => undefined)
        .finally(() => cleaning.get(orderId) === calledOff && cleaning.delete(orderId))
    },
    isOurs: (id) => removed.has(id),
  }
}

const isUnderWay = (error: unknown): boolean =>
  error instanceof DaemonFault && error.status === 409 && /already in progress/i.test(error.message)
