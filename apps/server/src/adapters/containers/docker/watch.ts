import { IncomingMessage } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { ContainerEnd } from '../../../ports/containers.ts'
import { endOfCode, removed } from '../ended.ts'
import { type Daemon, isRecord } from './daemon.ts'
import { endOf } from './ended.ts'
import { DaemonFault } from './fault.ts'
import { installationLabel } from './label.ts'
import { hangUp, linesOf } from './line.ts'
import type { Removals } from './removal.ts'

const firstPauseMs = 250
const longestPauseMs = 10_000
const probeMs = 30_000
const remembered = 1_000

export const watchDaemon = async (
  daemon: Daemon,
  installation: string,
  removals: Removals,
  onGone: (runtimeId: string, end: ContainerEnd) => void,
  signal: AbortSignal,
): Promise<void> => {
  // A running container that is removed ends first, but is reported once.
  const told = new LRUCache<string, true>({ max: remembered })
  const tell = (event: unknown): void => {
    const seen = goneOf(event)
    if (seen === null || told.has(seen.id) || removals.isOurs(seen.id)) return
    const { id, end } = seen
    told.set(id, true)
    void endOf(daemon, id, end).then((known) => onGone(id, known))
  }

  const filters = JSON.stringify({
    type: ['container'],
    event: ['die', 'destroy'],
    label: [`${installationLabel}=${installation}`],
  })
  let pause = firstPauseMs
  while (!signal.aborted) {
    try {
      const stream = await daemon.ask((docker) => docker.getEvents({ filters, abortSignal: signal }), {
        onLate: hangUp,
      })
      pause = firstPauseMs
      keepAlive(stream)
      for await (const event of linesOf(stream)) tell(event)
    } catch (error) {
      if (!signal.aborted && !(error instanceof DaemonFault)) throw error
    }
    await wait(pause * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => undefined)
    pause = Math.min(longestPauseMs, pause * 2)
  }
}

// A silent network failure would otherwise go unnoticed.
const keepAlive = (stream: NodeJS.ReadableStream): void => {
  if (stream instanceof IncomingMessage) stream.socket.setKeepAlive(true, probeMs)
}

const goneOf = (event: unknown): { id: string; end: ContainerEnd } | null => {
  if (!isRecord(event) || !isRecord(event['Actor'])) return null
  const { ID: id, Attributes: attributes } = event['Actor']
  if (typeof id !== 'string') return null
  const code = isRecord(attributes) ? Number(attributes['exitCode']) : Number.NaN
  return { id, end: Number.isInteger(code) ? endOfCode(code) : removed }
}
