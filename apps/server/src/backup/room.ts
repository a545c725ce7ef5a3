import { statfs } from 'node:fs/promises'
import { StartFault } from '../kit/start-fault.ts'
import type { Manifest } from './manifest.ts'

/** An empty PostgreSQL, and for each byte of text its row, its indexes, and its log. */
const emptyDatabase = 150_000_000
const bytesForText = 4

/** Why a database for the proof doesn't fit. Null: it fits. */
export const lackingRoom = ({ tables }: Pick<Manifest, 'tables'>, free: number): string | null => {
  const needed = emptyDatabase + bytesForText * tables.reduce((sum, { bytes }) => sum + bytes, 0)
  if (free >= needed) return null
  return `The proof needs ${needed} bytes in the folder for temporary files, which has ${free} free. Set TMPDIR to another folder.`
}

/** What everything else on the disk may need. */
const leftFree = 1_000_000_000

export type Room = {
  /** Null: nobody knows, as of a bucket. */
  free: number | null
  isTemporary: boolean
}

export class NoRoom extends Error {
  override readonly name = 'NoRoom'
  readonly isTemporary: boolean

  constructor(bytes: number, free: number, isTemporary: boolean) {
    const place = isTemporary ? 'folder for temporary files' : 'disk'
    super(`A backup of ${bytes} bytes would fill the ${place}, which has ${free} free.`)
    this.isTemporary = isTemporary
  }
}

/** Throws if one of them would be full. */
export const expectLeft = (bytes: number, rooms: readonly Room[]): void => {
  for (const { free, isTemporary } of rooms)
    if (free !== null && free < bytes + leftFree) throw new NoRoom(bytes, free, isTemporary)
}

/** Throws unless a copy of a backup fits. */
export const expectRoomFor = async (bytes: number, folder: string): Promise<void> => {
  const free = await freeIn(folder)
  if (free < bytes)
    throw new StartFault(
      `The backup has ${bytes} bytes, and the folder for temporary files has ${free} free. Set TMPDIR to another folder.`,
    )
}

/** Of a folder that may be in memory: many systems keep temporary files there. */
export const freeIn = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
