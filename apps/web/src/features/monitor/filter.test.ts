import { describe, expect, it } from 'vitest'
import { addressOf, filterIn, isEmpty, nothing, queryOf } from './filter.ts'

const types = ['Accepted', 'WrongAnswer'] as const
const read = (search: string) => {
  const params = new URLSearchParams(search)
  return filterIn((name) => params.get(name) ?? '', types)
}
const user = '0198c0de-0000-7000-8000-00000000002a'

describe('a filter', () => {
  it('is read from an address', () => {
    expect(
      read(`team=3&user=${user}&challenge=14&type=WrongAnswer&from=1000&to=2000&q=flag&quiet=1`),
    ).toEqual({
      team: 3,
      user,
      challenge: 14,
      type: 'WrongAnswer',
      from: 1000,
      to: 2000,
      text: 'flag',
      quiet: true,
    })
  })

  it('takes nothing from an address that makes no sense', () => {
    const filter = read('team=-1&user=me&challenge=x&type=Best&from=now&to=1e9')
    expect(isEmpty(filter)).toBe(true)
  })

  it('comes back from the address it was written to', () => {
    const filter = read(`team=3&user=${user}&type=Accepted&from=1&q=a%26b&quiet=1`)
    const params = new URLSearchParams()
    for (const [name, value] of Object.entries(addressOf(filter)))
      if (value !== null && value !== '') params.set(name, String(value))
    expect(read(params.toString())).toEqual(filter)
    expect(Object.keys(nothing).toSorted()).toEqual(Object.keys(addressOf(filter)).toSorted())
  })

  it('asks for what is set alone, and never past the moment that the list is held at', () => {
    expect(queryOf(read(''), 500)).toEqual({ to: 500, detail: true })
    expect(queryOf(read('to=400&q=%20x%20'), 500)).toEqual({ to: 400, search: 'x', detail: true })
    expect(queryOf(read('to=600'), 500).to).toBe(500)
  })
})
