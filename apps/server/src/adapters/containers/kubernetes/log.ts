import { isFault } from './fault.ts'
import type { ApiPaths } from './api-paths.ts'
import { containerName } from './pod.ts'
import type { Transport } from './transport.ts'

const mostRead = 1024 * 1024
const mostKept = 64 * 1024

/** Empty before the container has begun. Null if there is no such pod. */
export async function readLog(
  transport: Transport,
  paths: ApiPaths,
  name: string,
  lines: number,
): Promise<string | null> {
  try {
    const text = await transport.text(
      {
        method: 'GET',
        path: `${paths.pods}/${name}/log`,
        query: { container: containerName, tailLines: String(lines), limitBytes: String(mostRead) },
      },
      mostKept,
    )
    return text.replace(escapes, '').replace(controls, '')
  } catch (error) {
    if (isFault(error, 404)) return null
    if (isFault(error, 400)) return ''
    throw error
  }
}

// Databases refuse zero bytes.
const escapes = /\u001b(?:\[[0-?]*[ -/]*[@-~]|[@-Z\\^_])/g
const controls = /[\u0000-\u0008\u000b-\u001f\u007f]/g
