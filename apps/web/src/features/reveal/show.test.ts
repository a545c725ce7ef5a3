import { revealAt, revealOf } from '@pennant/rules/reveal/reveal'
import { describe, expect, it } from 'vitest'
import { rehearsal } from './rehearsal.ts'
import { actOfKey, afterAct, firstShow, mayTick, type Show } from './show.ts'

const input = rehearsal({ game: 'Game', team: (n) => `Team ${n}`, challenge: (n) => `Challenge ${n}` })
const steps = revealOf(input)

describe('the show', () => {
  it('goes on and back, and stays within its steps', () => {
    expect(afterAct(firstShow, 'back', steps).at).toBe(0)
    const end = { ...firstShow, at: steps.length }
    expect(afterAct(end, 'step', steps).at).toBe(steps.length + 1)
    expect(afterAct(afterAct(end, 'step', steps), 'step', steps).at).toBe(steps.length + 1)
    expect(afterAct(end, 'home', steps)).toMatchObject({ at: 0, auto: false })
  })

  it('runs by itself down to place 10, and from there waits before each place', () => {
    let show: Show = { ...firstShow, auto: true }
    const run = (): void => {
      while (mayTick(show, steps)) show = afterAct(show, 'tick', steps)
    }
    run()
    expect(revealAt(input, steps, show.at).settled).toBe(input.final.length - 10)
    for (let place = 9; place >= 0; place--) {
      show = afterAct(show, 'step', steps)
      run()
      expect(revealAt(input, steps, show.at).settled).toBe(input.final.length - place)
    }
    expect(show.at).toBe(steps.length)
  })

  it('changes how many places it waits at, and its pace from 0.5 to 5 s', () => {
    const waits = ['places', 'places', 'places', 'places'] as const
    let show = firstShow
    const seen = waits.map((act) => (show = afterAct(show, act, steps)).waitsFrom)
    expect(seen).toEqual([5, 3, 20, 10])
    for (let each = 0; each < 9; each++) show = afterAct(show, 'faster', steps)
    expect(show.paceMs).toBe(500)
    for (let each = 0; each < 9; each++) show = afterAct(show, 'slower', steps)
    expect(show.paceMs).toBe(5_000)
  })

  it('is led by the keys of a clicker', () => {
    expect(['PageDown', 'PageUp', ' ', 'A', 'N', 'x'].map(actOfKey)).toEqual([
      ...['step', 'back', 'step', 'auto', 'places', null],
    ])
  })
})
