import { describe, expect, it } from 'vitest'
import { isBackupDue } from './schedule.ts'

const [minute, hour] = [60_000, 3_600_000]
const day = 24 * hour
const noon = Date.parse('2026-03-01T12:00Z')

describe('the backup that a server makes', () => {
  it('is due after as many hours as are set', () => {
    expect(isBackupDue(noon, noon - day + 1, day, [])).toBe(false)
    expect(isBackupDue(noon, noon - day, day, [])).toBe(true)
  })

  it('is due every hour while a game runs, or more often if that is set', () => {
    const running = [{ start: noon - day, end: noon + 1 }]
    expect(isBackupDue(noon, noon - hour, day, running)).toBe(true)
    expect(isBackupDue(noon, noon - hour + 1, day, running)).toBe(false)
    expect(isBackupDue(noon, noon - hour, day, [{ start: noon - day, end: noon }])).toBe(false)
    expect(isBackupDue(noon, noon - hour, day, [{ start: noon + day, end: noon + 2 * day }])).toBe(false)
  })

  it('is due once in the 15 minutes before a start', () => {
    const start = noon + 15 * minute
    const soon = [{ start, end: start + day }]
    expect(isBackupDue(noon - 1, noon - hour, day, soon)).toBe(false)
    expect(isBackupDue(noon, noon - 1, day, soon)).toBe(true)
    expect(isBackupDue(noon + minute, noon, day, soon)).toBe(false)
    expect(isBackupDue(start - 1, noon - 1, day, soon)).toBe(true)
    expect(isBackupDue(start, noon - 1, day, soon)).toBe(false)
  })
})
