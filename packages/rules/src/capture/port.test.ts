import { describe, expect, it } from 'vitest'
import { connectionPort, firstNumbers } from './port.ts'

const none = new Set<number>()
const portOf = (count: number, open: ReadonlySet<number> = none): number => connectionPort(count, open).port

describe('the port of a connection', () => {
  it('goes from 10002 up to 65000, and starts again at 10001', () => {
    expect([1, 2, 3].map((count) => portOf(count))).toEqual([10_002, 10_003, 10_004])
    expect([54_999, 55_000, 55_001].map((count) => portOf(count))).toEqual([65_000, 10_001, 10_002])
  })

  it('passes over those of connections that are open', () => {
    expect(connectionPort(55_000, new Set([10_001, 10_002]))).toEqual({ count: 55_002, port: 10_003 })
  })

  it('is found even when all are taken', () => {
    const all = new Set(Array.from({ length: 55_000 }, (_, index) => 10_001 + index))
    expect(all.has(portOf(7, all))).toBe(true)
  })

  it('counts from elsewhere when it comes round again', () => {
    expect(firstNumbers(1)).not.toEqual(firstNumbers(55_001))
    for (const count of [1, 2, 55_001, 2 ** 31])
      for (const number of Object.values(firstNumbers(count))) {
        expect(Number.isInteger(number)).toBe(true)
        expect(number).toBeGreaterThanOrEqual(0)
        expect(number).toBeLessThan(2 ** 32)
      }
  })
})
