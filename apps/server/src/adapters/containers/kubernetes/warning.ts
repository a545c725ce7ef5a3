import type { CoreV1Event } from '@kubernetes/client-node'
import { oneLine } from './fault.ts'
import type { ApiPaths } from './api-paths.ts'
import type { Transport } from './transport.ts'

export async function lastWarning(transport: Transport, paths: ApiPaths, uid: string): Promise<string> {
  const query = { fieldSelector: `involvedObject.uid=${uid},type=Warning`, limit: '50' }
  const found = await transport
    .json<{ items: CoreV1Event[] }>({ method: 'GET', path: paths.events, query, attempts: 1, withinMs: 5000 })
    .catch(() => ({ items: [] }))
  const when = ({ lastTimestamp, metadata }: CoreV1Event): string =>
    String(lastTimestamp ?? metadata.creationTimestamp ?? '')
  const last = found.items.toSorted((a, b) => (when(a) < when(b) ? -1 : 1)).at(-1)
  return last === undefined ? '' : oneLine(`${last.reason ?? ''}: ${last.message ?? ''}`)
}
