import { Marked } from 'marked'
import { describe, expect, it } from 'vitest'
import { math } from './math.ts'

const marked = new Marked({ gfm: true }, math)
const line = (source: string): string => marked.parseInline(source, { async: false })
const whole = (source: string): string => marked.parse(source, { async: false })

const inlined = (text: string): string => `<span data-math="inline">${text}</span>`
const displayed = (text: string): string => `<span data-math="block">${text}</span>`

describe('formulas in a text', () => {
  it.each([
    ['$x^2$', inlined('x^2')],
    ['let $n$ be', `let ${inlined('n')} be`],
    ['is $n$, and', `is ${inlined('n')}, and`],
    ['其中 $n$。', `其中 ${inlined('n')}。`],
    ['$$x$$', displayed('x')],
    ['$a$ and $b$', `${inlined('a')} and ${inlined('b')}`],
    ['$a_1 * b_2 * c$', inlined('a_1 * b_2 * c')],
    [String.raw`$\text{5 \$}$`, inlined(String.raw`\text{5 \$}`)],
    ['$a < b$', inlined('a &lt; b')],
  ])('are found in %s', (source, html) => {
    expect(line(source)).toBe(html)
  })

  it.each(['costs $5 or $6 each', 'a$b$c', 'x $y$z', '$', '$$', '`$x$`', '$x\ny$'])(
    'are not seen in %j',
    (source) => {
      expect(line(source)).not.toContain('data-math')
    },
  )

  it('stand on lines of their own between dollars', () => {
    expect(whole('before\n\n$$\na\n+ b\n$$\n\nafter')).toBe(
      `<p>before</p>\n<p>${displayed('a\n+ b')}</p>\n<p>after</p>\n`,
    )
  })

  it('leave markup in a formula alone', () => {
    expect(whole('$$\n<img src=x onerror=alert(1)>\n$$')).not.toContain('<img')
  })
})
