import { describe, expect, it } from 'vitest'
import { compare } from './compare.ts'
import type { RehearsalFigures } from './figures.ts'

const latency = (p99Ms: number) => ({ count: 1000, p50Ms: 10, p99Ms, longestMs: 2 * p99Ms })
const size = { teams: 200, players: 400, burst: 20, instances: 0, oneAddress: false }
const figures: RehearsalFigures = {
  pages: latency(500),
  submissions: latency(100),
  news: null,
  instances: { asked: 100, within60s: 98, within180s: 100, refusedForQuota: 0 },
  answers: { requests: 1000, failed: 0, lost: 0, refused: 0, unexpected: 0 },
  generator: { processor: 0.1, line: 0.1 },
  left: [],
}
const changes = (changed: Partial<RehearsalFigures>) =>
  compare({ size, figures }, { size, figures: { ...figures, ...changed } })
    .figures.filter(({ change }) => change !== 'same')
    .map(({ measure, before, now, change }) => [measure, before, now, change])

describe('a rehearsal compared with the one before', () => {
  it('is the same within a tenth, or within 20 ms of quick answers', () => {
    expect(changes({})).toEqual([])
    expect(changes({ pages: latency(550), submissions: latency(120) })).toEqual([])
  })

  it('is better or worse beyond that', () => {
    expect(changes({ pages: latency(551), submissions: latency(79) })).toEqual([
      ['pages', 500, 551, 'worse'],
      ['submissions', 100, 79, 'better'],
    ])
  })

  it('counts every error and refusal', () => {
    expect(changes({ answers: { ...figures.answers, failed: 1, refused: 2 } })).toEqual([
      ['failed', 0, 1, 'worse'],
      ['refused', 0, 2, 'worse'],
    ])
  })

  it('compares shares of instances, and only what both have measured', () => {
    const late = { asked: 50, within60s: 45, within180s: 50, refusedForQuota: 0 }
    expect(changes({ instances: late, news: { ...latency(9000), missed: 0 } })).toEqual([
      ['instances', expect.closeTo(0.02), expect.closeTo(0.1), 'worse'],
    ])
    expect(changes({ instances: null, pages: null })).toEqual([])
  })

  it('says whether the size was the same', () => {
    const sameSize = (other: Partial<typeof size>) =>
      compare({ size, figures }, { size: { ...size, ...other }, figures }).sameSize
    expect([sameSize({}), sameSize({ teams: 201 }), sameSize({ oneAddress: true })]).toEqual([
      true,
      false,
      false,
    ])
  })
})
