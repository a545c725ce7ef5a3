import type { Core } from '../../core/core.ts'
import type { Caller } from '../../core/identity/caller.ts'
import type { RecordEdit } from '../../core/setting/store.ts'
import { sectionOf } from '../../core/setting/settings-cache.ts'

export type LogoParts = 'clock' | 'files' | 'globalDefaults' | 'journal' | 'settingStore' | 'settings'
type Hashes = { logoHash: string; faviconHash: string }

const logoWidth = 640
const faviconWidth = 256

export const createLogo = ({
  settingStore,
  clock,
  journal,
  globalDefaults,
  files,
  settings,
}: Pick<Core, LogoParts>) => {
  const release = async (hashes: readonly (string | null)[]): Promise<void> => {
    for (const hash of hashes)
      if (hash !== null && hash !== '')
        await files
          .release(hash)
          .catch((error: unknown) => journal.failed("Couldn't delete an old logo", error))
  }

  const swap = async (hashes: Hashes, record: RecordEdit): Promise<readonly (string | null)[]> => {
    let old: readonly (string | null)[] = []
    const change = (stored: unknown): unknown => {
      const before = sectionOf(stored, globalDefaults)
      old = [before.logoHash, before.faviconHash]
      return { ...before, ...hashes }
    }
    await settingStore.edit('GlobalConfig', new Date(clock.now()), change, record)
    return old
  }

  const storeBoth = async (bytes: Buffer, record: RecordEdit): Promise<readonly (string | null)[]> => {
    const made: string[] = []
    try {
      const logo = await files.storeImage(bytes, { name: 'logo', width: logoWidth })
      made.push(logo.hash)
      const favicon = await files.storeImage(bytes, { name: 'favicon', width: faviconWidth })
      made.push(favicon.hash)
      return await swap({ logoHash: logo.hash, faviconHash: favicon.hash }, record)
    } catch (error) {
      await release(made)
      throw error
    }
  }

  // The old images are unreferenced already, so a failure concerns no caller.
  const settle = async (old: readonly (string | null)[]): Promise<void> => {
    try {
      await settings.changed()
    } finally {
      await release(old)
    }
  }

  return {
    async set(bytes: Buffer, caller: Caller): Promise<void> {
      const old = await storeBoth(bytes, settings.recordEdit('setting.setLogo', caller))
      await settle(old)
      journal.done(caller, 'Logo changed')
    },
    async remove(caller: Caller): Promise<void> {
      const record = settings.recordEdit('setting.removeLogo', caller)
      const old = await swap({ logoHash: '', faviconHash: '' }, record)
      await settle(old)
      journal.done(caller, 'Logo removed')
    },
  }
}
