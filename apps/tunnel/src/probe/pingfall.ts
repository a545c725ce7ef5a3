import type { Scope } from '../scope/scope.ts'
import type { Finding } from './probe.ts'

/** Null unless the instance is there. */
export const latencyOf = (finding: Finding): number | null =>
  finding !== 'nothing' && finding.status >= 200 && finding.status < 300 ? finding.latency : null

export const falls = (scope: Scope, finding: Finding): boolean => {
  const { pingfall } = scope.settings
  if (!scope.features.includes('pingfall') || pingfall === undefined || latencyOf(finding) !== null)
    return false
  if (finding === 'nothing') return pingfall.drop_unknown
  return pingfall.status.length === 0 || pingfall.status.includes(finding.status)
}
