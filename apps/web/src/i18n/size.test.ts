import { expect, it } from 'vitest'
import { formatSize } from './size.ts'

it.each([
  [0, '0 byte'],
  [999, '999 byte'],
  [1_000, '1 kB'],
  [1_540_000, '1.5 MB'],
  [7_000_000_000, '7 GB'],
  [9e15, '9,000 TB'],
])('%i bytes are written %s', (bytes, text) => expect(formatSize('en-US', bytes)).toBe(text))
