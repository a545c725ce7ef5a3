import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { keepTimes, pieceOf, readTimes, secondsOf, type Times } from './times.mjs'

const times: Times = { unit: { 'a.ts': 9, 'b.ts': 5, 'c.ts': 4 }, check: { check: 1 } }
const pieces = [
  ...['a.ts', 'b.ts', 'c.ts', 'new.ts'].map((file) => ({ suite: 'unit', file })),
  { suite: 'check', file: 'check' },
]
const shares = (count: number): string[][] =>
  Array.from({ length: count }, (_, at) =>
    pieceOf(pieces, times, { index: at + 1, count }).map(({ file }) => file),
  )

it('shares work evenly by measured times, each piece once', () => {
  expect(shares(2)).toEqual([
    ['a.ts', 'new.ts'],
    ['b.ts', 'c.ts', 'check'],
  ])
  for (const count of [1, 2, 3, 7])
    expect(shares(count).flat().toSorted()).toEqual(pieces.map(({ file }) => file).toSorted())
})

it('shares the same way in whatever order the files are listed', () => {
  const share = (list: typeof pieces) => pieceOf(list, times, { index: 2, count: 3 })
  expect(share(pieces.toReversed())).toEqual(share(pieces))
})

it('keeps the times of the suites that were measured, and those of others', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'times-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  mkdirSync(path.join(root, 'tests'))
  expect(readTimes(root)).toEqual({})
  keepTimes(root, times)
  keepTimes(root, { unit: { 'b.ts': 2, 'a.ts': 1 } })
  expect(readTimes(root)).toEqual({ check: { check: 1 }, unit: { 'a.ts': 1, 'b.ts': 2 } })
  expect(readFileSync(path.join(root, 'tests/times.json'), 'utf8')).toMatch(/check[^]*a\.ts[^]*b\.ts/)
  expect(secondsOf(readTimes(root), 'unit')).toBe(3)
  expect(secondsOf(readTimes(root), 'e2e')).toBe(0)
})
