import type { V1Pod } from '@kubernetes/client-node'
import type { ContainerEnd } from '../../../ports/containers.ts'
import { endOfCode, removed } from '../ended.ts'
import { ownStatus } from './pod-state.ts'

const evicted = /^(Evicted|Preempt|NodeShutdown|NodeLost|NodeAffinity|Terminated|OutOf|UnexpectedAdmission)/

export function endOfPod({ status }: V1Pod): ContainerEnd {
  const terminated = ownStatus(status)?.state?.terminated
  const exitCode = terminated?.exitCode ?? null
  const madeWay =
    evicted.test(status?.reason ?? '') ||
    status?.conditions?.some(({ type, status: holds }) => type === 'DisruptionTarget' && holds === 'True')
  if (madeWay === true) return { reason: 'Evicted', exitCode }
  if (terminated?.reason === 'OOMKilled') return { reason: 'OutOfMemory', exitCode }
  if (exitCode !== null) return endOfCode(exitCode)
  const over = status?.phase === 'Failed' || status?.phase === 'Succeeded'
  return over ? { reason: 'Exited', exitCode: null } : removed
}
