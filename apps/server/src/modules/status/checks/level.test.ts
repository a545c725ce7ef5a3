import { describe, expect, it } from 'vitest'
import {
  above,
  below,
  judgeBackup,
  judgeCertificate,
  judgeConnections,
  judgeInodes,
  judgeNode,
  judgeRoom,
  p95,
  judgeClock,
  judgeCommits,
  judgeMemory,
  judgeOpenFiles,
  judgePlace,
  judgeStolen,
  judgeSync,
  judgeTrip,
} from './level.ts'

const dayMs = 86_400_000
const ends = { 20: 1_000, 22: 2_000 }
const mebibyte = 1_048_576
const gigabyte = 1_000_000_000

describe('a level', () => {
  it('begins beyond its figure', () => {
    expect([5, 5.1, 20, 20.1].map((value) => above(value, 5, 20))).toEqual([null, 'yellow', 'yellow', 'red'])
    expect([300, 299, 100, 99].map((value) => below(value, 300, 100))).toEqual([
      ...[null, 'yellow', 'yellow', 'red'],
    ])
  })

  it.each([
    ['20.19.0', 999, null],
    ['20.19.0', 1_000, 'yellow'],
    ['22.1.0', 1_000, null],
    ['23.0.0', 5_000, null],
  ])('of Node.js %s at %s is %s', (version, now, level) => {
    expect(judgeNode(version, ends, now)).toBe(level)
  })

  it.each([
    ['open files', judgeOpenFiles, [16_384, 16_383, 4_096, 4_095]],
    ['memory', judgeMemory, [1_024 * mebibyte, 1_023 * mebibyte, 512 * mebibyte, 511 * mebibyte]],
    ['stolen time', judgeStolen, [0.05, 0.051, 0.2, 0.21]],
    ['a write', judgeSync, [20, 20.1, 100, 100.1]],
    ['a clock', judgeClock, [-500, -501, 2_000, -2_001]],
    ['a round trip', judgeTrip, [5, 5.1, 20, 20.1]],
    ['commits', judgeCommits, [300, 299, 100, 99]],
    ['place for instances', judgePlace, [1.5, 1.49, 1, 0.99]],
    ['a backup', judgeBackup, [dayMs, dayMs + 1, 7 * dayMs, 7 * dayMs + 1]],
  ] as const)('of %s is green, yellow, yellow, red', (_what, judge, values) => {
    expect(values.map((value) => judge(value))).toEqual([null, 'yellow', 'yellow', 'red'])
  })

  it.each([
    [10, 100, null],
    [9, 100, 'yellow'],
    [4.9, 20, 'yellow'],
    [4, 100, 'red'],
    [1.9, 10, 'red'],
    [0, 0, 'red'],
  ])('of %s GB of %s GB is %s', (free, total, level) => {
    expect(judgeRoom({ free: free * gigabyte, total: total * gigabyte })).toBe(level)
  })

  it('of inodes counts only where there is a number of them', () => {
    expect(judgeInodes({ inodesFree: 0, inodes: 0 })).toBeNull()
    expect(judgeInodes({ inodesFree: 9, inodes: 100 })).toBe('yellow')
    expect(judgeInodes({ inodesFree: 4, inodes: 100 })).toBe('red')
  })

  it('of connections counts what others use', () => {
    expect(judgeConnections({ slots: 97, used: 30, ours: 22 }, 2, 20)).toBeNull()
    expect(judgeConnections({ slots: 97, used: 60, ours: 22 }, 2, 20)).toBe('yellow')
    expect(judgeConnections({ slots: 97, used: 97, ours: 40 }, 2, 20)).toBe('red')
  })

  it('of a certificate looks at the games to come', () => {
    expect(judgeCertificate(30 * dayMs, 0, 0)).toBeNull()
    expect(judgeCertificate(30 * dayMs, 0, 31 * dayMs)).toBe('yellow')
    expect(judgeCertificate(20 * dayMs, 0, 0)).toBe('yellow')
    expect(judgeCertificate(1, 1, 0)).toBe('red')
  })
})

describe('the 95th percentile', () => {
  it('is the value that one in twenty exceeds', () => {
    expect(p95(Array.from({ length: 20 }, (_, at) => at + 1))).toBe(19)
    expect(p95([7])).toBe(7)
    expect(p95([])).toBe(0)
  })
})
