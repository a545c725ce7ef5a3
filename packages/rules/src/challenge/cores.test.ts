import { describe, expect, it } from 'vitest'
import { coresOf, tenthsOf } from './container.ts'

describe('cores', () => {
  it('are ten times what the wire counts', () => {
    expect([1, 5, 10, 25].map(coresOf)).toEqual([0.1, 0.5, 1, 2.5])
  })

  it('become whole tenths', () => {
    expect([0.1, 0.3, 0.7, 1.1, 2].map(tenthsOf)).toEqual([1, 3, 7, 11, 20])
  })
})
