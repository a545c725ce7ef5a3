import type { StartRefusal } from '../../../ports/containers.ts'
import { ApiFault, messageOf } from './fault.ts'

export type Refused = { readonly refused: StartRefusal; readonly detail: string }

export function refusalOf(error: unknown): Refused | null {
  if (!(error instanceof ApiFault)) return null
  return { refused: kindOf(error), detail: messageOf(error) }
}

function kindOf({ status, message }: ApiFault): StartRefusal {
  if (/exceeded quota|(?:maximum|minimum) [\w-]+ usage per|failed to allocate/.test(message)) return 'quota'
  return status === 400 || status === 422 ? 'invalid' : 'unavailable'
}
