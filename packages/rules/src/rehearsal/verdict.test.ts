import { describe, expect, it } from 'vitest'
import type { RehearsalFigures } from './figures.ts'
import { shortfallsOf, verdictOf } from './verdict.ts'

const latency = (p99Ms: number) => ({ count: 1000, p50Ms: 10, p99Ms, longestMs: 2 * p99Ms })
const answers = { requests: 1000, failed: 0, lost: 0, refused: 0, unexpected: 0 }
const instances = (within60s: number, within180s: number, asked = 100) => ({
  asked,
  within60s,
  within180s,
  refusedForQuota: 0,
})
const fine: RehearsalFigures = {
  pages: latency(999),
  submissions: latency(499),
  news: { ...latency(1499), missed: 0 },
  instances: instances(95, 95),
  answers,
  generator: { processor: 0.8, line: 0.9 },
  left: [],
}
const judged = (changes: Partial<RehearsalFigures>) => {
  const shortfalls = shortfallsOf({ ...fine, ...changes })
  return [verdictOf(shortfalls), ...shortfalls.map(({ measure }) => measure)]
}

describe('the verdict on a rehearsal', () => {
  it.each<[string, Partial<RehearsalFigures>, string[]]>([
    ['all just within the limits', {}, ['green']],
    ['nothing measured', { pages: null, submissions: null, news: null, instances: null }, ['green']],
    ['no instances asked for', { instances: instances(0, 0, 0) }, ['green']],
    ['slow pages', { pages: latency(1000) }, ['yellow', 'pages']],
    ['pages just before red', { pages: latency(1999) }, ['yellow', 'pages']],
    ['very slow pages', { pages: latency(2000) }, ['red', 'pages']],
    ['slow submissions', { submissions: latency(500) }, ['yellow', 'submissions']],
    ['very slow submissions', { submissions: latency(1000) }, ['red', 'submissions']],
    ['late news', { news: { ...latency(60_000), missed: 0 } }, ['yellow', 'news']],
    ['news that never came', { news: { ...latency(1), missed: 1 } }, ['red', 'missed']],
    ['instances after a minute', { instances: instances(94, 95) }, ['yellow', 'instances']],
    ['instances after three minutes', { instances: instances(94, 94) }, ['red', 'instances']],
    ['a refusal', { answers: { ...answers, refused: 1 } }, ['yellow', 'refused']],
    ['an error of the server', { answers: { ...answers, failed: 1 } }, ['red', 'failed']],
    ['a lost connection', { answers: { ...answers, lost: 1 } }, ['red', 'lost']],
    ['another status', { answers: { ...answers, unexpected: 1 } }, ['red', 'unexpected']],
    ['something left behind', { left: ['user r-1'] }, ['red', 'left']],
    ['a busy generator', { generator: { processor: 0.81, line: 0 } }, ['inconclusive', 'processor']],
    ['a full line', { generator: { processor: 0, line: 0.91 } }, ['inconclusive', 'line']],
  ])('%s', (_what, changes, expected) => {
    expect(judged(changes)).toEqual(expected)
  })

  it('says nothing about waiting times that a busy generator may have caused', () => {
    const busy = { generator: { processor: 1, line: 0 } }
    const slow = { pages: latency(9000), answers: { ...answers, lost: 3 } }
    expect(judged({ ...busy, ...slow })).toEqual(['inconclusive', 'lost', 'processor', 'pages'])
    expect(judged({ ...busy, left: ['file 1'] })[0]).toBe('red')
    expect(judged({ ...busy, answers: { ...answers, failed: 1 } })[0]).toBe('red')
  })

  it('names the figure and the limit of green', () => {
    expect(shortfallsOf({ ...fine, pages: latency(2500), instances: instances(50, 100) })).toEqual([
      { measure: 'pages', level: 'red', value: 2500, limit: 1000 },
      { measure: 'instances', level: 'yellow', value: 0.5, limit: 0.95 },
    ])
  })
})
