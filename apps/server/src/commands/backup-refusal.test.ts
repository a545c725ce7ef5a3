import { expect, it } from 'vitest'
import { NoRoom } from '../backup/room.ts'
import { backupRefusal } from './backup-refusal.ts'

it('names the place that is short of room, and how to set another', () => {
  expect(backupRefusal(new NoRoom(5, 4, true), '/srv')).toMatchObject({
    exit: 4,
    finding: { code: 'temporary.full', remedy: expect.stringContaining('TMPDIR') },
  })
  expect(backupRefusal(new NoRoom(5, 4, false), '/srv')).toMatchObject({
    exit: 4,
    finding: { code: 'disk.full', remedy: expect.stringContaining('backup.to') },
  })
})

it('leaves other errors as they are', () => {
  const other = new Error('other')
  expect(backupRefusal(other, '/srv')).toBe(other)
})
