import { describe, expect, it } from 'vitest'
import { addressWith, type BoardView, viewIn } from './address.ts'
import { packBoard } from './board.ts'
import { sampleAnswer } from './sample-answer.suite.ts'

const board = packBoard(sampleAnswer())
const view = (search: string) => viewIn(new URLSearchParams(search), board)
const address = (search: string, change: Parameters<typeof addressWith>[1]): string =>
  addressWith(new URLSearchParams(search), change).toString()

describe('the address of a view', () => {
  it('is as usual where it says nothing', () => {
    expect(view('')).toEqual({
      ...{ selection: 'all', text: '', sort: 'rank', category: null },
      ...{ timeline: false, team: null, compare: [], present: false },
    })
  })

  it('comes back as it was given', () => {
    const change: BoardView = {
      ...{ selection: 2, text: 'gu ll', sort: 'last', category: 'Web' },
      ...{ timeline: true, team: 11, compare: [11, 12], present: true },
    }
    expect(view(address('', change))).toEqual(change)
    expect(view(address('', { selection: 'unranked' })).selection).toBe('unranked')
  })

  it('passes over what is not on this board', () => {
    expect(view('division=9&category=AI&sort=shoe&team=x&compare=a-12-12--1')).toMatchObject({
      ...{ selection: 'all', category: null, sort: 'rank', team: null, compare: [12, 1] },
    })
    expect(view('compare=1-2-3-4-5').compare).toEqual([1, 2, 3, 4])
  })

  it('leaves out what is as usual, and keeps what is not its own', () => {
    expect(address('division=2&q=a&lng=de-DE', { selection: 'all', text: '' })).toBe('lng=de-DE')
    expect(address('team=3&compare=3', { team: null, compare: [] })).toBe('')
  })
})
