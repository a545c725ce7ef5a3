import { describe, expect, it } from 'vitest'
import { freezeAfter, freezeOfCopy, isFreezeInside, turnOfBoard } from './freeze-plan.ts'

const before = { start: 100, end: 200, freezeAt: 180 }

describe('a freeze', () => {
  it.each([
    [99, false],
    [100, true],
    [150, true],
    [200, true],
    [201, false],
  ])('at %i may be planned: %s', (at, may) => {
    expect(isFreezeInside(before, at)).toBe(may)
  })

  it.each([
    ['moves with the end until it has come', 150, { start: 100, end: 230 }, 210],
    ['moves to an earlier end, too', 150, { start: 100, end: 190 }, 170],
    ['never gets before the start', 150, { start: 185, end: 195 }, 185],
    ['stays once it has come', 180, { start: 100, end: 230 }, 180],
    ['is at most at the new end once it has come', 190, { start: 100, end: 170 }, 170],
  ])('%s', (_what, now, span, after) => {
    expect(freezeAfter(before, span, now)).toBe(after)
  })

  it('does not appear by itself', () => {
    expect(freezeAfter({ ...before, freezeAt: null }, { start: 1, end: 2 }, 0)).toBeNull()
    expect(freezeOfCopy({ ...before, freezeAt: null }, { start: 1, end: 2 })).toBeNull()
  })

  it('of a copy moves by the distance of the starts, within the game', () => {
    expect(freezeOfCopy(before, { start: 1_100, end: 1_200 })).toBe(1_180)
    expect(freezeOfCopy(before, { start: 1_100, end: 1_150 })).toBe(1_150)
  })
})

describe('a change of the freeze', () => {
  const now = 150
  const shown = (freezeAt: number | null, hidesBoard = false) => ({
    ...{ freezeAt, hidesBoard },
    resultsAt: null,
  })

  it('changes nothing that everyone sees once results are published', () => {
    const published = { ...shown(140), resultsAt: 145 }
    expect(turnOfBoard(published, { ...published, freezeAt: null }, now)).toBeNull()
    expect(turnOfBoard(published, { ...published, hidesBoard: true }, now)).toBeNull()
  })

  it.each([
    ['leaves the board alone while none has come', shown(null), shown(160, true), null],
    ['freezes it, from this moment on', shown(null), shown(150), 'freeze'],
    ['freezes it, from an earlier moment on', shown(160), shown(140), 'freeze'],
    ['thaws it', shown(140), shown(null), 'thaw'],
    ['thaws it until it comes again', shown(140), shown(160), 'thaw'],
    ['shows more of it', shown(130), shown(140), 'later'],
    ['shows less of it', shown(140), shown(130), 'earlier'],
    ['hides its teams', shown(140), shown(140, true), 'hide'],
    ['shows its teams', shown(140, true), shown(140), 'show'],
    ['is none', shown(140, true), shown(140, true), null],
  ] as const)('%s', (_, one, other, turn) => {
    expect(turnOfBoard(one, other, now)).toBe(turn)
  })
})
