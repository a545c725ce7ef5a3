import { describe, expect, it } from 'vitest'
import { copyLine } from './copy-line.ts'

describe('a line of COPY', () => {
  it('says null, numbers, and truth in PostgreSQL’s words', () => {
    expect(copyLine([null, 0, -1.5, true, false, ''])).toBe('\\N\t0\t-1.5\ttrue\tfalse\t\n')
  })

  it('keeps every character of a text', () => {
    expect(copyLine(['a\tb\nc\rd\\e', '\\N', '雪 🦊'])).toBe('a\\tb\\nc\\rd\\\\e\t\\\\N\t雪 🦊\n')
  })

  it('quotes each text of a list', () => {
    expect(copyLine([[]])).toBe('{}\n')
    expect(copyLine([['null', '', 'a,b', '{"x"}', 'back\\slash', 'two\nlines']])).toBe(
      String.raw`{"null","","a,b","{\\"x\\"}","back\\\\slash","two\nlines"}` + '\n',
    )
  })
})
