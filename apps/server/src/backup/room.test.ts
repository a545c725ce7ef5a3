import { describe, expect, it } from 'vitest'
import { expectLeft, expectRoomFor, lackingRoom } from './room.ts'

const table = (bytes: number) => ({ name: 'user', columns: ['id'], rows: 1, bytes, sha256: '0'.repeat(64) })

describe('the room that a proof needs', () => {
  it('is that of an empty database, and four times the rows', () => {
    const manifest = { tables: [table(10_000_000), table(90_000_000)] }
    expect(lackingRoom(manifest, 550_000_000)).toBeNull()
    expect(lackingRoom(manifest, 549_999_999)).toMatch(/needs 550000000 bytes .* 549999999 free.*TMPDIR/)
    expect(lackingRoom({ tables: [] }, 64_000_000)).not.toBeNull()
  })

  it('is that of a copy, where one is needed', async () => {
    await expectRoomFor(1, import.meta.dirname)
    await expect(expectRoomFor(1e15, import.meta.dirname)).rejects.toThrow(/1000000000000000 bytes.*TMPDIR/)
  })
})

describe('the room that a backup needs', () => {
  it('is its size and a gigabyte, in each place, and the one that is short is named', () => {
    const [target, temporary] = [
      (free: number | null) => ({ free, isTemporary: false }),
      (free: number | null) => ({ free, isTemporary: true }),
    ]
    expect(() => expectLeft(5e9, [temporary(6e9), target(6e9)])).not.toThrow()
    expect(() => expectLeft(5e9, [temporary(6e9), target(null)])).not.toThrow()
    expect(() => expectLeft(5e9, [temporary(6e9), target(6e9 - 1)])).toThrow(
      'A backup of 5000000000 bytes would fill the disk, which has 5999999999 free.',
    )
    expect(() => expectLeft(5e9, [temporary(2e9), target(9e9)])).toThrow(
      'A backup of 5000000000 bytes would fill the folder for temporary files, which has 2000000000 free.',
    )
  })
})
