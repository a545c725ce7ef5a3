import type { V1Pod } from '@kubernetes/client-node'
import { setTimeout as wait } from 'node:timers/promises'
import { ApiFault, messageOf, statusIn } from './fault.ts'
import { type KnownPod, knownPod } from './pod-state.ts'
import { isTransient, pauseOf } from './retry.ts'
import type { Transport } from './transport.ts'

export type PodEvent =
  | { readonly kind: 'seen'; readonly pod: V1Pod }
  | { readonly kind: 'gone'; readonly known: KnownPod }
  /** Everything was read again. A pod not seen by then may have come and gone. */
  | { readonly kind: 'read' }

export type PodWatch = {
  follow(listener: (event: PodEvent) => void): () => void
  close(): Promise<void>
}

// When the API is asked to end each watch, and how much longer a silent one is alive.
type WatchTimes = { seconds: number; slackMs: number }

const usualTimes: WatchTimes = { seconds: 60, slackMs: 15_000 }

const longestPause = 15_000

export function createPodWatch(
  transport: Transport,
  pods: string,
  selector: string,
  onNote: (note: string) => void,
  pauseMs: number,
  { seconds, slackMs }: WatchTimes = usualTimes,
): PodWatch {
  const listeners = new Set<(event: PodEvent) => void>()
  const known = new Map<string, KnownPod>()
  const stop = new AbortController()
  let running: Promise<void> | null = null
  let failures = 0

  const tell = (event: PodEvent): void => {
    for (const listener of [...listeners]) listener(event)
  }
  const see = (pod: V1Pod): void => {
    const one = knownPod(pod)
    known.set(one.uid, one)
    tell({ kind: 'seen', pod })
  }
  const lose = (one: KnownPod): void => {
    known.delete(one.uid)
    tell({ kind: 'gone', known: one })
  }

  const read = async (): Promise<string> => {
    const { items, version } = await listPods(transport, pods, selector, stop.signal)
    const uids = new Set(items.map((pod) => knownPod(pod).uid))
    for (const one of [...known.values()]) if (!uids.has(one.uid)) lose(one)
    for (const pod of items) see(pod)
    tell({ kind: 'read' })
    return version
  }

  const hear = (from: { version: string }): Promise<void> =>
    transport.lines(
      {
        method: 'GET',
        path: pods,
        signal: stop.signal,
        query: {
          watch: 'true',
          labelSelector: selector,
          resourceVersion: from.version,
          allowWatchBookmarks: 'true',
          timeoutSeconds: String(seconds),
        },
      },
      seconds * 1000 + slackMs,
      (line) => {
        const { type, object } = JSON.parse(line) as { type: string; object: V1Pod }
        if (type === 'ERROR') {
          const { message, reason, code } = statusIn(object)
          throw new ApiFault(message, code, reason)
        }
        failures = 0
        if (type === 'DELETED') lose(knownPod(object))
        else if (type !== 'BOOKMARK') see(object)
        from.version = object.metadata?.resourceVersion ?? from.version
      },
    )

  const run = async (): Promise<void> => {
    let from: { version: string } | null = null
    while (!stop.signal.aborted) {
      try {
        from ??= { version: await read() }
        const began = performance.now()
        await hear(from)
        if (performance.now() - began < 1000)
          throw new ApiFault('The Kubernetes API ends watches right away.')
        failures = 0
      } catch (error) {
        if (stop.signal.aborted) return
        failures += 1
        if (!isTransient(error) || failures % 3 === 0) from = null
        if (failures === 3) onNote(`Can't watch instances: ${messageOf(error)}`)
        const pause = pauseOf(error, failures, pauseMs, longestPause)
        await wait(pause, undefined, { signal: stop.signal }).catch(() => undefined)
      }
    }
  }

  return {
    follow(listener) {
      listeners.add(listener)
      running ??= run()
      return () => void listeners.delete(listener)
    },
    async close() {
      stop.abort()
      await running
    },
  }
}

const pageSize = '500'

type Page = { items: V1Pod[]; metadata?: { resourceVersion?: string; continue?: string } }

export async function listPods(
  transport: Transport,
  path: string,
  selector: string,
  signal?: AbortSignal,
): Promise<{ items: V1Pod[]; version: string }> {
  const items: V1Pod[] = []
  let version = ''
  let next = ''
  do {
    const query = { labelSelector: selector, limit: pageSize, ...(next !== '' && { continue: next }) }
    const page = await transport.json<Page>({ method: 'GET', path, query, ...(signal && { signal }) })
    items.push(...page.items)
    version = page.metadata?.resourceVersion ?? ''
    next = page.metadata?.continue ?? ''
  } while (next !== '')
  return { items, version }
}
