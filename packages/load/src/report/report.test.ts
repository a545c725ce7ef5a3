import { expect, it } from 'vitest'
import { reportHtml } from './html.ts'
import type { RehearsalReport } from './report.ts'
import { reportText } from './text.ts'

const hostile = '<img src=x onerror="alert(1)">\u001B[2J'
const report: RehearsalReport = {
  format: 1,
  url: 'https://ctf.example',
  version: '1.2.3',
  startedAt: Date.UTC(2026, 10, 28, 5, 0),
  endedAt: Date.UTC(2026, 10, 28, 5, 6),
  size: { teams: 300, players: 1200, burst: 20, instances: 1, oneAddress: false },
  sameMachine: true,
  figures: {
    pages: { count: 12_345, p50Ms: 34.4, p99Ms: 2456, longestMs: 3100 },
    submissions: { count: 600, p50Ms: 12, p99Ms: 310, longestMs: 480 },
    news: null,
    instances: { asked: 1, within60s: 1, within180s: 1, refusedForQuota: 0 },
    answers: { requests: 12_945, failed: 0, lost: 1, refused: 0, unexpected: 0 },
    generator: { processor: 0.42, line: 0.1 },
    left: [hostile],
  },
  verdict: 'red',
  shortfalls: [
    { measure: 'left', level: 'red', value: 1, limit: 0 },
    { measure: 'pages', level: 'red', value: 2456, limit: 1000 },
  ],
  bottleneck: {
    cause: 'database.pool',
    value: 0.4,
    limit: 0.2,
    series: [
      { atMs: 1000, value: 0 },
      { atMs: 2000, value: 8 },
      { atMs: 3000, value: 4 },
    ],
    teams: 150,
  },
  before: {
    startedAt: Date.UTC(2026, 10, 20, 18, 30),
    sameSize: false,
    figures: [
      { measure: 'pages', before: 2900, now: 2456, change: 'better' },
      { measure: 'instances', before: 0.04, now: 0.1, change: 'worse' },
      { measure: 'failed', before: 0, now: 0, change: 'same' },
    ],
  },
}

const plain = { ...report, shortfalls: [], bottleneck: null, before: null, sameMachine: false }

it('says as text what was played, what was measured, and what to do', () => {
  expect(reportText(report)).toBe(`Rehearsal of https://ctf.example: red
300 teams, 1,200 players, 20 submissions a second, 1 instance
2026-11-28 05:00 UTC, 360.0 s, Pennant 1.2.3
The load came from the server itself, so these figures include the load generator.

              count  median     p99  longest
Pages        12,345   34 ms   2.5 s    3.1 s
Submissions     600   12 ms  310 ms   480 ms

12,945 requests: 0 server errors, 1 lost, 0 refused by limits, 0 other failures
Instances: 1 of 1 within a minute, 1 within three
Load generator: 42 % of its processor, 10 % of its line

Red: don’t open at this size.
- Left behind: <img src=x onerror="alert(1)">\uFFFD[2J
- Pages: p99 2.5 s, green is under 1.0 s

Bottleneck: Database: requests spent 40 % of the time waiting for a connection.
What to do: Raise the number of database connections.
A guess: 150 teams would hold.

Compared with 2026-11-20 18:30 UTC, which had another size:
Pages p99: 2.5 s, before 2.9 s (better)
Late instances: 10 %, before 4 % (worse)
Server errors: 0, before 0 (same)`)
})

it('leaves out what there isn’t', () => {
  const { figures } = plain
  const nothing = { ...figures, pages: null, submissions: null, instances: null }
  expect(reportText({ ...plain, figures: nothing, verdict: 'green' }).split('\n\n')).toHaveLength(3)
})

it('is one page without scripts that loads nothing and escapes names', () => {
  const html = reportHtml(report)
  expect(html).toContain("default-src 'none'")
  expect(html).not.toMatch(/<script|<img|<link|url\(|https?:\/\/(?!ctf\.example)/i)
  expect(html).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt;')
  expect(html).toContain('<polyline points="0.0,160.0 360.0,0.0 720.0,80.0"/>')
  expect(html).toContain('At most 8')
  expect(reportHtml(plain)).not.toMatch(/<svg|<h2|<ul/)
})
