import type { WriteupInfo } from '@pennant/contract/writeup'
import { describe, expect, it } from 'vitest'
import { markOf, neighborsOf, parseMarks, writeupsShown } from './writeup-list.ts'

const writeup = (
  id: number,
  name: string,
  uploadTimeUtc: number,
  divisionId: number | null = null,
): WriteupInfo => ({
  id,
  team: { id: id + 100, name, bio: null, avatar: null, locked: true },
  url: `/assets/x/${id}.pdf`,
  uploadTimeUtc,
  divisionId,
})
const all = [writeup(1, 'Urchins', 10), writeup(2, 'Crabs', 30, 7), writeup(3, 'Eels', 20)]
const everything = { text: '', division: null, unread: false }
const ids = (view: Partial<typeof everything> & object, read = new Set<string>()): number[] =>
  writeupsShown(all, { ...everything, ...view }, read).map(({ id }) => id)

describe('the list of write-ups', () => {
  it('begins with the newest', () => {
    expect(ids({})).toEqual([2, 3, 1])
  })

  it('is searched and filtered', () => {
    expect(ids({ text: 'CRAB' })).toEqual([2])
    expect(ids({ text: '#103' })).toEqual([3])
    expect(writeupsShown(all, { ...everything, division: 7 }, new Set()).map(({ id }) => id)).toEqual([2])
    expect(writeupsShown(all, { ...everything, division: 'none' }, new Set()).map(({ id }) => id)).toEqual([
      3, 1,
    ])
  })

  it('forgets that one was read when another is handed in', () => {
    const read = new Set([
      markOf(all[0] ?? { id: 0, uploadTimeUtc: 0 }),
      markOf({ id: 2, uploadTimeUtc: 29 }),
    ])
    expect(ids({ unread: true }, read)).toEqual([2, 3])
  })

  it('knows what comes before and after', () => {
    const shown = writeupsShown(all, everything, new Set())
    expect(neighborsOf(shown, 3)).toMatchObject({ previous: { id: 2 }, next: { id: 1 } })
    expect(neighborsOf(shown, 1)).toMatchObject({ previous: { id: 3 }, next: null })
    expect(neighborsOf(shown, null)).toMatchObject({ previous: null, next: { id: 2 } })
  })
})

it('marks are read whatever stands there', () => {
  expect(parseMarks(null).size).toBe(0)
  expect(parseMarks('nonsense').size).toBe(0)
  expect([...parseMarks('["1 10",3]')]).toEqual(['1 10'])
})
