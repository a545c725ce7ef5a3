import type { Daemon } from './daemon.ts'
import { isMissing } from './fault.ts'
import { readFrames } from './log-frames.ts'

const mostLines = 5_000
const mostBytes = 64 * 1024

export const logOf = async (daemon: Daemon, id: string, lines: number): Promise<string | null> => {
  const tail = Math.min(mostLines, Math.max(0, Math.trunc(lines)))
  try {
    const bytes: unknown = await daemon.ask((docker) =>
      docker.getContainer(id).logs({ stdout: true, stderr: true, tail, follow: false }),
    )
    // The library parses what looks like JSON.
    return Buffer.isBuffer(bytes) ? readFrames(bytes, mostBytes) : JSON.stringify(bytes)
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}
