import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Kept, readKeep, superfluous, usualKeep } from './retention.ts'

const at = (text: string): number => Date.parse(`${text}Z`)
const backup = (time: string, isProven = true): Kept => ({ name: time, at: at(time), isProven })
const goes = (backups: Kept[], keep = usualKeep): string[] => superfluous(backups, keep).toSorted()

describe('backups that may go', () => {
  it('are all but the newest of each day, week, and month that counts', () => {
    const daily = Array.from({ length: 20 }, (_, index) =>
      backup(`2026-03-${String(index + 1).padStart(2, '0')}T04:00`),
    )
    // The 7 days 14 to 20; the weeks that end on the 15th, 8th, and 1st.
    expect(goes(daily)).toEqual(
      [2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13].map((day) => `2026-03-${String(day).padStart(2, '0')}T04:00`),
    )
    expect(goes([backup('2026-03-01T04:00'), backup('2026-03-01T05:00')])).toEqual(['2026-03-01T04:00'])
    const monthly = Array.from({ length: 9 }, (_, index) => backup(`2026-0${index + 1}-15T00:00`))
    expect(goes(monthly, { days: 0, weeks: 0, months: 6 })).toHaveLength(3)
  })

  it('begin a week on Monday', () => {
    const keep = { days: 0, weeks: 2, months: 0 }
    const [sunday, monday, next] = ['2026-03-01T12:00', '2026-03-02T00:00', '2026-03-09T00:00']
    expect(
      goes(
        [sunday, monday, next].map((time) => backup(time)),
        keep,
      ),
    ).toEqual([sunday])
  })

  it('are unproven rather than proven', () => {
    const [early, late] = ['2026-03-01T04:00', '2026-03-01T05:00']
    expect(goes([backup(early), backup(late, false)])).toEqual([late])
    expect(goes([backup(early, false), backup(late, false)])).toEqual([early])
  })

  it('are never the newest proven one, and never one that stays when others come', () => {
    const kept = fc.record({
      at: fc.integer({ min: 0, max: 4_000 }).map((hours) => hours * 3_600_000),
      isProven: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(kept, { maxLength: 60 }), (all) => {
        const backups = all.map((one, index) => ({ ...one, name: String(index) }))
        const gone = superfluous(backups, usualKeep)
        const left = backups.filter(({ name }) => !gone.includes(name))
        expect(left.some(({ isProven }) => isProven)).toBe(backups.some(({ isProven }) => isProven))
        expect(superfluous(left, usualKeep)).toEqual([])
      }),
    )
    expect(
      goes([backup('2020-01-01T00:00'), backup('2026-03-01T00:00', false)], { days: 0, weeks: 0, months: 0 }),
    ).toEqual(['2026-03-01T00:00'])
  })

  it('are counted as the argument says', () => {
    expect(readKeep('7d,4w,6m')).toEqual(usualKeep)
    expect(readKeep('3d')).toEqual({ days: 3, weeks: 0, months: 0 })
    for (const text of ['', '7', 'd', '7d,', '7d,3d', '7y', '-1d']) expect(readKeep(text), text).toBeNull()
  })
})
