import { statfs } from 'node:fs/promises'

// The rest is reserved, above all for the database.
const keptFreeBytes = 256 * 1024 * 1024
const keptFreeShare = 0.05

export class NoRoom extends Error {
  override name = 'NoRoom'

  constructor() {
    super('there is too little room on the disk')
  }
}

export type Room = {
  isScarce(bytes?: number): Promise<boolean>
  /** Throws `NoRoom` when `bytes` would take what is reserved. */
  spend<T>(bytes: number, work: () => Promise<T>): Promise<T>
}

export const createRoom = (folder: string): Room => {
  // Writes in progress, which the disk may not show yet.
  let underWay = 0

  const isScarce = async (bytes = 0): Promise<boolean> => {
    const room = await statfs(folder).catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
      throw error
    })
    if (room === null) return false
    const { bavail, blocks, bsize } = room
    return bavail * bsize - bytes < Math.min(keptFreeBytes, blocks * bsize * keptFreeShare)
  }

  return {
    isScarce,
    async spend(bytes, work) {
      underWay += bytes
      try {
        if (await isScarce(underWay)) throw new NoRoom()
        return await work()
      } finally {
        underWay -= bytes
      }
    },
  }
}

export const boundless: Room = { isScarce: async () => false, spend: (_bytes, work) => work() }
