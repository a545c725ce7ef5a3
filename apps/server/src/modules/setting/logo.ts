import { defaultGlobalConfig } from '@pennant/contract/setting'
import type { Clock } from '../../ports/clock.ts'
import type { Journal } from '../../telemetry/journal.ts'
import { sectionOf } from './held.ts'
import type { SettingStore } from './store.ts'

type Needs = {
  store: Pick<SettingStore, 'edit'>
  clock: Clock
  journal: Journal
  files: {
    storeImage(
      bytes: Buffer,
      options: { name: string; width: number | null },
    ): Promise<{ hash: string; url: string }>
    release(hash: string): Promise<unknown>
  }
  changed(): Promise<void>
}

type Hashes = { logoHash: string; faviconHash: string }

const logoWidth = 640
const faviconWidth = 256

/** The picture of an installation, in the two sizes it is shown in. */
export const createLogo = ({ store, clock, journal, files, changed }: Needs) => {
  const release = async (hashes: readonly (string | null)[]): Promise<void> => {
    for (const hash of hashes)
      if (hash !== null && hash !== '')
        await files.release(hash).catch((error: unknown) =>
          journal.write({
            level: 'Error',
            message: 'An old logo could not be deleted',
            name: 'System',
            error,
          }),
        )
  }

  /** Answers the hashes that nothing points to any more. */
  const swap = async (hashes: Hashes): Promise<readonly (string | null)[]> => {
    let old: readonly (string | null)[] = []
    await store.edit('GlobalConfig', new Date(clock.now()), (stored) => {
      const before = sectionOf(stored, defaultGlobalConfig)
      old = [before.logoHash, before.faviconHash]
      return { ...before, ...hashes }
    })
    return old
  }

  const storeBoth = async (bytes: Buffer): Promise<readonly (string | null)[]> => {
    const made: string[] = []
    try {
      const logo = await files.storeImage(bytes, { name: 'logo', width: logoWidth })
      made.push(logo.hash)
      const favicon = await files.storeImage(bytes, { name: 'favicon', width: faviconWidth })
      made.push(favicon.hash)
      return await swap({ logoHash: logo.hash, faviconHash: favicon.hash })
    } catch (error) {
      await release(made)
      throw error
    }
  }

  /** Nothing points to the old pictures any more, whoever has heard of it. */
  const settle = async (old: readonly (string | null)[]): Promise<void> => {
    try {
      await changed()
    } finally {
      await release(old)
    }
  }

  return {
    async set(bytes: Buffer): Promise<void> {
      const old = await storeBoth(bytes)
      await settle(old)
    },
    async remove(): Promise<void> {
      const old = await swap({ logoHash: '', faviconHash: '' })
      await settle(old)
    },
  }
}
