import { expect, it } from 'vitest'
import { formatFigure } from './figure.ts'
import { valuesOf } from './warning-values.ts'

it('fills texts about warnings with what came, and sizes as such', () => {
  expect(valuesOf('en-US', { code: 'job.failed', values: ['mail'] })).toEqual({ value: 'mail', other: '' })
  expect(valuesOf('en-US', { code: 'storage.full', values: ['/srv/files', '1500000'] })).toEqual({
    value: '/srv/files',
    other: '1.5 MB',
  })
})

it.each([
  ['milliseconds', 3.25, '3.3 ms'],
  ['bytesFree', 1000, '1 kB'],
  ['queued', 1200, '1,200'],
] as const)('writes %s of %d as %s', (name, value, text) =>
  expect(formatFigure('en-US', name, value)).toBe(text),
)
