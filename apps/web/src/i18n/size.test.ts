import { languages } from '@pennant/contract/enums'
import { expect, it } from 'vitest'
import { formatSize } from './size.ts'

it.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [1_000, '1 kB'],
  [1_540_000, '1.5 MB'],
  [7_000_000_000, '7 GB'],
  [9e15, '9,000 TB'],
])('%i bytes are written %s', (bytes, text) => expect(formatSize('en-US', bytes)).toBe(text))

it('has a plural in every language that knows one', () => {
  const written = new Set([1, 2, 5].map((count) => formatSize('ru-RU', count).replace(/^\d+\s/, '')))
  expect([...written]).toEqual(['байт', 'байта'])
  expect(languages.map((language) => formatSize(language, 992).replaceAll('\u00a0', ' '))).toEqual([
    '992 bytes',
    '992 字节',
    '992 byte',
    '992 バイト',
    '992 byte',
    '992바이트',
    '992 байта',
    '992 byte',
    '992 Byte',
    '992 octets',
    '992 bytes',
  ])
})
