import { statfs } from 'node:fs/promises'

// The rest is reserved, above all for the database.
const keptFreeBytes = 256 * 1024 * 1024
const keptFreeShare = 0.05

export class NoDiskSpace extends Error {
  override name = 'NoDiskSpace'

  constructor() {
    super('there is too little room on the disk')
  }
}

export type DiskSpace = {
  isScarce(bytes?: number): Promise<boolean>
  /** Throws `NoRoom` when `bytes` would take what is reserved. */
  spend<T>(bytes: number, work: () => Promise<T>): Promise<T>
}

export const createDiskSpace = (folder: string): DiskSpace => {
  // Writes in progress, which the disk may not show yet.
  let underWay = 0

  const isScarce = async (bytes = 0): Promise<boolean> => {
    const diskSpace = await statfs(folder).catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
      throw error
    })
    if (diskSpace === null) return false
    const { bavail, blocks, bsize } = diskSpace
    return bavail * bsize - bytes < Math.min(keptFreeBytes, blocks * bsize * keptFreeShare)
  }

  return {
    isScarce,
    async spend(bytes, work) {
      underWay += bytes
      try {
        if (await isScarce(underWay)) throw new NoDiskSpace()
        return await work()
      } finally {
        underWay -= bytes
      }
    },
  }
}

export const unlimitedSpace: DiskSpace = { isScarce: async () => false, spend: (_bytes, work) => work() }
