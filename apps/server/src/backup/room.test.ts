import { describe, expect, it } from 'vitest'
import { expectRoomFor, lackingRoom } from './room.ts'

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
