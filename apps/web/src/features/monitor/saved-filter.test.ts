import { describe, expect, it } from 'vitest'
import { parseFilters, withFilter, withoutFilter } from './saved-filter.ts'

describe('saved filters', () => {
  it('have one of each name, the newest first', () => {
    const kept = withFilter(withFilter([], { name: 'Wrong', search: 'type=a' }), {
      name: 'Late',
      search: 'from=1',
    })
    expect(withFilter(kept, { name: ' Wrong ', search: 'type=b' })).toEqual([
      { name: 'Wrong', search: 'type=b' },
      { name: 'Late', search: 'from=1' },
    ])
    expect(withoutFilter(kept, 'Late')).toEqual([{ name: 'Wrong', search: 'type=a' }])
  })

  it('need a name', () => {
    expect(withFilter([], { name: '  ', search: 'type=a' })).toEqual([])
  })

  it('are read whatever stands there', () => {
    expect(parseFilters(null)).toEqual([])
    expect(parseFilters('nonsense')).toEqual([])
    expect(parseFilters('{"name":1}')).toEqual([])
    expect(parseFilters('[{"name":"a","search":"b"},{"name":3},null]')).toEqual([{ name: 'a', search: 'b' }])
  })
})
