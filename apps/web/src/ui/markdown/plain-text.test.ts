import { describe, expect, it } from 'vitest'
import { plainText } from './plain-text.ts'

describe('the plain text of Markdown', () => {
  it.each([
    ['The **server** is *back*.', 'The server is back.'],
    ['***Now*** and __then__, _once_', 'Now and then, once'],
    ['**Bold with *more* in it**', 'Bold with more in it'],
    ['~~Old~~ new', 'Old new'],
    ['Run `nc **host** 1337` or ``a `b` c``', 'Run nc **host** 1337 or a `b` c'],
    [
      'See [the rules](https://ctf.example/rules "Rules") and <https://ctf.example>',
      'See the rules and https://ctf.example',
    ],
    ['![A map](/assets/map.png)', 'A map'],
    [
      '# Tide table #\n\n> High at *noon*\n\n- one\n- [ ] two\n1. three',
      'Tide table High at noon one two three',
    ],
    ['```sh\nls\n```\n\n---\n\nDone', 'ls Done'],
    ['<b>Bold</b> and a<br>break', 'Bold and a break'],
  ])('%j reads %j', (source, text) => {
    expect(plainText(source)).toBe(text)
  })

  it.each([
    'flag{snake_case_stays}',
    '2 * 3 * 4 = 24',
    'a < b and c > d',
    'file_name_with_parts.txt and _private',
    'פריק! took it',
    'Costs 5 - 3 points, see #pwn',
  ])('%j stays as it is', (text) => {
    expect(plainText(text)).toBe(text)
  })

  it('keeps what is escaped, and knows no end of nesting', () => {
    expect(plainText(String.raw`\*not bold\* and \_not either\_`)).toBe('*not bold* and _not either_')
    expect(plainText('**a [b *c*](x) d**')).toBe('a b c d')
    expect(plainText(`${'*'.repeat(2_000)}x`)).toBe(`${'*'.repeat(2_000)}x`)
  })
})
