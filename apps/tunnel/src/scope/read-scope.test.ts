import { describe, expect, it } from 'vitest'
import { readFacts } from './read-scope.ts'

const host = 'https://ctf.example'
const whole = { host: 'IN_HEADER', name: 'Harbour', state: 'pending', features: ['basic'] }

describe('what a site says of itself', () => {
  it('is its name, its features and their settings', () => {
    const settings = { pingfall: { status: [404], drop_unknown: true }, basic: {}, other: 1 }
    expect(readFacts({ ...whole, features: ['pingfall', 'basic', 'flying'], settings }, host)).toEqual({
      value: {
        name: 'Harbour',
        features: ['basic', 'pingfall'],
        settings: { pingfall: { status: [404], drop_unknown: true } },
      },
    })
  })

  it('has the origin for a name if it gives none', () => {
    expect(readFacts({ ...whole, name: '  ' }, host)).toEqual({
      value: { name: host, features: ['basic'], settings: {} },
    })
  })

  it.each(['host', 'name', 'state', 'features'])('must have %s', (field) => {
    expect(readFacts({ ...whole, [field]: undefined }, host)).toEqual({ fault: `missing field \`${field}\`` })
  })

  it.each([
    { state: 'open' },
    { name: 3 },
    { features: 'basic' },
    { features: [1] },
    { settings: [] },
    { host: 1 },
  ])('is not understood with %j', (wrong) =>
    expect(readFacts({ ...whole, ...wrong }, host)).toHaveProperty('fault'),
  )

  it.each([null, [], 'text', 3])('is not %j', (body) => expect(readFacts(body, host)).toHaveProperty('fault'))

  it.each([
    null,
    {},
    { status: [404] },
    { status: 404, drop_unknown: true },
    { status: ['x'], drop_unknown: true },
  ])('closes at every bad answer when pingfall is set to %j', (pingfall) =>
    expect(readFacts({ ...whole, settings: { pingfall } }, host)).toMatchObject({
      value: { settings: { pingfall: { status: [], drop_unknown: false } } },
    }),
  )

  it('shows nothing a terminal would obey', () => {
    expect(readFacts({ ...whole, name: '\u{1b}[2Jx' }, host)).toMatchObject({
      value: { name: '\u{fffd}[2Jx' },
    })
  })
})
