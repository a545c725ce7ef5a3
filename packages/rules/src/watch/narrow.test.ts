import { describe, expect, it } from 'vitest'
import { narrow, type WatchedNames } from './narrow.ts'

const names: WatchedNames = {
  participations: new Map([
    [11, { id: 11, teamId: 1, teamName: 'Red Herrings' }],
    [12, { id: 12, teamId: 2, teamName: 'Blue Öre' }],
  ]),
  challenges: new Map([
    [5, { id: 5, title: 'Redirect' }],
    [6, { id: 6, title: '100% sure_thing' }],
  ]),
}

describe('what a list is narrowed to', () => {
  it('is nothing when nothing was asked for, or the empty text', () => {
    const wide = { team: null, user: null, challenge: null, from: null, to: null, search: null }
    expect(narrow(names, {})).toEqual(wide)
    expect(narrow(names, { search: '' })).toEqual(wide)
  })

  it('is a team by its participation, if it has one', () => {
    expect(narrow(names, { team: 2 }).team).toEqual({ id: 2, participations: [12] })
    expect(narrow(names, { team: 11 }).team).toEqual({ id: 11, participations: [] })
  })

  it('keeps bounds that are zero', () => {
    expect(narrow(names, { from: 0, to: 0, challenge: 0 })).toMatchObject({
      from: new Date(0),
      to: new Date(0),
      challenge: 0,
    })
  })

  it.each([
    ['red', '%red%', [11], [5]],
    ['ÖRE', '%ÖRE%', [12], []],
    ['100%', String.raw`%100\%%`, [], [6]],
    ['e_t', String.raw`%e\_t%`, [], [6]],
    ['\\', String.raw`%\\%`, [], []],
  ])('looks for %s in names, whatever the case, and takes no sign of it for a joker', (...expected) => {
    const [search, pattern, participations, challenges] = expected
    expect(narrow(names, { search }).search).toEqual({ pattern, participations, challenges })
  })
})
