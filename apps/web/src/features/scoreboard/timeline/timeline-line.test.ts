import { describe, expect, it } from 'vitest'
import { packBoard } from '../board.ts'
import { sampleAnswer } from '../sample-answer.suite.ts'
import { timelineLines } from './timeline-line.ts'

const board = packBoard(sampleAnswer())
const idOf = (name: string): number => board.teams.find((team) => team.name === name)?.id ?? 0
const without = (id: number) => ({
  ...board,
  timelines: board.timelines.map((timeline) => ({
    ...timeline,
    teams: timeline.teams.filter((team) => team.id !== id),
  })),
})

describe('the lines of the timeline', () => {
  it('are those of the best, with the own one marked among them', () => {
    const lines = timelineLines(board, 'all', idOf('Terns'))
    expect(lines.filter(({ own }) => own).map(({ name, apart }) => ({ name, apart }))).toEqual([
      { name: 'Terns', apart: false },
    ])
    expect(lines.map(({ label }) => label)).toEqual(lines.map((_, at) => String(at + 1)))
  })

  it('end with the own one where it is not among the best, just as the server would draw it', () => {
    const drawn = timelineLines(board, 'all', null).find(({ name }) => name === 'Terns')
    const team = board.teams.find(({ name }) => name === 'Terns')
    const last = timelineLines(without(idOf('Terns')), 'all', idOf('Terns')).at(-1)
    expect(last).toEqual({ ...drawn, label: String(team?.rank), own: true, apart: true })
    expect(last?.items.length).toBeGreaterThan(0)
  })

  it('have the own one in its own division alone, and only once it has solved something', () => {
    const gulls = idOf('Gulls')
    expect(timelineLines(without(gulls), 1, gulls).at(-1)).toMatchObject({ id: gulls, apart: true })
    expect(timelineLines(without(gulls), 2, gulls).some(({ own }) => own)).toBe(false)
    expect(timelineLines(board, 'all', idOf('Kelp')).some(({ own }) => own)).toBe(false)
  })

  it('have the own one without a place where it is not ranked', () => {
    const guest = idOf('Ärger')
    expect(timelineLines(board, 'all', guest).at(-1)).toMatchObject({ id: guest, label: '–', apart: true })
  })
})
