import { expect, it } from 'vitest'
import { writeSize } from './write-size.ts'

it.each([
  [0, '0 byte'],
  [999, '999 byte'],
  [1_000, '1 kB'],
  [3_240_000, '3.2 MB'],
  [7_000_000_000, '7 GB'],
  [9e15, '9,000 TB'],
])('%i bytes are written as %s', (bytes, written) => {
  expect(writeSize('en-US', bytes)).toBe(written)
})
