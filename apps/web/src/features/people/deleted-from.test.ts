import { describe, expect, it } from 'vitest'
import { deletedFrom } from './deleted-from.ts'

const game = (id: number, start: number) => ({ id, title: `Game ${id}`, start, status: 'Accepted' as const })
const team = (id: number, games?: ReturnType<typeof game>[]) => ({
  id,
  ...(games === undefined ? {} : { games }),
})

describe('the games that teams about to be deleted are in', () => {
  it('are those that have begun, each with its teams', () => {
    const [one, two, later] = [game(1, 100), game(2, 200), game(3, 300)]
    expect(deletedFrom([team(11, [two, one]), team(12, [one, later]), team(13)], 200)).toEqual([
      { ...two, teamIds: [11] },
      { ...one, teamIds: [11, 12] },
    ])
  })

  it('are none for teams that have played nowhere', () => {
    expect(deletedFrom([team(11, []), team(12)], 1000)).toEqual([])
  })
})
