import { describe, expect, it } from 'vitest'
import { PackageGame } from '@pennant/contract/package'
import { compileDocumentReader } from '../../kit/schema-reader.ts'
import { timeText } from './json.ts'

const document = compileDocumentReader(PackageGame)
const read = (endTime: unknown): number =>
  Date.parse(document({ title: 'x', startTime: '2026-04-01', endTime }, 'game.json').endTime)

describe('times in a package', () => {
  it.each([
    ['2026-04-01T08:00:00+08:00', Date.UTC(2026, 3, 1)],
    ['2026-04-01T08:00:00.1234567-02:30', Date.UTC(2026, 3, 1, 10, 30, 0, 123)],
    ['2026-04-01T08:00:00Z', Date.UTC(2026, 3, 1, 8)],
    ['2026-04-01T08:00', Date.UTC(2026, 3, 1, 8)],
    ['2026-04-01', Date.UTC(2026, 3, 1)],
    ['0001-01-01T00:00:00+00:00', -62_135_596_800_000],
    ['9999-12-31T23:59:59.9999999+00:00', 253_402_300_799_999],
  ])('%s is read', (value, ms) => expect(read(value)).toBe(ms))

  it.each([
    null,
    1_775_000_000_000,
    '',
    'now',
    '2026-02-30T00:00:00Z',
    '2026-13-01',
    '2026-04-01T25:00:00Z',
    '2026-04-01T08:00:00+8',
    '0001-01-01T00:00:00+14:00',
    '-000001-01-01T00:00:00Z',
  ])('%s is no time', (value) => expect(() => read(value)).toThrow('validation.date'))

  it('are written with their offset, and read as they were', () => {
    const at = new Date('2026-04-01T08:00:00.250Z')
    expect(timeText(at)).toBe('2026-04-01T08:00:00.250+00:00')
    expect(read(timeText(at))).toBe(at.getTime())
  })
})
