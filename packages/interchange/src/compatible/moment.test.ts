import { expect, it } from 'vitest'
import { madeAt, momentOf } from './moment.ts'

it.each([
  ['2026-11-22T21:34:28.363561+00:00', '2026-11-22T21:34:28.363561+00:00'],
  ['2036-01-01T00:00:00+00:00', '2036-01-01T00:00:00+00:00'],
  ['1970-01-01T00:00:00+00:00', null],
  ['-infinity', null],
  ['infinity', null],
  ['2026-11-22 21:34', null],
  [null, null],
  [1_795_383_268_363, null],
])('a moment keeps its microseconds, and never is null: %s', (given, moment) => {
  expect(momentOf({ At: given }, 'At')).toBe(moment)
})

it.each([
  ['01a2052c-33d4-7e3e-bc5c-8c8b4a28945e', '2026-11-22T21:31:52.660Z'],
  ['01a20528-7207-77ca-9c17-5f18c120d397', '2026-11-22T21:27:46.439Z'],
  // Of another version, and of a time that can't be.
  ['01a20528-7207-47ca-9c17-5f18c120d397', null],
  ['00000000-0000-7000-8000-000000000000', null],
  ['ffffffff-ffff-7fff-8fff-ffffffffffff', null],
])('the key %s says when it was made', (id, at) => {
  expect(madeAt(id)).toBe(at)
})
