import { statfs } from 'node:fs/promises'

/** The rest is kept for what must not stop, the database first of all. */
const keptFreeBytes = 256 * 1024 * 1024
const keptFreeShare = 0.05

export class NoRoom extends Error {
  override name = 'NoRoom'

  constructor() {
    super('there is too little room on the disk')
  }
}

/** The disk that a folder is on, of which a part is left to others. */
export type Room = {
  /** Whether no further `bytes` are to be written. */
  isScarce(bytes?: number): Promise<boolean>
  /** Does `work`, which writes so many bytes; throws `NoRoom` when they would take what is left to others. */
  spend<T>(bytes: number, work: () => Promise<T>): Promise<T>
}

export const createRoom = (folder: string): Room => {
  /** What others are just writing, which the disk may not show yet. */
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

/** A bucket says nothing of its room. */
export const boundless: Room = { isScarce: async () => false, spend: (_bytes, work) => work() }
