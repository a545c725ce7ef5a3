import { describe, expect, it } from 'vitest'
import { linesOf, listOf, malformedIn } from './domains.ts'

describe('the list of domains', () => {
  it('is written one a line, and read back', () => {
    expect(linesOf('example.org, uni.example , ')).toBe('example.org\nuni.example')
    expect(listOf('example.org\n@Uni.Example; example.org\n\n')).toBe('example.org,uni.example')
    expect(linesOf('')).toBe('')
  })

  it.each([
    ['example.org\nmünchen.example', []],
    ['localhost', ['localhost']],
    ['a@b.example\n-x.example\nok.example', ['a@b.example', '-x.example']],
  ])('of %j refuses %j', (lines, bad) => expect(malformedIn(lines)).toEqual(bad))
})
