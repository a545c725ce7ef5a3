import { Problem } from '@pennant/contract/problem'
import type { Containers } from '../../ports/containers.ts'

const lines = 500
const mostCharacters = 262_144

/** What the service in a container wrote last; nothing while there is no container. */
export const lastLines = async (
  containers: Pick<Containers, 'log'>,
  { runtime_id }: { runtime_id: string | null },
): Promise<string> => {
  if (runtime_id === null) return ''
  try {
    return ((await containers.log(runtime_id, lines)) ?? '').slice(-mostCharacters).toWellFormed()
  } catch {
    throw new Problem('instance.unavailable')
  }
}
