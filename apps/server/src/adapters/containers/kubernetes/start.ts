import type { V1Pod } from '@kubernetes/client-node'
import type { ContainerOrder, Containers, Remark, StartOutcome } from '../../../ports/containers.ts'
import { combined } from './combined.ts'
import { messageOf, oneLine } from './fault.ts'
import { labels, labelValue } from './label.ts'
import { readLog } from './log.ts'
import { createPodMaker } from './make-pod.ts'
import type { KubernetesNeeds } from './needs.ts'
import type { ApiPaths } from './api-paths.ts'
import { knownPod } from './pod-state.ts'
import { listPods } from './pod-watch.ts'
import type { Pods } from './pods.ts'
import type { Preparation } from './prepare.ts'
import { publicAddress } from './public-address.ts'
import { publish } from './publish.ts'
import { type Refused, refusalOf } from './refusal.ts'
import { waitUntilRunning } from './run.ts'
import type { Transport } from './transport.ts'
import { untilAborted } from '../../../kit/timeout.ts'
import { lastWarning } from './warning.ts'

const lastLines = 20
const lastLetters = 1500
const notListening: Remark = { code: 'NotListening', values: [] }

export function createStart(
  needs: Required<KubernetesNeeds>,
  transport: Transport,
  paths: ApiPaths,
  pods: Pods,
  preparation: Preparation,
  closing: AbortSignal,
): Containers['start'] {
  const { settings, installation } = needs
  const makePod = createPodMaker(needs, transport, paths, pods, preparation)

  // Includes what a call that never answered has created.
  const cleanUp = async (order: ContainerOrder, made: V1Pod | null): Promise<void> => {
    try {
      const selector = `${labels.instance}=${labelValue(order.id)}`
      const left = made === null ? (await listPods(transport, paths.pods, selector)).items : [made]
      for (const pod of left) await pods.remove(knownPod(pod))
    } catch (error) {
      needs.onNote(
        `Couldn't remove what an instance that didn't start left, so it stays for now: ${messageOf(error)}`,
      )
    }
  }

  return async (order, { signal, onProgress }) => {
    signal.throwIfAborted()
    const limit = combined([signal, closing], settings.startSeconds * 1000)
    const within = limit.signal
    const followed = pods.follow(({ orderId }) => orderId === order.id)
    let isAsked = false
    let made: V1Pod | null = null
    let outcome: StartOutcome | null = null

    const attempt = async (): Promise<StartOutcome> => {
      onProgress('starting', null)
      made = await makePod(order, within, () => (isAsked = true))
      const one = knownPod(made)
      within.throwIfAborted()
      const opensPort = order.published || settings.reach === 'Published'
      const nodePort = opensPort ? await publish(transport, paths, order, made, installation) : null
      let outside: string | null = null
      const wayIn = async (pod: V1Pod, ip: string): Promise<{ host: string; port: number }> => {
        if (nodePort !== null) outside ??= await publicAddress(transport, paths, needs.publicEntry, pod)
        const isInside = settings.reach === 'Internal' || nodePort === null || outside === null
        return isInside ? { host: ip, port: order.port } : { host: outside ?? ip, port: nodePort }
      }
      const run = await waitUntilRunning(made, one, {
        pods,
        followed,
        schedulingMs: settings.schedulingSeconds * 1000,
        signal: within,
        onProgress,
        lastWords: () => lastWords(one.name),
        isProbed: order.mayConnect,
        settleMs: order.mayConnect ? needs.timing.listenWithinMs : needs.timing.settleMs,
      })
      if ('refused' in run) return run
      const { host, port } = await wayIn(run.pod, run.ip)
      await untilAborted(preparation.expectKnown(order.network, run.ip), within)
      within.throwIfAborted()
      const started = {
        runtimeId: one.runtimeId,
        ip: host,
        port,
        publicIp: order.published ? outside : null,
        publicPort: order.published ? nodePort : null,
        ...(order.isTest ? { remarks: run.isReady ? [] : [notListening] } : {}),
      }
      return { started }
    }

    const lastWords = async (name: string): Promise<string> => {
      const log = await readLog(transport, paths, name, lastLines).catch(() => null)
      return (log ?? '').trim().slice(-lastLetters)
    }

    const refusedFor = async (error: unknown): Promise<Refused> => {
      signal.throwIfAborted()
      closing.throwIfAborted()
      if (limit.isLate()) {
        const why = made === null ? '' : await lastWarning(transport, paths, knownPod(made).uid)
        const detail = `It was not running after ${settings.startSeconds} seconds. ${why}`.trim()
        return { refused: 'timeout', detail }
      }
      const refused = refusalOf(error)
      if (refused === null) throw error
      return refused
    }

    try {
      outcome = await attempt().catch(refusedFor)
      if ('started' in outcome) return outcome
      return { refused: outcome.refused, detail: without(order.environment, outcome.detail) }
    } finally {
      followed.stop()
      limit.end()
      if (isAsked && (outcome === null || !('started' in outcome))) await cleanUp(order, made)
    }
  }
}

// A service's output may hold its flag, and the reason has more readers than may see it.
function without(environment: ContainerOrder['environment'], text: string): string {
  const values = Object.values(environment).filter((value) => value.length >= 6)
  return oneLine(
    values.reduce((rest, value) => rest.replaceAll(value, '…'), text),
    2500,
  )
}
