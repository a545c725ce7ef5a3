import { describe, expect, it } from 'vitest'
import { readOptions } from './options.mjs'
import { slicedBy, timeFor, whyTooLate } from './run.mjs'
import { inTurn, type Suite, suites } from './table.mjs'

const names = (...args: string[]): string[] | string => {
  const options = readOptions(args)
  return 'fault' in options ? options.fault : options.chosen.map(({ name }) => name)
}
const plain = ['check', 'unit', 'server', 'docker', 'ops', 'cluster', 'e2e']
const breadth = [
  ...[
    'server-postgres',
    'server-node24-slice',
    'ops-node24-slice',
    'unit-more',
    'server-more',
    'cluster-more',
    'docker-more',
    'ops-more',
    'e2e-more',
  ],
  ...['ops', 'cluster', 'e2e', 'server', 'unit'].map((name) => `${name}-all`),
  ...['soak', 'kills'],
]

describe('choosing suites', () => {
  it('takes those of every day when nothing is asked for', () => {
    expect(names()).toEqual(plain)
  })

  it('adds the breadth for all, and takes what needs a night alone', () => {
    expect(names('--all')).toEqual([...plain, ...breadth])
    expect(names('--long')).toEqual(expect.arrayContaining(['server-node24', 'ops-long', 'unit-long']))
    expect(names('--long')).not.toContain('ops')
  })

  it('takes what is named, once and in their order', () => {
    expect(names('--only', 'server')).toEqual(['server'])
    expect(names('--only=ops,unit')).toEqual(['unit', 'ops'])
    expect(names('--only', 'e2e', '--all', '--only', 'server-postgres')).toEqual(['e2e', 'server-postgres'])
  })

  it('names the choices when it does not know one', () => {
    expect(names('--only', 'serve')).toMatch(/no suite serve.*check, unit, server/)
    for (const args of [
      ['--fast'],
      ['--only'],
      ['--shard', '4/3'],
      ['--shard=0/3'],
      ['--repeat', 'often'],
      ['--minutes', '0'],
    ])
      expect(names(...args)).toMatch(/not understood/)
  })

  it('reads figures', () => {
    expect(readOptions(['--shard', '2/3', '--minutes=70'])).toMatchObject({
      shard: { index: 2, count: 3 },
      minutes: 70,
      repeat: null,
    })
    expect(readOptions(['--only', 'unit', '--repeat', '20'])).toMatchObject({ repeat: 20, minutes: null })
    expect(readOptions(['--only', 'unit', '--files', 'relay,lock'])).toMatchObject({
      patterns: ['relay', 'lock'],
    })
    expect(readOptions(['--keep-times'])).toMatchObject({ keepTimes: true, keepRepeats: false })
    expect(readOptions(['--only', 'unit', '--repeat=5', '--keep-repeats'])).toMatchObject({
      keepRepeats: true,
    })
  })

  it('refuses what makes no sense together', () => {
    expect(names('--repeat', '20')).toMatch(/check is none/)
    expect(names('--keep-times', '--shard', '1/2')).toMatch(/plain run/)
    expect(names('--keep-times', '--files', 'relay')).toMatch(/plain run/)
    expect(names('--only', 'unit', '--keep-repeats')).toMatch(/how often to repeat/)
  })
})

describe('the breadth', () => {
  const suite = (name: string): Suite => {
    const found = suites.find((one) => one.name === name)
    if (!found) throw new Error(`no suite ${name}`)
    return found
  }

  it('begins with the most valuable one, and each other one comes second some day', () => {
    const ordered = (commit: string): string[] =>
      inTurn(
        breadth.map((name) => suite(name)),
        commit,
      ).map(({ name }) => name)
    const days = Array.from({ length: breadth.length - 1 }, (_, day) =>
      ordered(`${day.toString(16).padStart(8, '0')}ffff`),
    )
    for (const day of days) {
      expect(day[0]).toBe('server-postgres')
      expect(day.toSorted()).toEqual(breadth.toSorted())
    }
    expect(days.map((day) => day[1] ?? '').toSorted()).toEqual(breadth.slice(1).toSorted())
    expect(ordered('')).toEqual(breadth)
  })

  it('is not begun for less than a minute; what everybody needs is begun in any case', () => {
    expect(whyTooLate(suite('server-postgres'), 60)).toBeUndefined()
    expect(whyTooLate(suite('server-postgres'), 59)).toBe('the time is up: 59 seconds are left')
    expect(whyTooLate(suite('ops-all'), -5)).toBe('the time is up: 0 seconds are left')
    expect(whyTooLate(suite('ops-all'), Infinity)).toBeUndefined()
    expect(whyTooLate(suite('e2e'), 1)).toBeUndefined()
  })

  it('may be unfinished when the time of the run is up, but not when it hangs', () => {
    const time = (name: string, leftMs: number) => timeFor(suite(name), { leftMs, known: 100, commit: '' })
    expect(time('ops-all', 90_000)).toMatchObject({ withinMs: 90_000, mayBeUnfinished: true })
    expect(time('ops-all', Infinity)).toMatchObject({ withinMs: 45 * 60_000, mayBeUnfinished: false })
    expect(time('ops', 90_000)).toMatchObject({ withinMs: 90_000, mayBeUnfinished: false })
    expect(time('ops', -1)).toMatchObject({ withinMs: 1_000, mayBeUnfinished: false })
    expect(time('soak-long', Infinity)).toMatchObject({ withinMs: 90 * 60_000, mayBeUnfinished: false })
  })

  it('has slices that reach every file, each with another hash', () => {
    const pieces = ['a', 'b', 'c', 'd', 'e'].map((file) => ({ suite: 'server', file }))
    const slices = ['0', '1', '2'].map((digit) =>
      slicedBy(pieces, 3, digit.padStart(8, '0')).map(({ file }) => file),
    )
    expect(slices).toEqual([['a', 'd'], ['b', 'e'], ['c']])
    expect(slicedBy(pieces, 3, '')).toEqual(slicedBy(pieces, 3, '00000000'))
    expect(suite('server-node24-slice')).toMatchObject({
      slices: 8,
      isBreadth: true,
      node: suite('server-node24').node,
    })
  })

  it('takes its files in an order of the commit when its time may be too short', () => {
    const seed = (known: number, leftMs: number, name = 'ops-all') =>
      timeFor(suite(name), { leftMs, known, commit: '0000000b1' }).seed
    expect(seed(100, 90_000)).toBe(11)
    expect(seed(0, 90_000)).toBe(11)
    expect(seed(80, 90_000)).toBeUndefined()
    expect(seed(0, Infinity)).toBeUndefined()
    expect(seed(100, 90_000, 'ops')).toBeUndefined()
  })
})
