import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createPullProgress, type PullLine } from './pull-progress.ts'

const at = (id: string, status: string, current?: number, total?: number): PullLine => ({
  id,
  status,
  progressDetail: {
    ...(current === undefined ? {} : { current }),
    ...(total === undefined ? {} : { total }),
  },
})

describe('the progress of a pull', () => {
  it('is unknown until a size is, then the share of all layers, loading and unpacking half each', () => {
    const { next } = createPullProgress()
    expect(next({ status: 'Pulling from x', id: '1' })).toBeNull()
    expect(next(at('a', 'Pulling fs layer'))).toBeNull()
    expect(next(at('b', 'Pulling fs layer'))).toBeNull()
    expect(next(at('c', 'Already exists'))).toBeNull()
    expect(next(at('a', 'Downloading', 100, 100))).toBe(0.25)
    expect(next(at('b', 'Downloading', 150, 300))).toBe((50 + 75) / 400)
    expect(next(at('a', 'Extracting', 50, 100))).toBe((75 + 75) / 400)
    expect(next(at('a', 'Pull complete'))).toBe((100 + 75) / 400)
    expect(next(at('b', 'Download complete'))).toBe((100 + 150) / 400)
    expect(next(at('b', 'Pull complete'))).toBe(1)
    expect(next({ status: 'Digest: sha256:x' })).toBe(1)
  })

  it('never falls and stays between 0 and 1, whatever the daemon says', () => {
    const line = fc.record(
      {
        id: fc.constantFrom('a', 'b', 'c'),
        status: fc.constantFrom(
          'Downloading',
          'Extracting',
          'Pull complete',
          'Waiting',
          'Already exists',
          'x',
        ),
        progressDetail: fc.record(
          { current: fc.nat(1_000), total: fc.integer({ min: -1, max: 500 }) },
          { requiredKeys: [] },
        ),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(fc.array(line, { maxLength: 40 }), (lines) => {
        const { next } = createPullProgress()
        let last = 0
        for (const each of lines) {
          const share = next(each)
          if (share === null) continue
          expect(share).toBeGreaterThanOrEqual(last)
          expect(share).toBeLessThanOrEqual(1)
          last = share
        }
      }),
    )
  })
})
