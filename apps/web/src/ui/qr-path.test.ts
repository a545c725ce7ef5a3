import { describe, expect, it } from 'vitest'
import { pathOf } from './qr-path.ts'

const drawn = (rows: readonly string[]): string =>
  pathOf({ size: rows.length, get: (x, y) => rows[y]?.[x] === '#' })

describe('the outline of a QR code', () => {
  it('is a rectangle for each run of dark modules, row by row', () => {
    expect(drawn(['##.', '...', '#.#'])).toBe('M0 0h2v1h-2zM0 2h1v1h-1zM2 2h1v1h-1z')
    expect(drawn(['...', '.##', '###'])).toBe('M1 1h2v1h-2zM0 2h3v1h-3z')
  })

  it('is empty without any', () => {
    expect(drawn(['..', '..'])).toBe('')
  })
})
