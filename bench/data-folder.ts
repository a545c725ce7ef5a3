import { rmSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onInterrupt } from './on-interrupt.ts'

/** Open to every account, or root's database would leave the folder. */
export const withDataFolder = async <T>(work: (path: string) => Promise<T>): Promise<T> => {
  const folder = await mkdtemp(join(tmpdir(), 'pennant-bench-'))
  await chmod(folder, 0o755)
  const callOff = onInterrupt(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))
  try {
    return await work(join(folder, 'data'))
  } finally {
    callOff()
    await rm(folder, { recursive: true, force: true })
  }
}
