import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type OpenBlobStore, openBlobStore } from '../../apps/server/src/adapters/blob/open.ts'

/** A folder that answers late. */
export const openSlowBlobs = async (ms: number): Promise<OpenBlobStore> => {
  const path = await mkdtemp(join(tmpdir(), 'pennant-slow-'))
  const store = await openBlobStore({ kind: 'disk', path })
  const late = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
  return {
    ...store,
    get: (...given) => late().then(() => store.get(...given)),
    check: () => late().then(store.check),
    async close() {
      await store.close()
      await rm(path, { recursive: true, force: true })
    },
  }
}
