import type { ContainerInstance } from '@pennant/contract/instance'
import { describe, expect, it } from 'vitest'
import { choicesOf, endsSoon, shownOf } from './instance-list.ts'

const instance = (name: string, team: number, challenge: number | null, stop: number): ContainerInstance => ({
  team: { id: team, name: `Team ${team}`, avatar: null },
  challenge: challenge === null ? null : { id: challenge, title: `Challenge ${challenge}`, category: 'Web' },
  image: 'echo',
  containerGuid: name,
  containerId: name,
  startedAt: -stop,
  expectStopAt: stop,
  ip: '127.0.0.1',
  port: 1,
})
const all = [instance('a', 2, 7, 30), instance('b', 1, 7, 10), instance('c', 2, null, 20)]
const names = (list: readonly ContainerInstance[]): string[] => list.map(({ containerGuid }) => containerGuid)
const none = { team: '', challenge: '', sort: 'stops', descending: false } as const

describe('the instances shown', () => {
  it('are in the order in which they stop, or the other way round', () => {
    expect(names(shownOf(all, none))).toEqual(['b', 'c', 'a'])
    expect(names(shownOf(all, { ...none, descending: true }))).toEqual(['a', 'c', 'b'])
    expect(names(shownOf(all, { ...none, sort: 'started' }))).toEqual(['a', 'c', 'b'])
  })

  it('are those of a team and of a challenge', () => {
    expect(names(shownOf(all, { ...none, team: '2' }))).toEqual(['c', 'a'])
    expect(names(shownOf(all, { ...none, team: '2', challenge: '7' }))).toEqual(['a'])
  })
})

it('offers each team and each challenge once', () => {
  expect(choicesOf(all)).toEqual({
    teams: [
      { value: '1', label: 'Team 1' },
      { value: '2', label: 'Team 2' },
    ],
    challenges: [{ value: '7', label: 'Challenge 7' }],
  })
})

it('marks what ends within the renewal window', () => {
  expect(endsSoon(600_000, 0, 10)).toBe(true)
  expect(endsSoon(600_001, 0, 10)).toBe(false)
})
