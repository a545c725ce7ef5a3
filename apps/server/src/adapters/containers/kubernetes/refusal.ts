import type { StartRefusal } from '../../../ports/containers.ts'
import { ApiFault, inWords } from './fault.ts'

export type Refused = { readonly refused: StartRefusal; readonly detail: string }

/** Why a pod or its port could not be made. Null for what nobody expected. */
export function refusalOf(error: unknown): Refused | null {
  if (!(error instanceof ApiFault)) return null
  return { refused: kindOf(error), detail: inWords(error) }
}

function kindOf({ status, message }: ApiFault): StartRefusal {
  // A quota of the namespace, the limits for one pod, or all ports of the nodes taken.
  if (/exceeded quota|(?:maximum|minimum) [\w-]+ usage per|failed to allocate/.test(message)) return 'quota'
  return status === 400 || status === 422 ? 'invalid' : 'unavailable'
}
