import type { Core } from '../../core/core.ts'
import { sectionOf } from '../../core/setting/settings-cache.ts'

export type LogoParts = 'clock' | 'files' | 'globalDefaults' | 'journal' | 'settingStore' | 'settings'
type Author = { userName: string; address: string | null }
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
  const note = (message: string, { userName, address }: Author): void =>
    journal.write({ message, status: 'Success', name: userName, address })
  const release = async (hashes: readonly (string | null)[]): Promise<void> => {
    for (const hash of hashes)
      if (hash !== null && hash !== '')
        await files
          .release(hash)
          .catch((error: unknown) => journal.failed("Couldn't delete an old logo", error))
  }

  const swap = async (hashes: Hashes): Promise<readonly (string | null)[]> => {
    let old: readonly (string | null)[] = []
    await settingStore.edit('GlobalConfig', new Date(clock.now()), (stored) => {
      const before = sectionOf(stored, globalDefaults)
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

  // The old images are unreferenced already, so a failure concerns no caller.
  const settle = async (old: readonly (string | null)[]): Promise<void> => {
    try {
      await settings.changed()
    } finally {
      await release(old)
    }
  }

  return {
    async set(bytes: Buffer, caller: Author): Promise<void> {
      const old = await storeBoth(bytes)
      await settle(old)
      note('Logo changed', caller)
    },
    async remove(caller: Author): Promise<void> {
      const old = await swap({ logoHash: '', faviconHash: '' })
      await settle(old)
      note('Logo removed', caller)
    },
  }
}

export type Logo = ReturnType<typeof createLogo>
